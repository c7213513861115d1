//! The files that decide how a player moves.

use std::collections::VecDeque;
use std::fs;
use std::path::PathBuf;

use super::ContestantArg;

/// The most files and folders to look at. Beyond that, a large folder holds more than the player.
const MAX_ENTRIES: usize = 1000;

impl ContestantArg {
    /// The files on its command line and those in the folder that it may read, the nearest first.
    ///
    /// Names that start with a dot and files compiled by Python are left out.
    pub(crate) fn content(&self) -> Vec<PathBuf> {
        let mut files = self.files().to_vec();
        let mut folders: VecDeque<PathBuf> = self.folder().map(PathBuf::from).into_iter().collect();
        let mut n_left = MAX_ENTRIES;
        while let Some(folder) = folders.pop_front() {
            for path in names_in(&folder).into_iter().take(n_left) {
                n_left -= 1;
                // A link may lead back up.
                match fs::symlink_metadata(&path) {
                    Ok(metadata) if metadata.is_dir() => folders.push_back(path),
                    Ok(_) if path.is_file() && !files.contains(&path) => files.push(path),
                    _ => {}
                }
            }
        }
        files
    }
}

fn names_in(folder: &PathBuf) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_kept = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        !name.starts_with('.') && name != "__pycache__"
    };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_kept).collect();
    paths.sort();
    paths
}
