//! Programs in Python environments below the target folder, and the package `tools`.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::command::{cargo, program, step, target, workspace};

/// A virtual environment of Python.
pub(crate) struct Venv(PathBuf);

impl Venv {
    /// The environment with the packages in a list. If the list has changed, the environment is made anew.
    pub(crate) fn with(name: &str, list: &str) -> Result<Self> {
        let list = workspace().join(list);
        let wanted = fs::read(&list).with_context(|| list.display().to_string())?;
        let venv = Self(target().join("tools").join(name));
        let installed = venv.0.join("installed.txt");
        if fs::read(&installed).is_ok_and(|installed| installed == wanted) {
            return Ok(venv);
        }
        let mut make = program("python3", &["-m", "venv", "--clear"]);
        make.arg(&venv.0);
        step(&format!("an environment of Python for {name}"), make)?;
        let mut install = venv.pip(&["--requirement"]);
        install.arg(list);
        step(&format!("install the packages for {name}"), install)?;
        fs::write(installed, wanted)?;
        Ok(venv)
    }

    /// The command that installs packages.
    pub(crate) fn pip(&self, args: &[&str]) -> Command {
        let mut pip = Command::new(self.path("python"));
        pip.args(["-m", "pip", "install", "--quiet", "--no-compile"]);
        pip.arg("--disable-pip-version-check").args(args).current_dir(workspace());
        pip
    }

    /// The path of a program in the environment.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(if cfg!(windows) { "Scripts" } else { "bin" }).join(name)
    }

    /// A program of the environment, which finds the others there.
    pub(crate) fn command(&self, name: &str) -> Result<Command> {
        let mut command = Command::new(self.path(name));
        command.env("PATH", path_with(self.path(""))?).env("VIRTUAL_ENV", &self.0);
        Ok(command)
    }
}

/// A pinned program of `xtask/tools.txt`.
pub(crate) fn pinned(name: &str) -> Result<Command> {
    let venv = Venv::with("pinned", "xtask/tools.txt")?;
    Ok(program(venv.path(name), &[]))
}

/// The search path with one more folder, which comes first.
pub(crate) fn path_with(folder: PathBuf) -> Result<std::ffi::OsString> {
    let others = std::env::var_os("PATH").unwrap_or_default();
    Ok(std::env::join_paths([folder].into_iter().chain(std::env::split_paths(&others)))?)
}

/// The tools of the package `tools`, which is compiled only when needed, so that xtask starts quickly.
pub(crate) const TOOLS: &str = "These measure or generate, each with its own --help: api, beat, book, count, exercises, fuzz, \
    large, levels, load, mutants, order, peers, reasons, sanitize";

/// Runs a tool with its options, which it parses itself.
///
/// Without a named package, cargo reuses what it compiled for the tests, which leave the tools themselves unoptimized.
pub(crate) fn hand_over(args: &[impl AsRef<str>]) -> Result<()> {
    let tool = args.first().context("no task")?.as_ref();
    let names = TOOLS.rsplit(": ").next().unwrap_or_default();
    ensure!(
        names.split(", ").any(|name| name == tool),
        "there is no task {tool}; see `cargo xtask --help`"
    );
    let optimized = "profile.dev.package.tools.opt-level=2";
    let mut run = cargo(&["run", "--config", optimized, "--bin", "tools", "--"]);
    run.args(args.iter().map(AsRef::as_ref));
    step(tool, run)
}
