//! A compiler for WebAssembly: the installed one, with the standard library from rustup, or Debian's.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::{TARGET, debian, own_folder};
use crate::platforms;
use crate::step::{cargo, step};

/// A compiler for WebAssembly.
pub(super) enum Toolchain {
    /// The compiler used for everything else; it has the standard library.
    Installed,
    /// Debian's compiler, unpacked into this folder; it must compile the standard library first.
    Unpacked(PathBuf),
}

impl Toolchain {
    /// The first one available: the installed compiler, with a standard library that rustup may download, or Debian's
    /// packages, unpacked below `folder`.
    pub(super) fn get(folder: &Path) -> Result<Self> {
        let unpacked = folder.join("debian");
        if platforms::is_installed(TARGET)? {
            return Ok(Self::Installed);
        }
        if debian::is_unpacked(&unpacked) {
            return Ok(Self::Unpacked(unpacked));
        }
        let mut add = Command::new("rustup");
        add.args(["target", "add", TARGET]);
        if let Err(error) = step("install the standard library for WebAssembly", add) {
            eprintln!("xtask: {error:#}");
        }
        if platforms::is_installed(TARGET)? {
            return Ok(Self::Installed);
        }
        let message = "the WebAssembly module needs `rustup target add wasm32-unknown-unknown`";
        debian::unpack(&unpacked).context(message)?;
        Ok(Self::Unpacked(unpacked))
    }

    /// `cargo build` with this compiler.
    pub(super) fn cargo_build(&self) -> Command {
        let mut command = cargo(&["build"]);
        if let Self::Unpacked(folder) = self {
            debian::use_compiler(&mut command, folder);
            // The sources of the standard library are those of this compiler, which is needed for unstable options.
            command.args(["-Zbuild-std=std,panic_abort"]).env("RUSTC_BOOTSTRAP", "1");
        }
        command
    }

    /// The source folder names that the compiler would embed in the module, with their replacements.
    pub(super) fn folders(&self) -> Result<Vec<(PathBuf, &'static str)>> {
        let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
        let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
        let home = home.context("cargo has no home folder")?;
        let mut folders = vec![(home, "dependencies"), own_folder()];
        if let Self::Unpacked(folder) = self {
            folders.push((folder.clone(), "rust"));
        }
        Ok(folders)
    }
}
