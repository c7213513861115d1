//! Runs the page's tests in `e2e/`, in a browser, and checks its scripts' types.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};
use clap::Args;

use crate::metadata::target;
use crate::pool::{self, Job, Task};
use crate::step::{cargo, step, succeeds};
use crate::{node, npm, wasm};

#[derive(Args, Debug)]
pub(crate) struct PageArgs {
    /// Run all tests in dark colors instead of light ones.
    #[arg(long)]
    pub(crate) dark: bool,
    /// Try all of the long lists of positions and games; takes a few more minutes.
    #[arg(long)]
    pub(crate) slow: bool,
}

/// Builds the program like the tests do, and tests only the page.
pub(crate) fn run(args: &PageArgs) -> Result<()> {
    // For one package alone, cargo would use fewer features of some dependencies, and compile them again.
    step("the program", cargo(&["test", "--workspace", "--no-run"]))?;
    let mut jobs = jobs()?;
    for job in &mut jobs {
        job.command.envs(args.dark.then_some(("COLOR_SCHEME", "dark")));
        job.command.envs(args.slow.then_some(("SLOW_TESTS", "1")));
    }
    pool::run(jobs.into_iter().map(Task::Test).collect()).map(|_| ())
}

/// The page's tests, one program per file, against the tests' build or `FOURSIGHT`.
pub(crate) fn jobs() -> Result<Vec<Job>> {
    let program = match std::env::var_os("FOURSIGHT") {
        Some(program) => program.into(),
        None => target()?.join("debug/foursight"),
    };
    let module = wasm::build()?;
    let package = npm::pack()?;
    let chromium = browser();
    let job = |name: &str, files: &[String]| {
        let mut command = node::command("node")?;
        command
            .args(["--test", "--test-reporter=spec"])
            .args(files)
            .current_dir(node::page_tests());
        command
            .env("FOURSIGHT", &program)
            .env("FOURSIGHT_WASM", &module)
            .env("FOURSIGHT_NPM", &package)
            .envs(chromium.as_ref().map(|path| ("CHROMIUM", path)));
        let alone = format!("(cd e2e && node --test {})", files.join(" "));
        anyhow::Ok(Job { name: format!("the page: {name}"), command, alone })
    };
    let mut jobs = Vec::new();
    for file in test_files("browser")? {
        jobs.push(job(&file, std::slice::from_ref(&file))?);
    }
    jobs.push(job("the npm package", &test_files("npm")?)?);
    jobs.push(job("tests that need no browser", &test_files("unit")?)?);
    let mut check = node::command("npm")?;
    check.args(["run", "--silent", "check"]).current_dir(node::page_tests());
    jobs.push(Job {
        name: "the page: format and types".to_owned(),
        command: check,
        alone: "(cd e2e && npm run check)".to_owned(),
    });
    Ok(jobs)
}

/// The test files in a folder of `e2e`, as paths from there.
fn test_files(name: &str) -> Result<Vec<String>> {
    let path = node::page_tests().join(name);
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

/// Browsers that the tests can drive.
const BROWSERS: [&str; 6] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/// The browser for the page's tests: `CHROMIUM`, or the first one that starts.
pub(crate) fn browser() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("CHROMIUM") {
        return Some(path.into());
    }
    let name = BROWSERS.into_iter().find(|name| succeeds(Command::new(name).arg("--version")))?;
    let search = std::env::var_os("PATH").unwrap_or_default();
    // The tests need the browser's full path.
    std::env::split_paths(&search).map(|folder| folder.join(name)).find(|path| path.is_file())
}
