//! `cargo xtask test`: runs everything that must pass.

use anyhow::Result;
use clap::Args;

use crate::setup::{self, Parts};
use crate::step::{cargo, step};
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

/// Reports what was not tested.
pub(crate) fn report(untested: &[String]) {
    if untested.is_empty() {
        eprintln!("xtask: everything passed");
    } else {
        eprintln!("xtask: passed, but NOT TESTED: {}", untested.join("; "));
    }
}
