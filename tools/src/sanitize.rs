//! `cargo xtask sanitize`: the sandbox, from its launcher to process 1 inside, under `AddressSanitizer`.

use anyhow::Result;

use crate::{nightly, output, step, target};

/// Runs the tests of the sandbox, if there is a nightly toolchain.
pub(crate) fn run() -> Result<()> {
    if output(&mut nightly(&["--version"])).is_err() {
        eprintln!(
            "tools: NOT TESTED: sanitizers; `rustup toolchain install nightly` installs them"
        );
        return Ok(());
    }
    // With a target, the programs that build packages are not instrumented.
    let mut test = nightly(&["test", "--target", "x86_64-unknown-linux-gnu"]);
    test.args(["--package", "foursight-sandbox", "--lib", "--bins", "--tests", "--"]);
    // These leave no process or address space to the sanitizer itself, which looks for leaks inside the jail.
    for name in ["limits::memory", "limits::processes", "matrix::every_environment_is_safe"] {
        test.args(["--skip", name]);
    }
    test.env("RUSTFLAGS", "-Zsanitizer=address").env("ASAN_OPTIONS", "detect_leaks=0");
    test.env("CARGO_TARGET_DIR", target()?.join("address"));
    step("the sandbox under AddressSanitizer", test)
}
