//! `cargo xtask api`: checks with Schemathesis that the server's `OpenAPI` description is valid and that the server
//! follows it.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::metadata::target;
use crate::step::{cargo, step, workspace};
use crate::venv::Venv;

const VERSION: &str = "4.32.5";
const VALIDATOR_VERSION: &str = "0.9.0";

/// Fails if the description at an address is not valid.
const VALIDATE: &str = "
import json, sys, urllib.request
from openapi_spec_validator import validate
validate(json.load(urllib.request.urlopen(sys.argv[1])))
";

/// Starts a server in an empty folder and sends it thousands of requests that match its description, or nearly do.
pub(crate) fn run() -> Result<()> {
    step("build the server", cargo(&["build", "--release", "--bin", "foursight"]))?;
    let venv = install()?;
    let folder = target()?.join("schemathesis");
    // What an earlier run left behind must not change this one.
    let _ = std::fs::remove_dir_all(&folder);
    let mut serve = Command::new(target()?.join("release/foursight"));
    serve.args(["serve", "--listen", "127.0.0.1:0", "--rate", "0", "--data"]).arg(&folder);
    let mut server = Running(serve.stdout(Stdio::piped()).spawn().context("the server")?);
    let address = server.address()?;
    let description = format!("{address}/api/openapi.json");
    let mut valid = venv.command("python")?;
    valid.args(["-c", VALIDATE, &description]);
    step("the description of the API is valid", valid)?;
    let mut check = venv.command("schemathesis")?;
    // Schemathesis keeps its findings in the folder where it runs.
    check.current_dir(&folder);
    check.arg("--config-file").arg(workspace().join("xtask/schemathesis.toml"));
    check.args(["run", &description, "--seed", "1"]);
    // These routes answer for as long as somebody listens.
    check.args(["--exclude-path-regex", "(events|/ws)$", "--request-timeout", "30"]);
    step("requests that fit the description of the API, and others", check)
}

/// A server that is killed on drop.
struct Running(Child);

impl Running {
    /// The server's printed address.
    fn address(&mut self) -> Result<String> {
        let output = self.0.stdout.take().context("the server's output")?;
        for line in BufReader::new(output).lines() {
            let line = line?;
            if let Some(address) = line.split(' ').find(|word| word.starts_with("http://")) {
                return Ok(address.trim_end_matches('/').to_owned());
            }
        }
        bail!("the server did not start")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // The server may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Installs Schemathesis into a virtual environment.
fn install() -> Result<Venv> {
    let name = format!("schemathesis-{VERSION}-{VALIDATOR_VERSION}");
    let venv = Venv(target()?.join("tools").join(name));
    if !venv.has("schemathesis") {
        venv.make()?;
        let mut install = venv.pip_install()?;
        install.arg(format!("schemathesis=={VERSION}"));
        install.arg(format!("openapi-spec-validator=={VALIDATOR_VERSION}"));
        step(&format!("install Schemathesis {VERSION} from PyPI"), install)?;
    }
    Ok(venv)
}
