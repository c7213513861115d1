//! The programs that the tests need besides Rust and a C compiler, and the parts of the tests that need them.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Result, bail};
use clap::Args;

use crate::command::{program, step, succeeds};

/// Fails on a Python that is too old, or that cannot create virtual environments.
const IS_RECENT: &str = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";

/// The parts to leave out.
#[derive(Args, Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct Without {
    /// Leave out the tests of the page, which need Chromium and Node.js.
    #[arg(long)]
    pub(crate) no_browser: bool,
    /// Leave out the tests of the arena, its sandbox and the class, whose bots need Python and Ruby.
    #[arg(long)]
    pub(crate) no_bots: bool,
    /// Leave out the tests of the terminal game that need tmux.
    #[arg(long)]
    pub(crate) no_terminal: bool,
    /// Leave out the tests of the Python package, which need Python 3.10.
    #[arg(long)]
    pub(crate) no_python: bool,
}

impl Without {
    /// Leaves out everything.
    pub(crate) const ALL: Self =
        Self { no_browser: true, no_bots: true, no_terminal: true, no_python: true };

    /// What is not tested, and why.
    pub(crate) fn untested(self) -> impl Iterator<Item = String> {
        let parts = [
            (self.no_browser, "the page (--no-browser)"),
            (self.no_bots, "the arena, its sandbox and the class (--no-bots)"),
            (self.no_terminal, "the game in a terminal (--no-terminal)"),
            (self.no_python, "the Python package (--no-python)"),
        ];
        parts.into_iter().filter(|(is_left_out, _)| *is_left_out).map(|(_, part)| part.to_owned())
    }

    /// Arguments of cargo that leave packages out, all of whose tests belong to a part.
    pub(crate) fn exclusions(self) -> &'static [&'static str] {
        const BOTS: &[&str] = &[
            "--exclude=foursight-arena",
            "--exclude=foursight-class",
            "--exclude=foursight-sandbox",
        ];
        if self.no_bots { BOTS } else { &[] }
    }

    /// The modules of tests in other packages that belong to the parts.
    pub(crate) fn skips(self) -> impl Iterator<Item = &'static str> {
        let bots =
            ["arena::", "isolation::", "serve::class::"].into_iter().filter(move |_| self.no_bots);
        bots.chain(["screen::", "panics::"].into_iter().filter(move |_| self.no_terminal))
    }

    /// The missing programs: each with its package in Debian and Ubuntu.
    fn missing(self) -> Vec<(&'static str, &'static str)> {
        let runs = |name: &str, arg: &str| succeeds(&mut program(name, &[arg]));
        let runs_python = succeeds(&mut program("python3", &["-c", IS_RECENT]));
        let needs = [
            ("kill", "procps", true, runs("kill", "-l")),
            // The tools come from PyPI.
            ("Python 3.10 with venv", "python3-venv", true, runs_python),
            ("Ruby", "ruby", !self.no_bots, runs("ruby", "--version")),
            ("tmux", "tmux", !self.no_terminal, runs("tmux", "-V")),
            ("Chromium (or CHROMIUM)", "chromium", !self.no_browser, browser().is_some()),
            // The page's font: with a wider one, the longest texts do not fit on a phone.
            ("Lato", "fontconfig fonts-lato", !self.no_browser, has_font()),
        ];
        let missing = needs.into_iter().filter(|(.., is_needed, is_there)| *is_needed && !is_there);
        missing.map(|(name, package, ..)| (name, package)).collect()
    }
}

/// Fails if a needed program is missing, and says how to install it on Debian and Ubuntu. Where `--install` or the
/// variable `CI` allows it, installs it.
pub(crate) fn run(without: Without, is_allowed: bool) -> Result<()> {
    provide(&|| without.missing(), is_allowed)
}

/// Installs Coq if it is missing.
pub(crate) fn run_for_proof() -> Result<()> {
    provide(&|| if has_coq() { Vec::new() } else { vec![("Coq", "coq")] }, true)
}

pub(crate) fn is_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| !value.is_empty())
}

pub(crate) fn has_coq() -> bool {
    succeeds(&mut program("coqc", &["--version"]))
}

fn provide(look: &dyn Fn() -> Vec<(&'static str, &'static str)>, is_allowed: bool) -> Result<()> {
    let mut missing = look();
    let packages: Vec<&str> = missing.iter().map(|(_, package)| *package).collect();
    let line = install_line(&packages);
    if let Some(line) = line.as_ref().filter(|_| !missing.is_empty() && (is_allowed || is_ci())) {
        let mut install = Command::new("sh");
        // A command that asks a question gets no answer. Success is judged by what is still missing afterwards.
        install.args(["-c", line]).stdin(Stdio::null());
        if let Err(error) = step(line, install) {
            eprintln!("xtask: {error:#}");
        }
        missing = look();
    }
    if missing.is_empty() {
        return Ok(());
    }
    let names = missing.iter().map(|(name, _)| *name).collect::<Vec<_>>().join("; ");
    let how = line.map_or(String::new(), |line| format!("; this installs them:\n\n    {line}\n"));
    bail!("these programs are missing: {names}{how}\nor leave out tests: see --help")
}

/// The line that installs packages on Debian and Ubuntu.
fn install_line(packages: &[&str]) -> Option<String> {
    if !succeeds(&mut program("apt-get", &["--version"])) {
        return None;
    }
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n");
    let sudo = if is_root { "" } else { "sudo " };
    let packages = packages.join(" ");
    Some(format!(
        "{sudo}apt-get update -q && {sudo}apt-get install -q -y --no-install-recommends {packages}"
    ))
}

/// Whether the page has its font; elsewhere, the system's font is as narrow.
fn has_font() -> bool {
    !cfg!(target_os = "linux") || succeeds(&mut program("fc-list", &["--quiet", ":family=Lato"]))
}

/// Browsers that the tests can drive.
const BROWSERS: [&str; 5] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/// The browser for the page's tests: `CHROMIUM`, or the first one that starts.
pub(crate) fn browser() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("CHROMIUM") {
        return Some(path.into());
    }
    let name = BROWSERS.into_iter().find(|name| succeeds(&mut program(name, &["--version"])))?;
    let search = std::env::var_os("PATH").unwrap_or_default();
    // The tests need the browser's full path.
    std::env::split_paths(&search).map(|folder| folder.join(name)).find(|path| path.is_file())
}
