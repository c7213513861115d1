//! Tests of the page: `e2e/`, in a browser, with its scripts type-checked.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::check::{cargo, step, workspace};
use crate::metadata::target;
use crate::setup::{self, node};

/// Builds the program as the tests do, and tests only the page.
pub(crate) fn run_alone() -> Result<()> {
    setup::run_for_page()?;
    step("the program", cargo(&["test", "--package", "foursight-cli", "--no-run"]))?;
    run()
}

/// Installs the packages that the page's tests need, unless they are there.
pub(crate) fn prepare() -> Result<()> {
    let written = |path: PathBuf| fs::metadata(path).and_then(|file| file.modified()).ok();
    let installed = written(folder().join("node_modules/.package-lock.json"));
    if installed >= written(folder().join("package-lock.json")) {
        return Ok(());
    }
    let install = npm(&["ci", "--silent", "--no-audit", "--no-fund"])?;
    step("packages for the page's tests", install)
}

/// Runs all tests of the page against the program that other tests built, or `FOURSIGHT`.
pub(crate) fn run() -> Result<()> {
    let mut test = npm(&["test", "--silent"])?;
    if std::env::var_os("FOURSIGHT").is_none() {
        test.env("FOURSIGHT", target()?.join("debug/foursight"));
    }
    test.envs(setup::browser().map(|browser| ("CHROMIUM", browser)));
    step("the page in a browser", test)
}

fn folder() -> PathBuf {
    workspace().join("e2e")
}

fn npm(args: &[&str]) -> Result<Command> {
    let mut command = node::command("npm")?;
    command.args(args).current_dir(folder());
    Ok(command)
}
