//! The database of a class: every change is a transaction that is on disk before anybody sees it.

pub(crate) mod clock;
mod finals;
mod games;
mod pupils;
mod schema;
mod versions;

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::time::Duration;

use foursight_files::secrets::Secret;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension};

use crate::nickname::class_code;
use crate::settings::Settings;
pub(crate) use clock::{Clock, now};
pub(crate) use finals::{Final, FinalState};
pub(crate) use games::{Fixture, GameRow, PlayedRow};
pub(crate) use pupils::{MAX_PUPILS, Progress, Pupil, most};
use schema::{configure, known_version, look_for_damage, prepare};
pub(crate) use versions::{Marks, Version, VersionState};

/// The name of the database in the folder of the class.
pub(crate) const FILE: &str = "class.db";

/// An open database.
pub(crate) struct Store {
    connection: Connection,
    clock: Clock,
    /// The uptime that is stored as disuse, or was before the last visit.
    counted: Duration,
    /// Keeps a second server out for as long as it is open; a connection that only reads needs none.
    _lock: Option<File>,
}

/// The reason why a class cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder or a file in it cannot be used.
    #[error("{0}")]
    Folder(String, #[source] io::Error),
    /// Another server has this class open.
    #[error("{0}: another server is using this class")]
    InUse(String),
    /// The database cannot be used.
    #[error("{0}")]
    Database(String, #[source] rusqlite::Error),
    /// The database is damaged, or the file is something else.
    #[error(
        "{0} is damaged or not a database; restore a backup of the class's folder, which `foursight serve backup --class` makes"
    )]
    Damaged(String, #[source] rusqlite::Error),
    /// A later version wrote the database.
    #[error("{0}: it was written by a later version of foursight")]
    Later(String),
}

impl OpenError {
    pub(crate) fn database(name: &str, error: rusqlite::Error) -> Self {
        let kind = if is_damage(&error) { Self::Damaged } else { Self::Database };
        kind(name.to_owned(), error)
    }
}

