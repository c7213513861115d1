//! `cargo xtask python`: the wheel, built and tested in a virtual environment of its own.

use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result};

use crate::check::{step, workspace};
use crate::metadata::target;
use crate::pool::{self, Job};
use crate::setup;

/// Fails in a Python that is older than the package allows, and in one that cannot make virtual environments.
pub(crate) const IS_RECENT: &str =
    "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";

/// Builds the package and tests it.
pub(crate) fn run_alone() -> Result<()> {
    setup::run_for_python()?;
    build()?;
    pool::run(vec![job()?]).map(|_| ())
}

/// Makes the environment and installs what builds and tests the package, unless they are there.
pub(crate) fn prepare() -> Result<()> {
    let list = package().join("requirements.txt");
    let wanted = fs::read(&list).with_context(|| list.display().to_string())?;
    let done = environment()?.join("requirements.txt");
    if fs::read(&done).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    let mut create = Command::new("python3");
    create.args(["-m", "venv", "--clear"]).arg(environment()?);
    step("an environment for Python", create)?;
    let mut install = pip()?;
    install.arg("--requirement").arg(&list);
    step("what tests the Python package", install)?;
    Ok(fs::write(done, wanted)?)
}

/// Builds the wheel and installs it. Its dependencies are those of the tests, compiled like them.
pub(crate) fn build() -> Result<()> {
    let wheels = folder()?.join("wheels");
    // An older version must not be installed instead.
    let _ = fs::remove_dir_all(&wheels);
    let mut build = program("maturin")?;
    build.args(["build", "--quiet", "--profile", "dev", "--manifest-path"]);
    build.arg(package().join("Cargo.toml"));
    build.arg("--target-dir").arg(target()?).arg("--out").arg(&wheels);
    step("the Python package", build)?;
    let mut install = pip()?;
    install.args(["--force-reinstall", "--no-deps", "--no-index", "--find-links"]);
    install.arg(&wheels).arg("foursight");
    step("install the Python package", install)
}

/// The tests of the package, as it is installed.
pub(crate) fn job() -> Result<Job> {
    let mut command = program("python")?;
    command.args(["-m", "pytest", "-p", "no:cacheprovider"]);
    // What tests leave behind stays out of the sources.
    command.env("PYTHONDONTWRITEBYTECODE", "1").env("MYPY_CACHE_DIR", folder()?.join("mypy"));
    command.current_dir(package());
    let name = "the Python package".to_owned();
    Ok(Job { name, command, alone: "cargo xtask python".to_owned() })
}

fn package() -> PathBuf {
    workspace().join("crates/foursight-python")
}

fn folder() -> Result<PathBuf> {
    Ok(target()?.join("python"))
}

fn environment() -> Result<PathBuf> {
    Ok(folder()?.join("environment"))
}

/// A program of the environment, which finds the others there.
fn program(name: &str) -> Result<Command> {
    let programs = environment()?.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let search = env::var_os("PATH").unwrap_or_default();
    let search = env::join_paths([programs.clone()].into_iter().chain(env::split_paths(&search)));
    let mut command = Command::new(programs.join(name));
    command.env("PATH", search?).env("VIRTUAL_ENV", environment()?);
    Ok(command)
}

fn pip() -> Result<Command> {
    let mut pip = program("python")?;
    pip.args(["-m", "pip", "install", "--quiet", "--no-compile", "--disable-pip-version-check"]);
    Ok(pip)
}
