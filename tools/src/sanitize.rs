//! `cargo xtask sanitize`: the sandbox, from its launcher to process 1 inside, and the engine under `AddressSanitizer`, the
//! engine's threads under `ThreadSanitizer`, and its table under Miri.

use std::process::Command;

use anyhow::Result;

use crate::{nightly, output, step, target};

/// Runs the tests, if there is a nightly toolchain with Miri and the source of the standard library.
pub(crate) fn run() -> Result<()> {
    if output(&mut nightly(&["miri", "--version"])).is_err() {
        eprintln!(
            "tools: NOT TESTED: sanitizers; `rustup toolchain install nightly --component miri,rust-src` installs them"
        );
        return Ok(());
    }
    let mut sandbox = instrumented("address", "foursight-sandbox")?;
    sandbox.args(["--lib", "--bins", "--tests", "--"]);
    // These leave no process or address space to the sanitizer itself, which looks for leaks inside the jail.
    for name in ["limits::memory", "limits::processes", "matrix::every_environment_is_safe"] {
        sandbox.args(["--skip", name]);
    }
    step("the sandbox under AddressSanitizer", sandbox)?;
    let mut engine = instrumented("address", "foursight-engine")?;
    // A table that is too large must be an error here, too.
    engine.args(["--lib", "--tests"]).env("ASAN_OPTIONS", "allocator_may_return_null=1");
    step("the engine under AddressSanitizer", engine)?;
    let mut threads = instrumented("thread", "foursight-engine")?;
    threads.args(["-Zbuild-std", "--test", "it", "threads::"]);
    // This one takes more than ten minutes.
    threads.args(["--", "--skip", "random_positions_have_one_score"]);
    step("the engine's threads under ThreadSanitizer", threads)?;
    let mut table = nightly(&["miri", "test", "--package", "foursight-engine", "--lib", "--"]);
    // The other tests of the table take minutes each.
    table.args(["sharing_changes_no_answer", "waiting_moves_are_translated", "thread_budget"]);
    step("the engine's table under Miri", table)
}

/// The tests of a package, compiled with a sanitizer.
fn instrumented(sanitizer: &str, package: &str) -> Result<Command> {
    // With a target, the programs that build packages are not instrumented.
    let mut test = nightly(&["test", "--target", "x86_64-unknown-linux-gnu", "--package", package]);
    test.env("RUSTFLAGS", format!("-Zsanitizer={sanitizer}")).env("ASAN_OPTIONS", "detect_leaks=0");
    test.env("CARGO_TARGET_DIR", target()?.join(sanitizer));
    Ok(test)
}