/// Whether an error means that the database is damaged, so that only a backup helps.
pub(crate) fn is_damage(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error_code();
    matches!(code, Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
}

/// Checks whether the class in a folder can be opened; another server may be using it.
///
/// # Errors
///
/// If its database is missing, damaged, or written by a later version.
pub fn check_class(folder: &Path) -> Result<(), OpenError> {
    known_version(&open_intact(folder)?, folder).map(|_| ())
}

/// Opens the database of a class that another server may be using, if it is there and intact.
pub(crate) fn open_intact(folder: &Path) -> Result<Connection, OpenError> {
    let path = folder.join(FILE);
    let name = path.display().to_string();
    if !path.is_file() {
        let error = io::Error::new(io::ErrorKind::NotFound, "there is no class");
        return Err(OpenError::Folder(name, error));
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(&path, flags);
    let connection = connection.and_then(|connection| {
        connection.busy_timeout(Duration::from_secs(5))?;
        look_for_damage(&connection)?;
        Ok(connection)
    });
    connection.map_err(|error| OpenError::database(&name, error))
}

impl Store {
    /// Opens the class in a folder, and creates it if it is missing; for a new class, also returns the teacher's
    /// secret.
    pub(crate) fn open(folder: &Path, clock: Clock) -> Result<(Self, Option<Secret>), OpenError> {
        let explain = |error| OpenError::Folder(folder.display().to_string(), error);
        make_folder(folder).map_err(explain)?;
        let lock = private_file(&folder.join("lock")).map_err(explain)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(OpenError::InUse(folder.display().to_string()));
            }
            Err(TryLockError::Error(error)) => return Err(explain(error)),
        }
        let path = folder.join(FILE);
        private_file(&path).map_err(explain)?;
        let name = path.display().to_string();
        let failed = |error| OpenError::database(&name, error);
        let mut connection = Connection::open(&path).map_err(failed)?;
        configure(&connection).map_err(failed)?;
        look_for_damage(&connection).map_err(failed)?;
        let version = known_version(&connection, folder)?;
        let start = clock.read();
        let secret = prepare(&mut connection, version, start.wall_ms).map_err(failed)?;
        let mut store = Self { connection, clock, counted: start.uptime, _lock: Some(lock) };
        // A full disk must not keep the class closed.
        if let Err(error) = store.resume() {
            tracing::warn!(%error, "the time without a server could not be stored");
        }
        if let Some(warning) = store.warning().map_err(failed)? {
            tracing::warn!("{name}: {warning}");
        }
        Ok((store, secret))
    }

    /// Opens an open class a second time, only to read: long reads do not keep others from writing.
    pub(crate) fn reader(folder: &Path, clock: Clock) -> rusqlite::Result<Self> {
        let connection = Connection::open(folder.join(FILE))?;
        configure(&connection)?;
        connection.pragma_update(None, "query_only", true)?;
        let counted = clock.read().uptime;
        Ok(Self { connection, clock, counted, _lock: None })
    }

    /// Begins to read one state of the database, until the next write or [`end_reading`](Self::end_reading): many queries
    /// in one transaction take half of the time.
    pub(crate) fn begin_reading(&self) -> rusqlite::Result<()> {
        // Whoever panicked has not ended it.
        self.end_reading()?;
        self.connection.execute_batch("BEGIN")
    }

    pub(crate) fn end_reading(&self) -> rusqlite::Result<()> {
        if self.connection.is_autocommit() {
            Ok(())
        } else {
            self.connection.execute_batch("COMMIT")
        }
    }

    /// Runs `work` in a transaction: either all of it takes effect, or nothing.
    pub(crate) fn write<T>(
        &mut self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<T> {
        self.end_reading()?;
        let transaction =
            self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let result = work(&transaction)?;
        transaction.commit()?;
        Ok(result)
    }

    pub(crate) fn settings(&self) -> rusqlite::Result<Settings> {
        let text: String =
            self.connection.query_row("SELECT settings FROM class", [], |row| row.get(0))?;
        serde_json::from_str(&text).map_err(|error| unreadable("settings", &error))
    }

    pub(crate) fn save_settings(&mut self, settings: &Settings) -> rusqlite::Result<()> {
        let text = json(settings);
        self.write(|connection| connection.execute("UPDATE class SET settings = ?", [text]))?;
        Ok(())
    }

    pub(crate) fn code(&self) -> rusqlite::Result<String> {
        self.connection.query_row("SELECT code FROM class", [], |row| row.get(0))
    }

    pub(crate) fn is_teacher(&self, secret: &Secret) -> rusqlite::Result<bool> {
        let found = "SELECT 1 FROM class WHERE teacher = ?";
        let found =
            self.connection.query_row(found, [*secret.hash().bytes()], |_| Ok(())).optional()?;
        Ok(found.is_some())
    }

    /// Replaces the teacher's secret.
    pub(crate) fn renew_teacher(&mut self) -> rusqlite::Result<Secret> {
        let secret = Secret::random();
        let hash = *secret.hash().bytes();
        self.write(|connection| connection.execute("UPDATE class SET teacher = ?", [hash]))?;
        Ok(secret)
    }

    /// Deletes everything except the teacher's link.
    pub(crate) fn clear(&mut self) -> rusqlite::Result<()> {
        let settings = json(&Settings::default());
        self.write(|connection| {
            connection.execute_batch(
                "DELETE FROM game; DELETE FROM pair; DELETE FROM version; DELETE FROM pupil; DELETE FROM final;",
            )?;
            let renew = "UPDATE class SET code = ?, settings = ?";
            connection.execute(renew, (class_code(), settings))
        })?;
        self.visit()?;
        // Gives the disk space back. If there is too little space for that, deleted data is overwritten all the same.
        let _ = self.connection.execute_batch("VACUUM");
        Ok(())
    }

    /// Empties the log, which still holds deleted data; in the database itself, zeros have replaced it.
    pub(crate) fn purge(&self) -> rusqlite::Result<()> {
        let is_busy: bool =
            self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
        if is_busy {
            let busy = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_BUSY);
            return Err(rusqlite::Error::SqliteFailure(busy, None));
        }
        Ok(())
    }
}

/// Creates a folder for its owner only, or restricts an existing one to its owner.
pub(crate) fn make_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    fs::set_permissions(folder, Permissions::from_mode(0o700))?;
    foursight_files::sync_name(folder)
}

pub(crate) fn private_file(path: &Path) -> io::Result<File> {
    let file =
        OpenOptions::new().create(true).truncate(false).write(true).mode(0o600).open(path)?;
    file.set_permissions(Permissions::from_mode(0o600))?;
    Ok(file)
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("these types are JSON")
}

/// The error for text in the database that this program did not write.
fn unreadable(what: &str, error: &dyn std::fmt::Display) -> rusqlite::Error {
    let message = format!("{what}: {error}");
    rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, message.into())
}
