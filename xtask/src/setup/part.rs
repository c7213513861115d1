//! Parts of the tests that can be left out.

use clap::Args;

/// The parts to leave out.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct Parts {
    /// Leave out the tests of the page, which need Chromium and Node.js.
    #[arg(long)]
    no_browser: bool,
    /// Leave out the tests of the arena, its sandbox and the class, whose bots need Python and Ruby.
    #[arg(long)]
    no_bots: bool,
    /// Leave out the tests of the terminal game that need tmux.
    #[arg(long)]
    no_terminal: bool,
    /// Leave out the tests of the Python package, which need Python 3.10.
    #[arg(long)]
    no_python: bool,
}

/// A part of the tests that needs its own programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Browser,
    Bots,
    Terminal,
    Python,
}

impl Part {
    const ALL: [Self; 4] = [Self::Browser, Self::Bots, Self::Terminal, Self::Python];

    /// The option that leaves it out.
    pub(crate) fn option(self) -> &'static str {
        match self {
            Self::Browser => "--no-browser",
            Self::Bots => "--no-bots",
            Self::Terminal => "--no-terminal",
            Self::Python => "--no-python",
        }
    }

    /// The part's subject.
    fn subject(self) -> &'static str {
        match self {
            Self::Browser => "the page",
            Self::Bots => "the arena, its sandbox and the class",
            Self::Terminal => "the game in a terminal",
            Self::Python => "the Python package",
        }
    }

    /// The packages whose tests all belong to it.
    pub(super) fn packages(self) -> &'static [&'static str] {
        match self {
            Self::Bots => &["foursight-arena", "foursight-class", "foursight-sandbox"],
            Self::Browser | Self::Terminal | Self::Python => &[],
        }
    }

    /// The modules of tests in other packages that belong to it.
    pub(super) fn modules(self) -> &'static [&'static str] {
        match self {
            Self::Browser | Self::Python => &[],
            Self::Bots => &["arena::", "isolation::", "serve::class::"],
            Self::Terminal => &["screen::", "panics::"],
        }
    }
}

impl Parts {
    pub(crate) fn include(&self, part: Part) -> bool {
        !match part {
            Part::Browser => self.no_browser,
            Part::Bots => self.no_bots,
            Part::Terminal => self.no_terminal,
            Part::Python => self.no_python,
        }
    }

    fn left_out(&self) -> impl Iterator<Item = Part> {
        Part::ALL.into_iter().filter(|&part| !self.include(part))
    }

    /// Arguments of `cargo test` that leave packages out.
    pub(crate) fn exclusions(&self) -> Vec<String> {
        let packages = self.left_out().flat_map(Part::packages);
        packages.map(|package| format!("--exclude={package}")).collect()
    }

    /// Arguments of test programs that leave modules out.
    pub(crate) fn skips(&self) -> Vec<String> {
        let modules = self.left_out().flat_map(Part::modules);
        modules.map(|module| format!("--skip={module}")).collect()
    }

    /// The parts that were not tested, and why.
    pub(crate) fn untested(&self) -> Vec<String> {
        let one = |part: Part| format!("{} ({})", part.subject(), part.option());
        self.left_out().map(one).collect()
    }
}
