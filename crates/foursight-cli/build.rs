//! Hands the WebAssembly module that `FOURSIGHT_EMBED_ENGINE` names to the compiler, as releases do; without it, the
//! program has none.

use std::path::{Path, PathBuf};
use std::process::exit;
use std::{env, fs};

const VARIABLE: &str = "FOURSIGHT_EMBED_ENGINE";

fn main() {
    println!("cargo::rerun-if-env-changed={VARIABLE}");
    let module = env::var_os(VARIABLE).map(PathBuf::from).map(|path| read(&path));
    let folder = env::var_os("OUT_DIR").expect("cargo says where to write");
    let file = Path::new(&folder).join("engine.wasm");
    if let Err(error) = fs::write(&file, module.unwrap_or_default()) {
        fail(&file, &error.to_string());
    }
}

/// The module in a file.
fn read(path: &Path) -> Vec<u8> {
    println!("cargo::rerun-if-changed={}", path.display());
    let module = fs::read(path).unwrap_or_else(|error| fail(path, &error.to_string()));
    if !module.starts_with(b"\0asm") {
        fail(path, "this is not a WebAssembly module; `cargo xtask wasm` builds one");
    }
    module
}

fn fail(path: &Path, reason: &str) -> ! {
    println!("cargo::error={VARIABLE}: {}: {reason}", path.display());
    exit(1)
}
