//! `cargo xtask slow`: tests that are too slow to run on every change, including load tests of the server.

use std::{env, fs};

use anyhow::{Result, ensure};

use crate::command::{cargo, has_target, step, target};
use crate::{package, page, proof, python, release, tools};

pub(crate) fn run() -> Result<()> {
    check_platforms()?;
    package::run(&[])?;
    let mut tests = cargo(&["test", "--workspace", "--release"]);
    tests.env("SLOW_TESTS", "1");
    step("slow tests", tests)?;
    page::run(&page::PageArgs { dark: true, slow: true })?;
    python::run(true)?;
    proof::run(&proof::ProofArgs::default())?;
    release::twice()?;
    play()?;
    let tools = ["load", "mutants", "api", "sanitize", "fuzz"];
    tools.into_iter().try_for_each(|tool| tools::hand_over(&[tool]))
}

/// Runs the simulations for a virtual year each, and the power cuts; the tests read SEED and DAYS themselves.
pub(crate) fn simulate() -> Result<()> {
    for (package, target, name) in [
        ("foursight-web", &["--test", "it"][..], "simulation::"),
        ("foursight-class", &["--lib"], "simulation::"),
        ("foursight-cli", &["--test", "it"], "power_cut::"),
    ] {
        let mut test = cargo(&["test", "--package", package]);
        test.args(target).args([name, "--", "--nocapture"]);
        if env::var_os("DAYS").is_none() {
            test.env("DAYS", "365");
        }
        step(&format!("simulations of {package}"), test)?;
    }
    Ok(())
}

/// Lints the workspace for each other system whose standard library is installed. Nothing is linked, so no tools of
/// other systems are needed.
fn check_platforms() -> Result<()> {
    for target in ["aarch64-apple-darwin", "x86_64-pc-windows-msvc"] {
        if !has_target(target)? {
            eprintln!("xtask: NOT TESTED: {target}; `rustup target add {target}` installs it");
            continue;
        }
        let mut clippy = cargo(&["clippy", "--workspace", "--all-targets", "--target", target]);
        clippy.args(["--", "--deny", "warnings"]);
        // Pretends that these systems have SQLite, so that its C code is not compiled.
        clippy.env("LIBSQLITE3_SYS_USE_PKG_CONFIG", "1").env("SQLITE3_LIB_DIR", "none");
        step(&format!("lints for {target}"), clippy)?;
    }
    Ok(())
}

/// Plays 504 games between levels with all assertions, which the other slow tests are built without.
fn play() -> Result<()> {
    let folder = target().join("assertions");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let mut play = cargo(&["run", "--quiet", "--package", "foursight-cli", "--", "arena", "run"]);
    play.args(["level:1", "level:4", "level:7", "level:10", "--pairs", "42", "--no-grades"]);
    // A level that thinks for long on a busy machine is no fault.
    play.args(["--clock", "60s", "--output"]).arg(&folder);
    step("games with all assertions", play)?;
    let games = fs::read_to_string(folder.join("games.jsonl"))?;
    let is_whole = |game: &&str| {
        [r#""ending":"line""#, r#""ending":"draw""#].iter().any(|ending| game.contains(ending))
    };
    let n_whole = games.lines().filter(is_whole).count();
    ensure!(
        n_whole == 504,
        "{n_whole} of 504 games were played to their end: {}",
        folder.display()
    );
    Ok(())
}
