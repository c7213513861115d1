//! `cargo xtask api`: checks with Schemathesis that the server's `OpenAPI` description is valid and that the server
//! follows it.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{ChildStdout, Command, Stdio};

use anyhow::{Context, Result};

use crate::command::{cargo, step, target, workspace};
use crate::npm;
use crate::tools::Venv;

/// Fails if the description at an address is not valid.
const VALIDATE: &str = "
import json, sys, urllib.request
from openapi_spec_validator import validate
validate(json.load(urllib.request.urlopen(sys.argv[1])))
";

/// Starts a server in an empty folder and sends it thousands of requests that match its description, or nearly do.
pub(crate) fn run() -> Result<()> {
    step("build the server", cargo(&["build", "--release", "--bin", "foursight"]))?;
    let venv = Venv::with("schemathesis", "xtask/schemathesis.txt")?;
    let folder = target().join("schemathesis");
    // What an earlier run left behind must not change this one.
    npm::empty(&folder)?;
    let mut serve = Command::new(target().join("release/foursight"));
    serve.args(["serve", "--listen", "127.0.0.1:0", "--rate", "0", "--data"]).arg(&folder);
    let mut server = serve.stdout(Stdio::piped()).spawn().context("the server")?;
    let output = server.stdout.take().context("its output")?;
    let outcome = check(output, &venv, &folder);
    // The server may have ended by itself.
    let _ = server.kill();
    let _ = server.wait();
    outcome
}

/// Checks the server whose output begins with its address.
fn check(output: ChildStdout, venv: &Venv, folder: &Path) -> Result<()> {
    let address =
        |line: String| Some(line.split_once("http://")?.1.split(['/', ' ']).next()?.to_owned());
    let address = BufReader::new(output).lines().find_map(|line| address(line.ok()?));
    let description =
        format!("http://{}/api/openapi.json", address.context("the server did not start")?);
    let mut valid = venv.command("python")?;
    valid.args(["-c", VALIDATE, &description]);
    step("the description of the API is valid", valid)?;
    let mut check = venv.command("schemathesis")?;
    // Schemathesis keeps its findings in the folder where it runs.
    check.current_dir(folder);
    check.arg("--config-file").arg(workspace().join("xtask/schemathesis.toml"));
    check.args(["run", &description, "--seed", "1"]);
    // These routes answer for as long as somebody listens.
    check.args(["--exclude-path-regex", "(events|/ws)$", "--request-timeout", "30"]);
    step("requests that fit the description of the API, and others", check)
}
