//! `cargo xtask sanitize`: the sandbox, from its launcher to process 1 inside, the engine and the Python package's module
//! under `AddressSanitizer`, the engine's threads under `ThreadSanitizer`, and its table under Miri.

use std::fs;
use std::process::Command;

use anyhow::Result;

use crate::{nightly, output, step, target, workspace};

/// With a target, the programs that build packages are not instrumented.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// The tests of the Python package whose processes load little else.
const PYTHON_TESTS: [&str; 6] = [
    "test_answers.py",
    "test_games.py",
    "test_many.py",
    "test_position.py",
    "test_selfplay.py",
    "test_solving.py",
];

/// Runs the tests, if there is a nightly toolchain with Miri and the source of the standard library.
pub(crate) fn run() -> Result<()> {
    if output(&mut nightly(&["miri", "--version"])).is_err() {
        eprintln!(
            "tools: NOT TESTED: sanitizers; `rustup toolchain install nightly --component miri,rust-src` installs them"
        );
        return Ok(());
    }
    let mut sandbox = instrumented("test", "address", "foursight-sandbox")?;
    sandbox.args(["--lib", "--bins", "--tests", "--"]);
    // These leave no process or address space to the sanitizer itself, which looks for leaks inside the jail.
    for name in ["limits::memory", "limits::processes", "matrix::every_environment_is_safe"] {
        sandbox.args(["--skip", name]);
    }
    step("the sandbox under AddressSanitizer", sandbox)?;
    let mut engine = instrumented("test", "address", "foursight-engine")?;
    // A table that is too large must be an error here, too.
    engine.args(["--lib", "--tests"]).env("ASAN_OPTIONS", "allocator_may_return_null=1");
    step("the engine under AddressSanitizer", engine)?;
    python()?;
    let mut threads = instrumented("test", "thread", "foursight-engine")?;
    threads.args(["-Zbuild-std", "--test", "it", "threads::"]);
    step("the engine's threads under ThreadSanitizer", threads)?;
    let mut table = nightly(&["miri", "test", "--package", "foursight-engine", "--lib", "--"]);
    // The other tests of the table take minutes each.
    table.args(["sharing_changes_no_answer", "waiting_moves_are_translated", "thread_budget"]);
    step("the engine's table under Miri", table)
}

/// The tests of the Python package, with an instrumented module beside copies of its other files.
fn python() -> Result<()> {
    let python = target()?.join("tools/python/bin/python");
    if !python.exists() {
        eprintln!(
            "tools: NOT TESTED: the Python module; `cargo xtask python` sets up what its tests need"
        );
        return Ok(());
    }
    let module = instrumented("build", "address", "foursight-python")?;
    step("the Python module for AddressSanitizer", module)?;
    let (built, package) = (target()?.join("address"), workspace().join("crates/foursight-python"));
    let path = built.join("python");
    fs::create_dir_all(&path)?;
    let mut copy = Command::new("cp");
    copy.arg("-r").arg(package.join("python/foursight")).arg(&path);
    step("its other files", copy)?;
    let library = built.join(TARGET).join("debug/lib_foursight.so");
    fs::copy(library, path.join("foursight/_foursight.abi3.so"))?;
    // Python itself is not instrumented, so it must load the sanitizer first.
    let sanitizer = output(Command::new("gcc").arg("-print-file-name=libasan.so"))?;
    let mut test = Command::new(python);
    test.args(["-m", "pytest", "-p", "no:cacheprovider"]).args(PYTHON_TESTS);
    test.current_dir(package.join("tests")).env("PYTHONPATH", path).env("PYTHONMALLOC", "malloc");
    test.env("LD_PRELOAD", sanitizer.trim()).env("ASAN_OPTIONS", "detect_leaks=0");
    step("the Python module under AddressSanitizer", test)
}

/// Cargo with a subcommand for a package, compiled with a sanitizer.
fn instrumented(subcommand: &str, sanitizer: &str, package: &str) -> Result<Command> {
    let mut cargo = nightly(&[subcommand, "--target", TARGET, "--package", package]);
    cargo.env("RUSTFLAGS", format!("-Zsanitizer={sanitizer}"));
    cargo.env("ASAN_OPTIONS", "detect_leaks=0").env("CARGO_TARGET_DIR", target()?.join(sanitizer));
    Ok(cargo)
}
