//! `cargo xtask test`: runs all tests.

use anyhow::Result;
use clap::Args;

use crate::command::cargo;
use crate::runner::{self, Job, Part};
use crate::setup::{self, Without};
use crate::{page, proof, python, tools};

#[derive(Args, Debug)]
pub(crate) struct TestArgs {
    /// Install missing programs with apt-get, as if the variable CI were set.
    #[arg(long)]
    install: bool,
    #[command(flatten)]
    without: Without,
}

pub(crate) fn run(args: &TestArgs) -> Result<()> {
    let without = args.without;
    setup::run(without, args.install)?;
    let crates: Part = &|| crates(without);
    let proofs: Part = &|| Ok(proof::jobs());
    let page: Part = &|| page::jobs(without);
    let mut parts = vec![crates, proofs];
    if !without.no_python {
        parts.push(&python::jobs);
    }
    if !without.no_browser {
        parts.push(page);
    }
    runner::run_parts(&parts, without)
}

/// The tests of the crates, and the examples in their documentation.
fn crates(without: Without) -> Result<Vec<Job>> {
    runner::build(without)?;
    let mut tests = tools::pinned("cargo-nextest")?;
    tests.args(["nextest", "run", "--workspace"]).args(without.exclusions());
    tests.arg("--").args(without.skips().flat_map(|module| ["--skip", module]));
    let mut examples = cargo(&["test", "--workspace", "--doc", "--quiet"]);
    examples.args(without.exclusions());
    Ok(vec![
        Job { name: "crates", command: tests, alone: "cargo test -p CRATE TEST" },
        Job { name: "examples", command: examples, alone: "cargo test --workspace --doc" },
    ])
}
