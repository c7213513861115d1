//! The page's tests in `e2e/`, in a browser.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;

use crate::command::target;
use crate::runner::{self, Job, Part};
use crate::setup::{self, Without};
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
    setup::run(Without { no_browser: false, ..Without::ALL }, false)?;
    let jobs: Part = &|| {
        let mut jobs = jobs(Without::default())?;
        for job in &mut jobs {
            job.command.envs(args.dark.then_some(("COLOR_SCHEME", "dark")));
            job.command.envs(args.slow.then_some(("SLOW_TESTS", "1")));
        }
        Ok(jobs)
    };
    runner::run_parts(&[jobs], Without::default())
}

/// The page's tests, against the tests' build or `FOURSIGHT`.
pub(crate) fn jobs(without: Without) -> Result<Vec<Job>> {
    node::prepare()?;
    let mut command = node::command("node")?;
    command.args(["--test", "--test-reporter=spec", "--test-concurrency=2"]);
    for folder in ["unit", "npm", "browser"] {
        command.args(test_files(folder)?);
    }
    command.current_dir(node::page_tests());
    if std::env::var_os("FOURSIGHT").is_none() {
        command.env("FOURSIGHT", target().join("debug/foursight"));
    }
    command.env("FOURSIGHT_WASM", wasm::build()?).env("FOURSIGHT_NPM", npm::pack()?);
    command.envs(setup::browser().map(|path| ("CHROMIUM", path)));
    runner::build(without)?;
    let alone = "(cd e2e && node --test FILE)";
    Ok(vec![Job { name: "the page", command, alone }])
}

/// The test files in a folder of `e2e`: Node.js 20 knows no patterns.
fn test_files(folder: &str) -> Result<Vec<PathBuf>> {
    let path = node::page_tests().join(folder);
    let entries = fs::read_dir(&path).with_context(|| path.display().to_string())?;
    let files = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    let is_test = |file: &PathBuf| file.to_string_lossy().ends_with(".test.js");
    Ok(files.into_iter().filter(is_test).collect())
}
