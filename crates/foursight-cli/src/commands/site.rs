//! `foursight site`: writes the page as static files, with the WebAssembly engine that lets browsers analyze and play on
//! their own.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use foursight_engine::OpeningBooks;
use foursight_web::{SiteFile, site};

use crate::failure::UsageError;

/// Write the page as static files for any web host: everything except network games.
///
/// Visitors play against every level, analyze, learn and solve puzzles in their browsers; the host runs nothing. The
/// files work in any folder of a host, and offline after the first visit.
#[derive(Args, Debug)]
pub(crate) struct SiteArgs {
    /// The folder to write into, created if it is missing.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// WebAssembly module that plays and analyzes; `cargo xtask wasm` builds it [default: the one compiled in, as
    /// in releases].
    #[arg(long, env = "FOURSIGHT_ENGINE", hide_env_values = true, value_name = "FILE")]
    engine: Option<PathBuf>,
    /// Write even if the folder is not empty: files with the same names are replaced, others are kept.
    #[arg(long)]
    force: bool,
}

pub(crate) fn run(args: &SiteArgs) -> Result<()> {
    let engine = read_engine(args.engine.as_deref())?.ok_or_else(|| {
        let missing = "this program does not contain the WebAssembly module that browsers need; build it with \
                       `cargo xtask wasm`, and give its file with --engine";
        UsageError(missing.to_owned())
    })?;
    let folder = &args.folder;
    if !args.force && !is_empty(folder)? {
        let message = format!("{} is not empty; --force writes into it anyway", folder.display());
        return Err(UsageError(message).into());
    }
    let files = site(&engine, &OpeningBooks::embedded())?;
    for file in &files {
        write(folder, file)?;
    }
    let n_bytes: usize = files.iter().map(|file| file.contents.len()).sum();
    let n_files = files.len();
    writeln!(io::stdout(), "{}: {n_files} files, {n_bytes} bytes", folder.display())?;
    Ok(())
}

/// Whether a folder is empty or does not exist.
fn is_empty(folder: &Path) -> Result<bool> {
    match fs::read_dir(folder) {
        Ok(mut entries) => Ok(entries.next().is_none()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error).with_context(|| folder.display().to_string()),
    }
}

fn write(folder: &Path, file: &SiteFile) -> Result<()> {
    let path = folder.join(&file.path);
    let parent = path.parent().unwrap_or(folder);
    fs::create_dir_all(parent).with_context(|| parent.display().to_string())?;
    foursight_files::write(&path, &file.contents).with_context(|| path.display().to_string())
}

/// The embedded module; empty unless `FOURSIGHT_EMBED_ENGINE` named a module when this program was compiled.
static EMBEDDED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/engine.wasm"));

/// The module in the file given by `--engine`, otherwise the one compiled in, if there is one.
pub(crate) fn read_engine(file: Option<&Path>) -> Result<Option<Vec<u8>>> {
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
