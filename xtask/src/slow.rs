//! `cargo xtask slow`: tests that are too slow to run on every change, including load tests of the server.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result};
use clap::Args;

use crate::step::{cargo, step, workspace};
use crate::{api, mutants, package, page, platforms, proof, release, setup};

#[derive(Args, Debug)]
pub(crate) struct SlowArgs {
    /// Seconds for each fuzz target; 0 skips fuzzing.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    fuzz_time: u32,
    /// Skip the tests and only fuzz.
    #[arg(long)]
    fuzz_only: bool,
}

pub(crate) fn run(args: &SlowArgs) -> Result<()> {
    if !args.fuzz_only {
        platforms::check()?;
        package::run()?;
        let mut tests = cargo(&["test", "--workspace", "--release"]);
        tests.env("SLOW_TESTS", "1");
        step("slow tests", tests)?;
        setup::run_for_page()?;
        page::run(&page::PageArgs { dark: true, slow: true })?;
        load(&LoadArgs::default())?;
        proof::run(&proof::ProofArgs::default())?;
        mutants::run(&mutants::MutantsArgs::default())?;
        api::run()?;
        release::twice()?;
    }
    if args.fuzz_time > 0 { fuzz(args.fuzz_time) } else { Ok(()) }
}

#[derive(Args, Debug, Default)]
pub(crate) struct LoadArgs {
    /// Run only these parts: class, fairness, fuzz, kill, load, memory or refusals.
    parts: Vec<String>,
}

/// Runs the parts one after another, because each of them measures. Copy their figures into docs/benchmarks.md by hand.
pub(crate) fn load(args: &LoadArgs) -> Result<()> {
    let mut names: Vec<String> = args.parts.iter().map(|part| format!("serve::{part}")).collect();
    if names.is_empty() {
        names.push("serve::".to_owned());
    }
    let mut tests =
        cargo(&["test", "--release", "--package", "foursight-cli", "--test", "it", "--"]);
    tests.args(["--test-threads=1", "--nocapture"]).args(names).env("LOAD_TESTS", "1");
    step("the server under load", tests)
}

/// Runs every target in `fuzz/` in turn; needs a nightly toolchain.
fn fuzz(seconds: u32) -> Result<()> {
    if !cargo(&["fuzz", "--version"]).output().is_ok_and(|output| output.status.success()) {
        step("install cargo-fuzz", cargo(&["install", "--locked", "cargo-fuzz"]))?;
    }
    for target in fuzz_targets()? {
        let mut command = Command::new("cargo");
        command
            .args(["+nightly", "fuzz", "run", &target, "--"])
            .arg(format!("-max_total_time={seconds}"))
            .args(["-max_len=400", "-timeout=5"])
            .current_dir(workspace());
        // Cargo sets these for this task; the fuzz target needs the nightly compiler instead.
        for variable in ["CARGO", "RUSTC", "RUSTDOC", "RUSTUP_TOOLCHAIN"] {
            command.env_remove(variable);
        }
        step(&format!("fuzz {target}"), command)?;
    }
    Ok(())
}

fn fuzz_targets() -> Result<Vec<String>> {
    let folder = workspace().join("fuzz/fuzz_targets");
    let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let mut targets = Vec::new();
    for entry in entries {
        let path = entry?.path();
        targets.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
    }
    targets.sort();
    Ok(targets)
}
