//! The reasons why the database cannot be used or a request was not carried out, and the program that has locked it.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// The reason why the data folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder or a file in it cannot be created or read.
    #[error("cannot use {0}")]
    Folder(PathBuf, #[source] io::Error),
    /// Another server is using the folder.
    #[error(
        "{0}: another server is using this folder; stop it, or choose another folder with --data"
    )]
    InUse(PathBuf),
    /// The database is damaged, or the file is something else.
    #[error(
        "{0} is damaged or not a database; restore a backup and delete the -wal and -shm files beside it, or \
         move all three away"
    )]
    Damaged(PathBuf, #[source] rusqlite::Error),
    /// Another program has locked the database.
    #[error("{0}: {1} has locked the database; close it, and start again")]
    Locked(PathBuf, String, #[source] rusqlite::Error),
    /// The database cannot be opened or written, as on a full disk.
    #[error("{0} cannot be used as the database")]
    Database(PathBuf, #[source] rusqlite::Error),
    /// A later version wrote the database.
    #[error(
        "{0}: written by a later version of this program (schema {1}; this version reads schemas up to {2})"
    )]
    Later(PathBuf, i64, i64),
}

impl StoreError {
    pub(super) fn database(path: &Path, error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                Self::Damaged(path.into(), error)
            }
            Some(ErrorCode::DatabaseBusy) => Self::Locked(path.into(), lock_holder(path), error),
            _ => Self::Database(path.into(), error),
        }
    }
}

/// The reason why the database did not carry out a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreFault {
    /// The database does not accept the request now, as on a full disk: the same request may succeed later.
    #[error("the database accepts no changes at the moment: {0}")]
    Unavailable(String),
    /// A row or a query is wrong: the same request fails again.
    #[error("the database failed: {0}")]
    Broken(String),
    /// Requests fail until the database has been repaired.
    #[error("the database is damaged: {0}")]
    Damaged(String),
}

impl StoreFault {
    pub(super) fn no_answer() -> Self {
        Self::Unavailable("the request was dropped".to_owned())
    }
}

/// The program that has a lock on the database at `path`, if the system says.
#[cfg(target_os = "linux")]
pub(super) fn lock_holder(path: &Path) -> String {
    use std::ffi::OsString;
    use std::os::unix::fs::MetadataExt;

    let inode = |suffix: &str| {
        let mut name = OsString::from(path);
        name.push(suffix);
        Some(std::fs::metadata(name).ok()?.ino().to_string())
    };
    // In WAL mode, the locks are on the index of the log, otherwise on the database itself. The list has them as `1:
    // POSIX  ADVISORY  WRITE 4711 08:01:123456 120 120`.
    let inodes: Vec<String> = ["", "-shm"].into_iter().filter_map(inode).collect();
    let own = std::process::id().to_string();
    let holder = |line: &str| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [_, _, _, "WRITE", process, file, ..] = fields[..] else { return None };
        let (_, inode) = file.rsplit_once(':')?;
        let is_other = process != own && inodes.iter().any(|known| known == inode);
        is_other.then(|| process.to_owned())
    };
    let locks = std::fs::read_to_string("/proc/locks").unwrap_or_default();
    let Some(process) = locks.lines().find_map(holder) else { return UNKNOWN.to_owned() };
    let name = std::fs::read_to_string(format!("/proc/{process}/comm"));
    let name = name.map_or(UNKNOWN.to_owned(), |name| name.trim().to_owned());
    format!("{name} (process {process})")
}

#[cfg(not(target_os = "linux"))]
pub(super) fn lock_holder(_: &Path) -> String {
    UNKNOWN.to_owned()
}

const UNKNOWN: &str = "another program";
