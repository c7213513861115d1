//! Players that have a folder of their own.

use std::fs;
use std::path::{Path, PathBuf};

/// The main file of a player that has its own folder.
pub(crate) fn main_file(folder: &Path) -> Option<PathBuf> {
    let whole = folder.canonicalize().ok()?;
    let name = whole.file_name()?;
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    let is_main = |file: &&PathBuf| {
        let stem = file.file_stem().unwrap_or_default();
        file.is_file()
            && (["main", "bot", "player"].iter().any(|main| stem == *main) || stem == name)
    };
    files.iter().find(is_main).cloned()
}
