//! `cargo xtask wasm`: builds the WebAssembly module for browsers and Node.js.

mod debian;
mod toolchain;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result};

use crate::metadata;
use crate::step::{step, workspace};
use toolchain::Toolchain;

const TARGET: &str = "wasm32-unknown-unknown";

/// The module's profile, and its target folder.
const PROFILE: &str = "wasm";

const SIMD: &str = "-Ctarget-feature=+simd128";

/// Arrays of up to 32 words are filled and copied word by word: the V8 of 2026 leaves WebAssembly for the bulk
/// instruction, which took a quarter of the search time. Fewer functions are compiled into their callers, which saves bytes
/// and no time.
const CODE: &str = "-Cllvm-args=-max-store-memset=12 -max-store-memcpy=32 -inline-threshold=20";

const PACKAGE: &str = "foursight-wasm";

/// Builds the module, and prints its path.
pub(crate) fn run() -> Result<()> {
    let module = build()?;
    println!("{}", module.display());
    Ok(())
}

/// Builds the module, and returns its path. The npm package and the Python package need it at the same time.
pub(crate) fn build() -> Result<PathBuf> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = metadata::target()?.join("wasm");
    let toolchain = Toolchain::get(&folder)?;
    let mut build = toolchain.cargo_build();
    build.args(["--locked", "--profile", PROFILE, "--package", PACKAGE, "--target", TARGET]);
    build.arg("--target-dir").arg(&folder).current_dir(workspace());
    build.env("CARGO_ENCODED_RUSTFLAGS", flags(&toolchain.folders()?).join("\x1f"));
    step("the WebAssembly module", build)?;
    let output = folder.join(TARGET).join(PROFILE).join("foursight_wasm.wasm");
    let module = folder.join("foursight.wasm");
    let bytes = fs::read(&output).with_context(|| output.display().to_string())?;
    foursight_files::write(&module, &bytes).with_context(|| module.display().to_string())?;
    Ok(module)
}

/// Builds another solver as a module for comparison, and returns its path.
pub(crate) fn build_peer() -> Result<PathBuf> {
    let folder = metadata::target()?.join("wasm");
    let mut build = Toolchain::get(&folder)?.cargo_build();
    build.args(["--locked", "--release", "--target", TARGET]);
    let folder = folder.join("peer");
    build.arg("--target-dir").arg(&folder).current_dir(workspace().join("tools/peers/wasm"));
    build
        .env("CARGO_ENCODED_RUSTFLAGS", [SIMD, "--cfg=getrandom_backend=\"wasm_js\""].join("\x1f"));
    step("another solver as a module", build)?;
    Ok(folder.join(TARGET).join("release/foursight_peer_module.wasm"))
}

/// Enables vectors, which every browser has had since 2023, and removes this machine's folder names.
fn flags(folders: &[(PathBuf, &str)]) -> Vec<String> {
    let mut flags = vec![SIMD.to_owned(), CODE.to_owned()];
    let remap =
        |(from, to): &(PathBuf, &str)| format!("--remap-path-prefix={}={to}", from.display());
    flags.extend(folders.iter().map(remap));
    flags
}

/// The workspace folder, as a source folder.
fn own_folder() -> (PathBuf, &'static str) {
    (Path::new(workspace()).to_owned(), "foursight")
}
