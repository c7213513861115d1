//! Checks that a release is identical, byte for byte, wherever it is built.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::ARTIFACTS;
use crate::metadata;
use crate::step::{step, workspace};

/// Builds the release of the last commit in two clones, in folders with names of different lengths, and compares the
/// checksums.
pub(crate) fn twice() -> Result<()> {
    let one = made_in("one")?;
    let another = made_in("another")?;
    ensure!(one == another, "two releases of one commit differ:\n{one}\n{another}");
    Ok(())
}

/// The checksums of a release built in a fresh clone, whose files are then deleted.
fn made_in(name: &str) -> Result<String> {
    let folder = metadata::target()?.join("release-twice").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let mut clone = Command::new("git");
    clone.args(["clone", "--quiet"]).arg(workspace()).arg(&folder);
    step(&format!("clone into {}", folder.display()), clone)?;
    let target_folder = folder.join("target");
    let mut release = Command::new("cargo");
    release.args(["xtask", "release", "--wheel"]).current_dir(&folder);
    release.env("CARGO_TARGET_DIR", &target_folder);
    step("release", release)?;
    let path = target_folder.join(ARTIFACTS).join("SHA256SUMS");
    let checksums = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    fs::remove_dir_all(&folder)?;
    Ok(checksums)
}
