//! The page in a browser: `e2e/`, with the types of its scripts.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::check::{step, workspace};

/// The browsers that the tests of the page can drive.
const BROWSERS: [&str; 3] =
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/// Runs all tests of the page against the program that the other tests have built.
pub(crate) fn run() -> Result<()> {
    require()?;
    let folder = workspace().join("e2e");
    let npm = |args: &[&str]| {
        let mut command = Command::new("npm");
        command.args(args).current_dir(&folder);
        command
    };
    step("packages for the page's tests", npm(&["ci", "--silent", "--no-audit", "--no-fund"]))?;
    step("the page in a browser", npm(&["test", "--silent"]))
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
         `cargo xtask test --no-browser` leaves them out"
    )
}
