//! `cargo xtask api`: checks with Schemathesis that the server's `OpenAPI` description is valid and that the server
//! follows it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{ChildStdout, Command, Stdio};

use anyhow::{Context, Result};

use crate::{cargo, step, target, workspace};

/// Fails if the description at an address is not valid.
const VALIDATE: &str = "
import json, sys, urllib.request
from openapi_spec_validator import validate
validate(json.load(urllib.request.urlopen(sys.argv[1])))
";

/// Starts a server in an empty folder and sends it thousands of requests that match its description, or nearly do.
pub(crate) fn run() -> Result<()> {
    step("build the server", cargo(&["build", "--release", "--bin", "foursight"]))?;
    let venv = target()?.join("tools/schemathesis");
    let mut make = Command::new("python3");
    make.args(["-m", "venv"]).arg(&venv);
    step("an environment for Schemathesis", make)?;
    let mut install = Command::new(venv.join("bin/python"));
    install.args(["-m", "pip", "install", "--quiet", "--requirement", "tools/schemathesis.txt"]);
    install.current_dir(workspace());
    step("install Schemathesis", install)?;
    let folder = target()?.join("schemathesis");
    // What an earlier run left behind must not change this one.
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let mut serve = Command::new(target()?.join("release/foursight"));
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
fn check(output: ChildStdout, venv: &Path, folder: &Path) -> Result<()> {
    let address =
        |line: String| Some(line.split_once("http://")?.1.split(['/', ' ']).next()?.to_owned());
    let address = BufReader::new(output).lines().find_map(|line| address(line.ok()?));
    let description =
        format!("http://{}/api/openapi.json", address.context("the server did not start")?);
    let mut valid = Command::new(venv.join("bin/python"));
    valid.args(["-c", VALIDATE, &description]);
    step("the description of the API is valid", valid)?;
    let mut check = Command::new(venv.join("bin/schemathesis"));
    // Schemathesis keeps its findings in the folder where it runs.
    check.current_dir(folder);
    check.arg("--config-file").arg(workspace().join("tools/schemathesis.toml"));
    check.args(["run", &description, "--seed", "1"]);
    // These routes answer for as long as somebody listens.
    check.args(["--exclude-path-regex", "(events|/ws)$", "--request-timeout", "30"]);
    step("requests that fit the description of the API, and others", check)
}
