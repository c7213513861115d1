//! `cargo xtask wasm`: builds the WebAssembly module for browsers and Node.js.

use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result};

use crate::command::{cargo, has_target, program, step, target, workspace};

const TARGET: &str = "wasm32-unknown-unknown";

/// Vectors, which every browser has had since 2023. Arrays of up to 32 words are filled and copied word by word: the V8
/// of 2026 leaves WebAssembly for the bulk instruction, which took a quarter of the search time. Fewer functions are
/// compiled into their callers, which saves bytes and no time.
const FLAGS: [&str; 2] = [
    "-Ctarget-feature=+simd128",
    "-Cllvm-args=-max-store-memset=12 -max-store-memcpy=32 -inline-threshold=20",
];

/// Builds the module, and returns its path. The npm package and the Python package need it at the same time.
pub(crate) fn build() -> Result<PathBuf> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    if !has_target(TARGET)? {
        let mut add = program("rustup", &["target", "add", TARGET]);
        // `$(cargo xtask wasm)` must be only the module's path.
        add.stdout(std::io::stderr());
        step("install the standard library for WebAssembly", add)?;
    }
    let folder = target().join("wasm");
    let mut build =
        cargo(&["build", "--locked", "--profile", "wasm", "--package", "foursight-wasm"]);
    build.args(["--target", TARGET, "--target-dir"]).arg(&folder);
    let flags = FLAGS.into_iter().map(str::to_owned).chain(remaps()?).collect::<Vec<_>>();
    build.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    step("the WebAssembly module", build)?;
    let bytes = fs::read(folder.join(TARGET).join("wasm/foursight_wasm.wasm"))?;
    let module = folder.join("foursight.wasm");
    foursight_files::write(&module, &bytes).with_context(|| module.display().to_string())?;
    Ok(module)
}

/// The folders whose names the compiler would embed in a program, with their replacements. For a file in several of
/// them, the last one applies.
pub(crate) fn folders() -> Result<Vec<(PathBuf, &'static str)>> {
    let registries = cargo_home()?.join("registry/src");
    let mut folders = Vec::new();
    for registry in fs::read_dir(&registries).with_context(|| registries.display().to_string())? {
        folders.push((registry?.path(), "dependencies"));
    }
    folders.push((workspace().to_owned(), "foursight"));
    folders.push((target().to_owned(), "target"));
    Ok(folders)
}

/// Cargo's folder with the sources of dependencies.
pub(crate) fn cargo_home() -> Result<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    home.or_else(|| Some(std::env::home_dir()?.join(".cargo"))).context("cargo has no home folder")
}

/// The flags that replace the names of folders.
pub(crate) fn remaps() -> Result<impl Iterator<Item = String>> {
    let flag = |(from, to): (PathBuf, &str)| format!("--remap-path-prefix={}={to}", from.display());
    Ok(folders()?.into_iter().map(flag))
}
