//! Build tasks: `cargo xtask test` runs all tests, `cargo xtask lint` everything else that CI checks.

mod command;
mod licenses;
mod lint;
mod node;
mod npm;
mod package;
mod page;
mod proof;
mod python;
mod release;
mod runner;
mod setup;
mod slow;
mod test;
mod tools;
mod wasm;

use anyhow::Result;
use clap::Parser;

/// Build tasks of this workspace.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", after_help = tools::TOOLS)]
enum Task {
    /// Run all tests: of the crates, the page in a browser, and the Python package.
    ///
    /// First looks for the programs that the tests need, and prints how to install those that are missing.
    Test(test::TestArgs),
    /// Check everything that needs no test: formatting, lints, documentation, dependencies, packages.
    Lint,
    /// Test only the page, in a browser.
    Page(page::PageArgs),
    /// Build the Python package and test it in a virtual environment in the target directory.
    Python,
    /// Check the licenses, duplicate versions and sources of all dependencies.
    Deny,
    /// Build the book in `docs` as HTML.
    Docs,
    /// Build the WebAssembly module for browsers and Node.js.
    Wasm,
    /// Build the npm package, with the WebAssembly module.
    Npm,
    /// Build the packages for crates.io, and compile each as its users do.
    Package,
    /// Build the downloads for this system: an archive, a Debian package and their checksums.
    Release(release::ReleaseArgs),
    /// Let Coq check the proofs that the plans give, and refuse wrong plans; takes half an hour.
    ///
    /// Installs Coq with apt-get if it is missing.
    Proof(proof::ProofArgs),
    /// Simulate a year of games and of a class with failing disks, and power cuts; SEED=N repeats a failure.
    Simulate,
    /// Run the slow tests, a sample of mutants and every fuzz target; takes minutes to hours.
    Slow,
    /// Measure or generate: api, beat, book, count, exercises, fuzz, large, levels, load, mutants, order,
    /// peers, reasons, sanitize.
    #[command(external_subcommand)]
    Tool(Vec<String>),
}

fn main() -> Result<()> {
    match Task::parse() {
        Task::Test(args) => test::run(&args),
        Task::Lint => lint::run(),
        Task::Page(args) => page::run(&args),
        Task::Python => python::run(false),
        Task::Deny => lint::deny(),
        Task::Docs => lint::book(),
        Task::Wasm => wasm::build().map(|module| println!("{}", module.display())),
        Task::Npm => npm::pack().map(|package| println!("{}", package.display())),
        Task::Package => package::run(&[]),
        Task::Release(args) => release::run(&args),
        Task::Proof(args) => proof::run(&args),
        Task::Simulate => slow::simulate(),
        Task::Slow => slow::run(),
        Task::Tool(args) => tools::hand_over(&args),
    }
}
