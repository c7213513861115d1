//! The reasons why the database cannot be used or a request was not carried out.

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
    #[error("{0}: another program has locked the database; close it, and start again")]
    Locked(PathBuf, #[source] rusqlite::Error),
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
            Some(ErrorCode::DatabaseBusy) => Self::Locked(path.into(), error),
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
