//! The state of the database, as failures reveal it.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use rusqlite::ErrorCode;

use super::StoreFault;

/// Remembers whether the database has turned out to be damaged.
#[derive(Debug)]
pub(super) struct Health {
    path: PathBuf,
    is_damaged: AtomicBool,
}

impl Health {
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path, is_damaged: AtomicBool::new(false) }
    }

    /// The meaning of a failed statement; damage goes to the log once.
    pub(super) fn fault(&self, error: &rusqlite::Error) -> StoreFault {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                if !self.is_damaged.swap(true, Ordering::Relaxed) {
                    tracing::error!(
                        %error,
                        "{} is damaged: stop the server and restore a backup",
                        self.path.display()
                    );
                }
                StoreFault::Damaged(error.to_string())
            }
            Some(ErrorCode::DatabaseBusy) => {
                StoreFault::Unavailable("another program has locked it".to_owned())
            }
            Some(
                ErrorCode::DiskFull
                | ErrorCode::ReadOnly
                | ErrorCode::SystemIoFailure
                | ErrorCode::OperationAborted,
            ) => StoreFault::Unavailable(error.to_string()),
            _ => StoreFault::Broken(error.to_string()),
        }
    }

    pub(super) fn check(&self) -> Result<(), StoreFault> {
        if self.is_damaged.load(Ordering::Relaxed) {
            return Err(StoreFault::Damaged(format!(
                "restore a backup of {}",
                self.path.display()
            )));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::ffi;

    use super::*;

    #[test]
    fn only_damage_is_remembered() {
        let health = Health::new("foursight.db".into());
        let fault =
            |code| health.fault(&rusqlite::Error::SqliteFailure(ffi::Error::new(code), None));
        for code in [ffi::SQLITE_FULL, ffi::SQLITE_READONLY, ffi::SQLITE_IOERR, ffi::SQLITE_ABORT] {
            assert!(matches!(fault(code), StoreFault::Unavailable(_)), "{code}");
        }
        let StoreFault::Unavailable(message) = fault(ffi::SQLITE_BUSY) else { panic!() };
        assert!(message.contains("has locked it"), "{message}");
        assert!(matches!(fault(ffi::SQLITE_CONSTRAINT), StoreFault::Broken(_)));
        assert!(health.check().is_ok());
        assert!(matches!(fault(ffi::SQLITE_CORRUPT), StoreFault::Damaged(_)));
        assert!(matches!(health.check(), Err(StoreFault::Damaged(_))));
    }
}
