//! Virtual environments of Python, below the target folder.

use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

use anyhow::Result;

use crate::step::step;

/// A virtual environment, in its folder.
pub(crate) struct Venv(pub(crate) PathBuf);

impl Venv {
    /// Makes the environment unless it is there.
    pub(crate) fn make(&self) -> Result<()> {
        if self.programs().exists() {
            return Ok(());
        }
        let mut create = Command::new("python3");
        create.args(["-m", "venv"]).arg(&self.0);
        step("an environment for Python", create)
    }

    /// Makes the environment again, with nothing installed.
    pub(crate) fn make_anew(&self) -> Result<()> {
        let _ = fs::remove_dir_all(&self.0);
        self.make()
    }

    pub(crate) fn has(&self, program: &str) -> bool {
        self.programs().join(program).exists()
    }

    /// A program of the environment, which finds the others there.
    pub(crate) fn command(&self, program: &str) -> Result<Command> {
        let search = env::var_os("PATH").unwrap_or_default();
        let search = [self.programs()].into_iter().chain(env::split_paths(&search));
        let mut command = Command::new(self.programs().join(program));
        command.env("PATH", env::join_paths(search)?).env("VIRTUAL_ENV", &self.0);
        Ok(command)
    }

    /// The command that installs packages, which are still to be named.
    pub(crate) fn pip_install(&self) -> Result<Command> {
        let mut pip = self.command("python")?;
        pip.args(["-m", "pip", "install", "--quiet", "--no-compile"]);
        pip.arg("--disable-pip-version-check");
        Ok(pip)
    }

    fn programs(&self) -> PathBuf {
        self.0.join(if cfg!(windows) { "Scripts" } else { "bin" })
    }
}
