//! The WebAssembly engine that lets browsers analyze and play on their own.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::failure::UsageError;

/// The embedded module; empty unless `FOURSIGHT_EMBED_ENGINE` named a module when this program was compiled.
static EMBEDDED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/engine.wasm"));

/// The module in the file given by `--engine`, otherwise the one compiled in, if there is one.
pub(crate) fn read(file: Option<&Path>) -> Result<Option<Vec<u8>>> {
    let Some(path) = file else {
        return Ok((!EMBEDDED.is_empty()).then(|| EMBEDDED.to_vec()));
    };
    let name = || format!("--engine {}", path.display());
    let module = fs::read(path).with_context(name)?;
    if !module.starts_with(b"\0asm") {
        let wrong = "this is not a WebAssembly module; `cargo xtask wasm` builds one";
        return Err(UsageError(format!("{}: {wrong}", name())).into());
    }
    Ok(Some(module))
}
