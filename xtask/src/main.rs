//! Build tasks: `cargo xtask test` is everything that CI runs.

mod book;
mod check;
mod docs;
mod levels;
mod load;
mod page;
mod peers;
mod slow;

use anyhow::Result;
use clap::Parser;

/// Build tasks of this workspace.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Task {
    /// Everything that CI runs: formatting, lints, tests, documentation, the page in a browser.
    Test(check::TestArgs),
    /// The tests of the page alone, in a browser.
    Page,
    /// Our solver beside public ones: writes docs/benchmarks.md and its plot.
    Peers(peers::PeersArgs),
    /// Build the opening books, or verify them: see `cargo xtask book --help`.
    Book(book::BookArgs),
    /// Every level against the one below: writes docs/levels.md.
    Levels(levels::LevelsArgs),
    /// The server under load: kills, live games, rates, memory, a fuzz run over its routes.
    Load(load::LoadArgs),
    /// What takes minutes to hours: the slow tests, and every fuzz target for a while.
    Slow(slow::SlowArgs),
}

fn main() -> Result<()> {
    match Task::parse() {
        Task::Test(args) => check::run(&args),
        Task::Page => page::build().and_then(|()| page::run()),
        Task::Peers(args) => peers::run(&args),
        Task::Book(args) => book::run(&args),
        Task::Levels(args) => levels::run(&args),
        Task::Load(args) => load::run(&args),
        Task::Slow(args) => slow::run(&args),
    }
}
