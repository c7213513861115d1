//! `cargo xtask python`: the wheel, built and tested in its own virtual environment.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::command::{step, target, workspace};
use crate::runner::{self, Job, Part};
use crate::setup::{self, Without};
use crate::tools::Venv;
use crate::{licenses, npm};

/// The crate of the package.
const PACKAGE: &str = "foursight-python";

/// Builds the package and tests it, also with its slow tests.
pub(crate) fn run(is_slow: bool) -> Result<()> {
    setup::run(Without { no_python: false, ..Without::ALL }, false)?;
    let jobs: Part = &|| {
        let mut jobs = jobs()?;
        for job in &mut jobs {
            job.command.envs(is_slow.then_some(("SLOW_TESTS", "1")));
        }
        Ok(jobs)
    };
    runner::run_parts(&[jobs], Without::default())
}

/// Builds and installs the package, and returns its tests.
pub(crate) fn jobs() -> Result<Vec<Job>> {
    let venv = Venv::with("python", "crates/foursight-python/requirements.txt")?;
    // It shares the tests' compiled dependencies.
    let wheel = build("dev", &target().join("python/wheels"), &["--profile", "dev"])?;
    let mut install = venv.pip(&["--force-reinstall", "--no-deps", "--no-index"]);
    install.arg(wheel);
    step("install the Python package", install)?;
    let mut command = venv.command("python")?;
    command.args(["-m", "pytest", "-p", "no:cacheprovider"]).current_dir(package());
    // Files that tests leave behind stay out of the sources. Dozens of processes import pandas and pyarrow, which takes
    // three times as long if none keeps its bytecode.
    command.env("PYTHONPYCACHEPREFIX", target().join("python/bytecode"));
    command.env("MYPY_CACHE_DIR", target().join("python/mypy"));
    Ok(vec![Job { name: "the Python package", command, alone: "cargo xtask python" }])
}

/// Builds the wheel for release, fully optimized, and returns its path.
///
/// It is built from the packed sources, so anybody who builds those gets the same wheel.
pub(crate) fn wheel() -> Result<PathBuf> {
    // Packed files have no dates by which cargo could see that it compiled different files before.
    let folder = target().join("python/optimized");
    npm::empty(&folder)?;
    build("release", &folder, &["--sdist", "--strip", "--compatibility", "pypi"])
}

/// Builds a wheel into a folder, with the licenses of third-party code and the board for notebooks, which git ignores.
fn build(profile: &str, folder: &PathBuf, options: &[&str]) -> Result<PathBuf> {
    fs::write(package().join("LICENSE-THIRD-PARTY.txt"), licenses::of_packages(PACKAGE)?)?;
    fs::write(package().join("LICENSE-RUST.html"), licenses::of_standard_library()?)?;
    let board = package().join("python/foursight/board");
    npm::empty(&board)?;
    npm::write_board(&board)?;
    // An older version must not be taken instead.
    npm::empty(folder)?;
    let mut build = Venv::with("maturin", "xtask/maturin.txt")?.command("maturin")?;
    build.args(["build", "--quiet", "--locked"]).args(options).current_dir(package());
    let compiled = if profile == "dev" { target().to_owned() } else { folder.join("compiled") };
    build.arg("--target-dir").arg(compiled).arg("--out").arg(folder);
    step("the Python package", build)?;
    let mut paths = fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path()));
    let wheel = paths.find(|path| path.extension().is_some_and(|extension| extension == "whl"));
    wheel.context("maturin built no wheel")
}

fn package() -> PathBuf {
    workspace().join("crates").join(PACKAGE)
}
