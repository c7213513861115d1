//! `cargo xtask test`: everything that must pass.

use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::setup::{self, Parts};
use crate::{deny, docs, package, suite};

#[derive(Args, Debug)]
pub(crate) struct TestArgs {
    /// Install missing system packages without asking, as if the variable CI were set.
    #[arg(long)]
    install: bool,
    #[command(flatten)]
    pub(crate) parts: Parts,
}

pub(crate) fn run(args: &TestArgs) -> Result<()> {
    let parts = &args.parts;
    setup::run(parts, args.install)?;
    step("formatting", cargo(&["fmt", "--all", "--check"]))?;
    let clippy = ["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"];
    step("lints", cargo(&clippy))?;
    let bare = ["clippy", "--package", "foursight-engine", "--no-default-features", "--", "--deny"];
    step("lints without an opening book", cargo(&[&bare[..], &["warnings"]].concat()))?;
    let mut untested = parts.untested();
    untested.extend(deny::run()?);
    untested.extend(docs::build()?);
    untested.extend(suite::run(parts)?);
    package::run()?;
    let mut doc = cargo(&["doc", "--workspace", "--no-deps", "--document-private-items"]);
    doc.env("RUSTDOCFLAGS", "--deny warnings");
    step("documentation", doc)?;
    report(&untested);
    Ok(())
}

/// Says what was not tested.
pub(crate) fn report(untested: &[String]) {
    if untested.is_empty() {
        eprintln!("xtask: everything passed");
    } else {
        eprintln!("xtask: passed, but NOT TESTED: {}", untested.join("; "));
    }
}

/// Prints a step's name, runs its command, and prints how long it took; fails if the command does.
pub(crate) fn step(name: &str, mut command: Command) -> Result<()> {
    eprintln!("xtask: {name}");
    let start = Instant::now();
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    ensure!(status.success(), "{name}: {command:?} failed ({status})");
    eprintln!("xtask: {name} in {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

pub(crate) fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(workspace());
    command
}

/// The folder of the workspace.
pub(crate) fn workspace() -> &'static std::path::Path {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace")
}
