//! `cargo xtask proof`: Coq checks the proofs in `proof`, and refuses the plans that the checker in Rust refuses.

use std::process::Command;

use anyhow::Result;
use clap::Args;

use crate::pool::Job;
use crate::setup;
use crate::step::{cargo, step, workspace};

#[derive(Args, Debug, Default)]
pub(crate) struct ProofArgs {
    /// Compile what Coq computes, which then takes three minutes of processor time; needs an OCaml compiler.
    #[arg(long)]
    native: bool,
}

pub(crate) fn run(args: &ProofArgs) -> Result<()> {
    setup::run_for_proof()?;
    step("proofs", script(args.native.then_some("--native")))?;
    let mut tests = cargo(&["test", "--package", "foursight", "--test", "it", "proof::"]);
    tests.env("PROOF_TESTS", "1");
    step("plans that Coq must refuse", tests)
}

/// The proofs that take seconds.
pub(crate) fn quick() -> Job {
    let alone = "proof/run quick".to_owned();
    Job { name: "proofs".to_owned(), command: script(Some("quick")), alone }
}

fn script(argument: Option<&str>) -> Command {
    let mut command = Command::new("sh");
    command.arg(workspace().join("proof/run")).args(argument);
    command
}
