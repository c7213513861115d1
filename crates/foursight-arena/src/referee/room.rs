//! The folder in which a player runs, outside of its reach but for the scratch folder in it.
//!
//! A referee that is killed leaves rooms behind. Each holds a lock, which the system releases with its owner, so that
//! the next referee knows which ones are left and clears them away.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;
use std::sync::Once;
use std::time::Duration;

use nix::libc::{O_NOFOLLOW, O_NONBLOCK};
use nix::unistd::Uid;
use tempfile::TempDir;

use crate::sandbox::scratch_in;

const PREFIX: &str = "foursight-player-";
const LOCK: &str = "lock";

/// How old a room without a lock is before it is nobody's: one that is just being made has none yet.
const AGE: Duration = Duration::from_mins(1);

/// A room with an empty scratch folder; removed when it is dropped.
#[derive(Debug)]
pub(crate) struct Room {
    folder: TempDir,
    // Released after the folder is gone.
    _lock: File,
}

impl Room {
    /// Makes a room. The first one of a process clears away those that others have left behind.
    pub(crate) fn new() -> io::Result<Self> {
        static SWEEP: Once = Once::new();
        SWEEP.call_once(|| sweep(&std::env::temp_dir()));
        let folder = TempDir::with_prefix(PREFIX)?;
        // It has its name only when it is locked, so that nobody finds it open.
        let unnamed = folder.path().join("new-lock");
        let lock = File::create(&unnamed)?;
        lock.lock()?;
        fs::rename(unnamed, folder.path().join(LOCK))?;
        fs::create_dir(scratch_in(folder.path()))?;
        Ok(Self { folder, _lock: lock })
    }

    /// The folder.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Removes the rooms whose owners are gone.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_room = entry.file_name().to_string_lossy().starts_with(PREFIX);
        if is_room && is_left(&entry.path()).unwrap_or(false) {
            // Another referee may be doing the same.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn is_left(room: &Path) -> io::Result<bool> {
    let metadata = fs::symlink_metadata(room)?;
    if !metadata.is_dir() || metadata.uid() != Uid::effective().as_raw() {
        return Ok(false);
    }
    // Players of no isolation may have put anything there.
    let lock =
        OpenOptions::new().read(true).custom_flags(O_NOFOLLOW | O_NONBLOCK).open(room.join(LOCK));
    match lock {
        Ok(lock) => Ok(lock.try_lock().is_ok()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Ok(metadata.modified()?.elapsed().is_ok_and(|age| age > AGE))
        }
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_go_with_their_owners() {
        let folder = tempfile::tempdir().unwrap();
        let make = |name: &str| {
            let room = folder.path().join(name);
            fs::create_dir_all(scratch_in(&room)).unwrap();
            room
        };
        let [left, used, new, other] =
            ["foursight-player-1", "foursight-player-2", "foursight-player-3", "other-4"].map(make);
        File::create(left.join(LOCK)).unwrap();
        File::create(other.join(LOCK)).unwrap();
        let lock = File::create(used.join(LOCK)).unwrap();
        lock.lock().unwrap();
        sweep(folder.path());
        assert!(!left.exists(), "its owner is gone");
        assert!(used.exists() && new.exists() && other.exists());
        drop(lock);
        sweep(folder.path());
        assert!(!used.exists());
    }
}
