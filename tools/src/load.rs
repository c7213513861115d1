//! Tests the server under load: kills, live games, request rates, memory.

use anyhow::Result;
use clap::Args;

use crate::{cargo, step};

#[derive(Args, Debug)]
pub(crate) struct LoadArgs {
    /// Run only these parts: class, fairness, kill, load, memory or refusals.
    parts: Vec<String>,
}

/// Runs the parts one after another, because each of them measures. Copy their figures into docs/benchmarks.md by hand.
pub(crate) fn run(args: &LoadArgs) -> Result<()> {
    let mut names: Vec<String> = args.parts.iter().map(|part| format!("serve::{part}")).collect();
    if names.is_empty() {
        names.push("serve::".to_owned());
    }
    let mut tests =
        cargo(&["test", "--release", "--package", "foursight-cli", "--test", "it", "--"]);
    tests.args(["--test-threads=1", "--nocapture"]).args(names).env("LOAD_TESTS", "1");
    step("the server under load", tests)
}
