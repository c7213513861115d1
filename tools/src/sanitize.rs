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
    let mut test =
        nightly(&["test", "--package", "foursight-sandbox", "--lib", "--bins", "--tests"]);
    // With a target, the programs that build packages are not instrumented.
    test.args(["--target", "x86_64-unknown-linux-gnu"]).env("RUSTFLAGS", "-Zsanitizer=address");
    // Programs end by a signal or an exit of their own, and leave to the system what they hold.
    test.env("ASAN_OPTIONS", "detect_leaks=0").env("CARGO_TARGET_DIR", target()?.join("address"));
    step("the sandbox under AddressSanitizer", test)
}
