//! The folders of versions (uploads, and programs compiled from them) and of final tournaments.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::finals::FINALS;
use super::{Class, Inner};
use crate::store::Store;

/// The folder of all uploads.
pub(super) const UPLOADS: &str = "uploads";

/// The folder of the programs compiled from them.
pub(super) const PROGRAMS: &str = "programs";

/// The folder in which earlier versions of this program marked uploads.
const MARKING: &str = "marking";

/// The disk space that even an empty file takes, in bytes.
const BLOCK: u64 = 4096;

/// A file that takes up disk space until something must be removed from the database of a class on a full disk, and its
/// size in bytes.
const RESERVE: &str = "reserve";
const RESERVE_SIZE: usize = 4 << 20;

/// Data that was removed from the database and may still be on the disk.
#[derive(Default)]
pub(super) struct Remains {
    /// Names of the folders of versions. Running programs may still write to them.
    folders: Vec<String>,
    /// Whether the database's log still holds deleted data.
    is_logged: bool,
    /// The obstacle, in words.
    trouble: Option<String>,
}

impl Class {
    /// The folders where versions and final tournaments may have left data.
    fn kinds(&self) -> [PathBuf; 4] {
        [UPLOADS, PROGRAMS, MARKING, FINALS].map(|kind| self.options.folder.join(kind))
    }

    /// The disk space that versions take up, in bytes.
    pub(super) fn size_of(&self, folders: &[String]) -> u64 {
        let kinds = self.kinds();
        let of = |name: &String| kinds.each_ref().map(|kind| size_of(&kind.join(name)));
        folders.iter().flat_map(of).sum()
    }

    /// Runs `work`, which removes something from the database, even on a full disk.
    pub(crate) fn removing<T>(
        &self,
        inner: &mut Inner,
        work: impl Fn(&mut Store) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<T> {
        work(&mut inner.store).or_else(|_| {
            // The removal needs space itself.
            let _ = fs::remove_file(self.options.folder.join(RESERVE));
            work(&mut inner.store)
        })
    }

    /// Sets the reserve aside, if there is space.
    pub(super) fn keep_reserve(&self) {
        let path = self.options.folder.join(RESERVE);
        let is_whole = |file: fs::Metadata| file.len() == RESERVE_SIZE as u64;
        if !fs::metadata(&path).is_ok_and(is_whole)
            && let Err(error) = fs::write(path, vec![0; RESERVE_SIZE])
        {
            tracing::warn!(%error, "there is no space for a reserve");
        }
    }

    /// Removes the remains of versions that are no longer in the database. If that fails, the teacher sees why, and it
    /// is tried again.
    pub(crate) fn forget(&self, inner: &mut Inner, folders: impl IntoIterator<Item = String>) {
        inner.remains.folders.extend(folders);
        inner.remains.is_logged = true;
        inner.changed();
        self.remove_remains(inner);
        self.keep_reserve();
        self.wake();
    }

    /// Tries again to remove the remains.
    pub(super) fn remove_remains(&self, inner: &mut Inner) {
        let (store, remains) = (&inner.store, &mut inner.remains);
        if remains.folders.is_empty() && !remains.is_logged {
            return;
        }
        let purged = if remains.is_logged { store.purge() } else { Ok(()) };
        remains.is_logged = purged.is_err();
        let mut failed: Vec<String> =
            purged.err().map(|error| format!("class.db: {error}")).into_iter().collect();
        for kind in self.kinds() {
            let paths = remains.folders.iter().map(|name| kind.join(name));
            failed.extend(paths.filter_map(|path| remove_all(&path).err()));
        }
        remains.trouble = (!failed.is_empty()).then(|| failed.join("; "));
        if remains.trouble.is_none() && inner.running.is_empty() {
            remains.folders.clear();
        }
    }

    /// The folders of versions, known or not. Other files there are not ours.
    pub(super) fn folders_on_disk(&self) -> Vec<String> {
        let entries = self.kinds().into_iter().filter_map(|kind| fs::read_dir(kind).ok());
        let names = entries.flatten().flatten().map(|entry| entry.file_name());
        let names = names.map(|name| name.to_string_lossy().into_owned());
        names.filter(|name| is_folder_name(name)).collect()
    }
}

impl Inner {
    /// The reason why removed data is still on the disk.
    pub(crate) fn removal_trouble(&self) -> Option<&str> {
        self.remains.trouble.as_deref()
    }
}

/// Whether a version's folder, complete or not, could have this name.
fn is_folder_name(name: &str) -> bool {
    let name = name.strip_prefix('.').unwrap_or(name);
    name.len() == 16 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Removes a file or a folder, if it exists; the error names it.
fn remove_all(path: &Path) -> Result<(), String> {
    let removed = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    match removed {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(format!("{}: {}", path.display(), foursight_files::reason(&error)))
        }
        _ => Ok(()),
    }
}

/// The size of a file, or of a folder with all its contents, in bytes; 0 if there is none.
pub(super) fn size_of(path: &Path) -> u64 {
    let Ok(metadata) = fs::symlink_metadata(path) else { return 0 };
    let entries = metadata.is_dir().then(|| fs::read_dir(path).into_iter().flatten().flatten());
    let inside: u64 = entries.into_iter().flatten().map(|entry| size_of(&entry.path())).sum();
    let own = if metadata.is_dir() { BLOCK } else { metadata.len().next_multiple_of(BLOCK) };
    own + inside
}

/// Waits until a folder and its subfolders are on the disk with all names in them; `sync` waits for one folder.
pub(super) fn settle(
    folder: &Path,
    sync: &mut impl FnMut(&Path) -> io::Result<()>,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            settle(&entry.path(), sync)?;
        }
    }
    sync(folder)
}

/// Waits until the names in a folder are on the disk.
pub(super) fn sync(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests {
    use std::fs::{create_dir_all, write};

    use tempfile::TempDir;

    use super::*;

    #[test]
    fn every_folder_of_an_upload_is_settled_after_those_in_it() {
        let upload = TempDir::new().unwrap();
        create_dir_all(upload.path().join("a/b")).unwrap();
        write(upload.path().join("a/b/bot.py"), "x").unwrap();
        let mut settled = Vec::new();
        settle(upload.path(), &mut |folder| {
            settled.push(folder.strip_prefix(upload.path()).unwrap().to_owned());
            sync(folder)
        })
        .unwrap();
        assert_eq!(settled, ["a/b", "a", ""].map(PathBuf::from));
    }

    #[test]
    fn small_files_take_up_a_block() {
        let upload = TempDir::new().unwrap();
        assert_eq!(size_of(&upload.path().join("none")), 0);
        create_dir_all(upload.path().join("a")).unwrap();
        write(upload.path().join("a/one.py"), "x").unwrap();
        write(upload.path().join("a/two.py"), vec![b'x'; 5000]).unwrap();
        assert_eq!(size_of(upload.path()), 5 * BLOCK, "two folders, one block and two blocks");
    }
}
