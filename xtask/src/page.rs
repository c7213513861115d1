//! Tests of the page: `e2e/`, in a browser, with its scripts type-checked.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::check::{cargo, step, workspace};

/// Browsers that the tests can drive.
const BROWSERS: [&str; 3] =
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/// Builds the program as the tests do: optimized, reading the page from disk.
pub(crate) fn build() -> Result<()> {
    step("the program", cargo(&["test", "--package", "foursight-cli", "--no-run"]))
}

/// Runs all tests of the page against the program that other tests built, or `FOURSIGHT`.
pub(crate) fn run() -> Result<()> {
    require()?;
    let folder = workspace().join("e2e");
    let npm = |args: &[&str]| {
        let mut command = Command::new("npm");
        command.args(args).current_dir(&folder);
        command
    };
    step("packages for the page's tests", npm(&["ci", "--silent", "--no-audit", "--no-fund"]))?;
    let mut test = npm(&["test", "--silent"]);
    if std::env::var_os("FOURSIGHT").is_none() {
        test.env("FOURSIGHT", workspace().join("target/debug/foursight"));
    }
    step("the page in a browser", test)
}

fn require() -> Result<()> {
    let has_npm = Command::new("npm").arg("--version").output().is_ok_and(|o| o.status.success());
    let has_browser = std::env::var_os("CHROMIUM").is_some()
        || BROWSERS.iter().any(|browser| Path::new(browser).exists());
    if has_npm && has_browser {
        return Ok(());
    }
    bail!(
        "the tests of the page need Node.js 20 with npm, and Chromium: \
         `apt-get install nodejs npm chromium`, or CHROMIUM=/path/to/it; \
         `cargo xtask test --no-browser` skips them"
    )
}
