//! Build tasks: `cargo xtask test` runs everything that CI runs.

mod api;
mod compiler;
mod deny;
mod dependencies;
mod docs;
mod licenses;
mod metadata;
mod mutants;
mod node;
mod npm;
mod package;
mod page;
mod peers;
mod pinned_tools;
mod platforms;
mod pool;
mod proof;
mod python;
mod release;
mod setup;
mod slow;
mod step;
mod test;
mod tools;
mod venv;
mod wasm;

use anyhow::Result;
use clap::Parser;

/// Build tasks of this workspace.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Task {
    /// Run everything that CI runs: formatting, lints, tests, the page in a browser, documentation.
    ///
    /// First looks for the programs that the tests need, and asks before it installs system packages. With nobody to
    /// ask, it prints how to install them.
    Test(test::TestArgs),
    /// Test only the page, in a browser.
    Page(page::PageArgs),
    /// Build the Python package and test it in a virtual environment in the target directory.
    Python,
    /// Check the licenses, duplicate versions and sources of all dependencies.
    Deny,
    /// Build the book in `docs` as HTML.
    Docs,
    /// Build the WebAssembly module for browsers and Node.js.
    ///
    /// If rustup cannot install the standard library for it, unpacks Debian's compiler into the target folder.
    Wasm,
    /// Build the npm package, with the WebAssembly module.
    Npm,
    /// Build the packages for crates.io, and check their contents.
    Package,
    /// Build the downloads for this system: an archive, a Debian package and their checksums.
    Release(release::ReleaseArgs),
    /// Compare the solver with public ones; writes docs/benchmarks.md and its plot.
    Peers(peers::PeersArgs),
    /// Let Coq check the proofs that the plans give, and refuse wrong plans; takes a quarter of an hour or more.
    Proof(proof::ProofArgs),
    /// Build or verify the opening books: see `cargo xtask book --help`.
    Book(tools::ToolArgs),
    /// Count the positions of a board that games can reach: see `cargo xtask count --help`.
    Count(tools::ToolArgs),
    /// Play every level against the one below; writes docs/levels.md.
    Levels(tools::ToolArgs),
    /// Count how often results and mistakes in games between the levels have a reason; writes a section of docs/why.md.
    Reasons,
    /// Find the exercises of the page's learning path; writes them where the engine reads them.
    Exercises,
    /// Play levels against the first player's plan; writes the games, and the plan, where the page reads them.
    Beat,
    /// Solve the empty boards of all sizes on two threads; writes docs/sizes.md.
    ///
    /// Stop it with Ctrl-C at any time: the next run resumes.
    Sizes(tools::ToolArgs),
    /// Test the server under load: kills, live games, request rates, memory, fuzzed requests.
    Load(slow::LoadArgs),
    /// Test whether the server follows its API description; needs Python 3 with venv.
    Api,
    /// Break a sample of recently changed code, and count how often the tests notice.
    Mutants(mutants::MutantsArgs),
    /// Run the slow tests, a sample of mutants and every fuzz target; takes minutes to hours.
    Slow(slow::SlowArgs),
}

fn main() -> Result<()> {
    match Task::parse() {
        Task::Test(args) => test::run(&args),
        Task::Page(args) => setup::run_for_page().and_then(|()| page::run(&args)),
        Task::Python => setup::run_for_python().and_then(|()| python::run()),
        Task::Deny => deny::prepare()
            .and_then(|()| deny::run())
            .map(|untested| test::report(untested.as_slice())),
        Task::Docs => docs::run(),
        Task::Wasm => wasm::run(),
        Task::Npm => npm::run(),
        Task::Package => package::run(),
        Task::Release(args) => release::run(&args),
        Task::Peers(args) => peers::run(&args),
        Task::Proof(args) => proof::run(&args),
        Task::Book(args) => tools::run("book", &args),
        Task::Count(args) => tools::run("count", &args),
        Task::Levels(args) => tools::run("levels", &args),
        Task::Reasons => tools::reasons(),
        Task::Exercises => tools::exercises(),
        Task::Beat => tools::beat(),
        Task::Sizes(args) => tools::run("sizes", &args),
        Task::Load(args) => slow::load(&args),
        Task::Mutants(args) => mutants::run(&args),
        Task::Api => api::run(),
        Task::Slow(args) => slow::run(&args),
    }
}
