//! `cargo xtask python`: the wheel, built and tested in its own virtual environment.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::compiler::Compiler;
use crate::dependencies::Dependencies;
use crate::metadata::target;
use crate::pool::{self, Job, Task};
use crate::step::{step, succeeds, workspace};
use crate::venv::Venv;
use crate::{licenses, npm};

/// Fails on a Python that is too old for the package, or that cannot create virtual environments.
const IS_RECENT: &str = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";

/// The crate of the package.
const PACKAGE: &str = "foursight-python";

/// The build tools for the released wheel.
const MATURIN: &str = "maturin>=1.16,<2";

/// Builds the package and tests it.
pub(crate) fn run() -> Result<()> {
    pool::run(jobs()?.into_iter().map(Task::Test).collect()).map(|_| ())
}

/// Whether a Python that can build the package is installed.
pub(crate) fn is_there() -> bool {
    succeeds(Command::new("python3").args(["-c", IS_RECENT]))
}

/// Creates the environment and installs the build and test tools, unless they are there.
pub(crate) fn prepare() -> Result<()> {
    let list = package().join("requirements.txt");
    let wanted = fs::read(&list).with_context(|| list.display().to_string())?;
    let environment = environment()?;
    let done = environment.0.join("requirements.txt");
    if fs::read(&done).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    environment.make_anew()?;
    let mut install = environment.pip_install()?;
    install.arg("--requirement").arg(&list);
    step("the test tools of the Python package", install)?;
    Ok(fs::write(done, wanted)?)
}

/// Writes the licenses of third-party code to where the build takes them into the wheel; git ignores them.
fn write_licenses() -> Result<()> {
    let compiler = Compiler::ask()?;
    let dependencies = Dependencies::of(PACKAGE, &compiler.target)?;
    let licenses = licenses::of_library(&dependencies, &compiler)?;
    fs::write(package().join("LICENSE-THIRD-PARTY.txt"), licenses.of_packages)?;
    fs::write(package().join("LICENSE-RUST.html"), licenses.of_standard_library)?;
    Ok(())
}

/// Writes the board for notebooks, the same as the npm package's, to where the build adds it to the wheel.
fn write_board() -> Result<()> {
    let folder = package().join("python/foursight/board");
    let _ = fs::remove_dir_all(&folder);
    npm::write_board(&folder)
}

/// Builds the wheel and installs it. It shares the tests' compiled dependencies.
fn build() -> Result<()> {
    write_licenses()?;
    write_board()?;
    let wheels = folder()?.join("wheels");
    // An older version must not be installed instead.
    let _ = fs::remove_dir_all(&wheels);
    let mut build = environment()?.command("maturin")?;
    build.args(["build", "--quiet", "--locked", "--profile", "dev", "--manifest-path"]);
    build.arg(package().join("Cargo.toml"));
    build.arg("--target-dir").arg(target()?).arg("--out").arg(&wheels);
    step("the Python package", build)?;
    let mut install = environment()?.pip_install()?;
    install.args(["--force-reinstall", "--no-deps", "--no-index", "--find-links"]);
    install.arg(&wheels).arg("foursight-connect4");
    step("install the Python package", install)
}

/// Builds the wheel for release, fully optimized, and returns its path.
///
/// It is built from the packed sources, so anybody who builds those gets the same wheel.
pub(crate) fn wheel() -> Result<PathBuf> {
    ensure!(is_there(), "building wheels takes Python 3.10 or later with venv: install it first");
    let tools = Venv(folder()?.join("maturin"));
    tools.make()?;
    let mut install = tools.pip_install()?;
    install.arg(MATURIN);
    step("the tools that build wheels", install)?;
    // Packed files have no dates by which cargo could see that it compiled different files before.
    let optimized = folder()?.join("optimized");
    let _ = fs::remove_dir_all(&optimized);
    write_licenses()?;
    write_board()?;
    let wheels = optimized.join("wheels");
    let mut build = tools.command("maturin")?;
    build.args(["build", "--quiet", "--sdist", "--strip", "--compatibility", "pypi"]);
    build.arg("--manifest-path").arg(package().join("Cargo.toml"));
    build.arg("--target-dir").arg(optimized.join("compiled")).arg("--out").arg(&wheels);
    step("the optimized Python package", build)?;
    let mut paths = fs::read_dir(&wheels)?.filter_map(|entry| Some(entry.ok()?.path()));
    let wheel = paths.find(|path| path.extension().is_some_and(|extension| extension == "whl"));
    wheel.context("maturin built no wheel")
}

/// Builds and installs the package, and returns its tests.
pub(crate) fn jobs() -> Result<Vec<Job>> {
    build()?;
    let mut command = environment()?.command("python")?;
    command.args(["-m", "pytest", "-p", "no:cacheprovider"]);
    // Files that tests leave behind stay out of the sources. Dozens of processes import pandas and pyarrow, which takes
    // three times as long if none keeps its bytecode.
    command.env("PYTHONPYCACHEPREFIX", folder()?.join("bytecode"));
    command.env("MYPY_CACHE_DIR", folder()?.join("mypy"));
    command.current_dir(package());
    let name = "the Python package".to_owned();
    Ok(vec![Job { name, command, alone: "cargo xtask python".to_owned() }])
}

fn package() -> PathBuf {
    workspace().join("crates").join(PACKAGE)
}

fn folder() -> Result<PathBuf> {
    Ok(target()?.join("python"))
}

/// The test environment.
fn environment() -> Result<Venv> {
    Ok(Venv(folder()?.join("environment")))
}
