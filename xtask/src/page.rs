//! Tests of the page: `e2e/`, in a browser, with its scripts type-checked.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};
use clap::Args;

use crate::check::{cargo, step, workspace};
use crate::metadata::target;
use crate::pool::{self, Job};
use crate::setup::{self, node};
use crate::wasm;

#[derive(Args, Debug)]
pub(crate) struct PageArgs {
    /// Run all tests in dark colors instead of light ones.
    #[arg(long)]
    pub(crate) dark: bool,
    /// Try all of the long lists of positions and games, in a few minutes more.
    #[arg(long)]
    pub(crate) slow: bool,
}

/// Builds the program as the tests do, and tests only the page.
pub(crate) fn run_alone(args: &PageArgs) -> Result<()> {
    setup::run_for_page()?;
    // For one package alone cargo would use fewer features of some dependencies, and compile them again.
    step("the program", cargo(&["test", "--workspace", "--no-run"]))?;
    let mut jobs = jobs()?;
    for job in &mut jobs {
        job.command.envs(args.dark.then_some(("COLOR_SCHEME", "dark")));
        job.command.envs(args.slow.then_some(("SLOW_TESTS", "1")));
    }
    pool::run(jobs).map(|_| ())
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

/// The tests of the page, a program for each file, against what the tests built or `FOURSIGHT`.
pub(crate) fn jobs() -> Result<Vec<Job>> {
    let program = match std::env::var_os("FOURSIGHT") {
        Some(program) => program.into(),
        None => target()?.join("debug/foursight"),
    };
    let module = wasm::build()?;
    let package = crate::npm::pack()?;
    let browser = setup::browser();
    let job = |name: &str, files: &[String]| {
        let mut command = node::command("node")?;
        command.args(["--test", "--test-reporter=spec"]).args(files).current_dir(folder());
        command
            .env("FOURSIGHT", &program)
            .env("FOURSIGHT_WASM", &module)
            .env("FOURSIGHT_NPM", &package)
            .envs(browser.as_ref().map(|path| ("CHROMIUM", path)));
        let alone = format!("(cd e2e && node --test {})", files.join(" "));
        anyhow::Ok(Job { name: format!("the page: {name}"), command, alone })
    };
    let mut jobs = Vec::new();
    for file in test_files("browser")? {
        jobs.push(job(&file, std::slice::from_ref(&file))?);
    }
    jobs.push(job("the npm package", &test_files("npm")?)?);
    jobs.push(job("what needs no browser", &test_files("unit")?)?);
    jobs.push(Job {
        name: "the page: format and types".to_owned(),
        command: npm(&["run", "--silent", "check"])?,
        alone: "(cd e2e && npm run check)".to_owned(),
    });
    Ok(jobs)
}

/// The test files in a folder of `e2e`, as paths from there.
fn test_files(name: &str) -> Result<Vec<String>> {
    let path = folder().join(name);
    let entries = fs::read_dir(&path).with_context(|| path.display().to_string())?;
    let mut files = Vec::new();
    for entry in entries {
        let file = entry?.file_name().to_string_lossy().into_owned();
        if file.ends_with(".test.js") {
            files.push(format!("{name}/{file}"));
        }
    }
    files.sort();
    Ok(files)
}

fn folder() -> PathBuf {
    workspace().join("e2e")
}

fn npm(args: &[&str]) -> Result<Command> {
    let mut command = node::command("npm")?;
    command.args(args).current_dir(folder());
    Ok(command)
}
