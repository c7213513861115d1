//! `cargo xtask proof`: Coq checks the proofs in `proof`, and refuses the plans that the checker in Rust refuses.

use std::process::Command;

use anyhow::Result;
use clap::Args;

use crate::command::{cargo, program, step};
use crate::runner::Job;
use crate::setup;

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

/// The proofs that take seconds. Without Coq, which CI installs, they are left out.
pub(crate) fn jobs() -> Vec<Job> {
    let is_there = setup::has_coq() || setup::is_ci() && setup::run_for_proof().is_ok();
    let command = if is_there {
        script(Some("quick"))
    } else {
        program("echo", &["NOT TESTED: the proofs, which need Coq"])
    };
    vec![Job { name: "the proofs", command, alone: "proof/run quick" }]
}

fn script(argument: Option<&str>) -> Command {
    let mut command = program("sh", &["proof/run"]);
    command.args(argument);
    command
}
