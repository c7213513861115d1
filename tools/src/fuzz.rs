//! `cargo xtask fuzz`: every target in `fuzz/` under libFuzzer, which keeps in `fuzz/corpus` what reaches new code.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Result;
use clap::Args;

use crate::{nightly, step, workspace};

/// Options of the fuzz targets.
#[derive(Args, Debug)]
pub(crate) struct FuzzArgs {
    /// Seconds for each target.
    #[arg(long, value_name = "N", default_value_t = 360)]
    seconds: u32,
    /// Targets in `fuzz/fuzz_targets` [default: all].
    targets: Vec<String>,
}

/// Runs the targets, each for the same time; needs a nightly toolchain and cargo-fuzz.
pub(crate) fn run(args: &FuzzArgs) -> Result<()> {
    let mut targets = args.targets.clone();
    if targets.is_empty() {
        for entry in fs::read_dir(workspace().join("fuzz/fuzz_targets"))? {
            let path = entry?.path();
            targets.push(path.file_stem().unwrap_or_default().to_string_lossy().into_owned());
        }
        targets.sort();
    }
    let is_installed = Command::new("cargo-fuzz").arg("--version").output().is_ok();
    if !is_installed {
        step("install cargo-fuzz", crate::cargo(&["install", "--locked", "cargo-fuzz"]))?;
    }
    for target in targets {
        let mut run = nightly(&["fuzz", "run", &target, "--"]);
        run.arg(format!("-max_total_time={}", args.seconds));
        run.args(["-max_len=400", "-len_control=0", "-timeout=20", "-print_final_stats=1"]);
        // Two constants inside SQLite have the same name.
        run.env("ASAN_OPTIONS", "detect_odr_violation=0");
        // Databases and uploads of the targets are synced to disk, which takes no time here.
        if Path::new("/dev/shm").is_dir() {
            run.env("TMPDIR", "/dev/shm");
        }
        step(&format!("fuzz {target}"), run)?;
    }
    Ok(())
}
