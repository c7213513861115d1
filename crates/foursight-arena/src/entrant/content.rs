//! The files that determine how a player moves.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::Entrant;
use crate::{check_files, fingerprint};

/// Maximum number of files and folders to look at. A larger folder holds more than the player.
const MAX_ENTRIES: usize = 1000;

impl Entrant {
    /// A hash of the files that determine how the player moves; see [`crate::Terms::fingerprints`].
    ///
    /// # Errors
    ///
    /// If one of them cannot be read.
    pub(crate) fn fingerprint(&self) -> io::Result<String> {
        let Some(program) = self.program() else { return fingerprint(&[]) };
        let own = fingerprint(&files_of(self.files(), program.folder.as_deref()))?;
        if program.named.is_empty() {
            return Ok(own);
        }
        let (folders, files): (Vec<_>, Vec<_>) =
            program.named.iter().cloned().partition(|path| path.is_dir());
        Ok(format!(
            "{own}+{}",
            fingerprint(&files_of(&files, folders.iter().map(PathBuf::as_path)))?
        ))
    }

    /// Rejects files that cannot be hashed.
    pub(crate) fn of_bearable_size(self) -> Result<Self, String> {
        let folder = self.program().and_then(|program| program.folder.as_deref());
        check_files(&files_of(self.files(), folder)).map_err(|error| error.to_string())?;
        Ok(self)
    }

    /// Keeps the current hash of the player's files.
    pub(crate) fn remember(&mut self) {
        self.remembered = self.fingerprint().ok();
    }

    /// Whether the player's files have changed since they were [remembered](Self::remember).
    pub(super) fn has_changed(&self) -> bool {
        self.remembered.is_some() && self.remembered != self.fingerprint().ok()
    }
}

/// These files and the files in these folders, the nearest first.
///
/// Names that start with a dot and files compiled by Python or Cargo are left out.
fn files_of<'a>(files: &[PathBuf], folders: impl IntoIterator<Item = &'a Path>) -> Vec<PathBuf> {
    let mut files = files.to_vec();
    let mut folders: VecDeque<PathBuf> = folders.into_iter().map(PathBuf::from).collect();
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

fn names_in(folder: &PathBuf) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_kept = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_built = name == "target" && folder.join("Cargo.toml").exists();
        !name.starts_with('.') && name != "__pycache__" && !is_built
    };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_kept).collect();
    paths.sort();
    paths
}
