//! A room: the folder of one running program. The program can access only the scratch folder in it.
//!
//! A caller that is killed leaves its rooms behind. Each room holds a lock, which the system releases when its owner
//! ends, so the next caller finds abandoned rooms and removes them.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::time::Duration;

use nix::libc::{O_NOFOLLOW, O_NONBLOCK};
use nix::unistd::Uid;
use tempfile::TempDir;

const PREFIX: &str = "foursight-room-";
const LOCK: &str = "lock";
const SCRATCH: &str = "home";

/// The age at which a room without a lock counts as abandoned: a room that is being made has no lock yet.
const AGE: Duration = Duration::from_mins(1);

/// A room with an empty scratch folder; dropping it removes it.
///
/// Callers may also keep files of their own there, if these should not outlive the caller.
#[derive(Debug)]
pub struct Room {
    folder: TempDir,
    // Released after the folder is gone.
    _lock: File,
}

impl Room {
    /// Makes a room. The first call in a process also removes abandoned rooms.
    ///
    /// # Errors
    ///
    /// If the folder for temporary files cannot be written to.
    pub fn new() -> io::Result<Self> {
        static SWEEP: Once = Once::new();
        SWEEP.call_once(|| sweep(&std::env::temp_dir()));
        let folder = TempDir::with_prefix(PREFIX)?;
        // The lock file gets its name only once the lock is held, so that nobody finds it unlocked.
        let unnamed = folder.path().join("new-lock");
        let lock = File::create(&unnamed)?;
        match lock.lock() {
            // Where files cannot be locked, nobody finds it unlocked.
            Err(error) if error.kind() == io::ErrorKind::Unsupported => {}
            result => result?,
        }
        fs::rename(unnamed, folder.path().join(LOCK))?;
        let room = Self { folder, _lock: lock };
        fs::create_dir(room.scratch())?;
        Ok(room)
    }

    /// The room's own folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The program's working directory.
    pub(crate) fn scratch(&self) -> PathBuf {
        self.path().join(SCRATCH)
    }

    /// The file of the exit report.
    pub(crate) fn exit_report(&self) -> PathBuf {
        self.path().join("exit-report")
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        remove(self.path());
    }
}

/// Removes a room, if that is possible. Its program may have closed folders, and nested them more deeply than this
/// process has files or stack: all are opened and moved up first.
fn remove(room: &Path) {
    // Never follows a link.
    let opens = |path: &Path| {
        fs::symlink_metadata(path).is_ok_and(|it| it.is_dir())
            && fs::set_permissions(path, Permissions::from_mode(0o700)).is_ok()
    };
    let (mut folders, mut n_moved) = (vec![room.join(SCRATCH)], 0);
    folders.retain(|home| opens(home));
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let place = room.join(format!("{SCRATCH}-{n_moved}"));
            if opens(&entry.path()) && fs::rename(entry.path(), &place).is_ok() {
                folders.push(place);
                n_moved += 1;
            }
        }
    }
    let _ = fs::remove_dir_all(room);
}

/// Removes abandoned rooms.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_room = entry.file_name().to_string_lossy().starts_with(PREFIX);
        if is_room && is_abandoned(&entry.path()).unwrap_or(false) {
            // Another process may be doing the same.
            remove(&entry.path());
        }
    }
}

fn is_abandoned(room: &Path) -> io::Result<bool> {
    let metadata = fs::symlink_metadata(room)?;
    if !metadata.is_dir() || metadata.uid() != Uid::effective().as_raw() {
        return Ok(false);
    }
    // An unisolated program may have put anything there.
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
    use nix::sys::resource::{Resource, getrlimit, setrlimit};

    use super::*;

    /// Folders that cannot be read, and folders too deep to open all of them.
    #[test]
    fn every_folder_goes() {
        let (_, most) = getrlimit(Resource::RLIMIT_NOFILE).unwrap();
        setrlimit(Resource::RLIMIT_NOFILE, 500, most).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let room = folder.path().join("room");
        fs::create_dir_all(room.join(SCRATCH).join("closed/inner")).unwrap();
        let deep = "import os\nfor _ in range(1000): os.mkdir(\"x\"); os.chdir(\"x\")";
        let mut python = std::process::Command::new("python3");
        let made = python.args(["-c", deep]).current_dir(room.join(SCRATCH)).status().unwrap();
        assert!(made.success());
        let closed = Permissions::from_mode(0o300);
        fs::set_permissions(room.join(SCRATCH).join("closed"), closed).unwrap();
        remove(&room);
        assert!(!room.exists());
    }

    #[test]
    fn rooms_go_with_their_owners() {
        let folder = tempfile::tempdir().unwrap();
        let make = |name: &str| {
            let room = folder.path().join(name);
            fs::create_dir_all(room.join("home")).unwrap();
            room
        };
        let [left, used, new, other] =
            ["foursight-room-1", "foursight-room-2", "foursight-room-3", "other-4"].map(make);
        File::create(left.join(LOCK)).unwrap();
        File::create(other.join(LOCK)).unwrap();
        let lock = File::create(used.join(LOCK)).unwrap();
        lock.lock().unwrap();
        sweep(folder.path());
        assert!(!left.exists(), "its owner has ended");
        assert!(used.exists() && new.exists() && other.exists());
        drop(lock);
        // A process that another test is just starting also holds the lock, until it becomes another program.
        let gone = (0..1000).any(|_| {
            sweep(folder.path());
            std::thread::sleep(Duration::from_millis(10));
            !used.exists()
        });
        assert!(gone);
    }
}
