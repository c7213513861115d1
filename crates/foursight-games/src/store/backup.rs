//! A consistent copy of the database, whatever a server does with the original meanwhile.

use std::fs::File;
use std::io;
use std::path::Path;

use rusqlite::{Connection, OpenFlags};
use tempfile::NamedTempFile;

use super::{FILE, StoreError, schema};

/// The contents of a backup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backup {
    /// The number of network games.
    pub n_games: u64,
    /// The size of the file, in bytes.
    pub n_bytes: u64,
}

/// Copies the database in the folder `data` to `file`, even while a server is using it.
///
/// The copy appears under its name once it is complete and on the disk. Only its owner may read it. An existing file is
/// replaced only if `replaces` says so.
///
/// # Errors
///
/// If there is no database, it is damaged or locked, or the file exists or cannot be written.
pub fn backup(data: &Path, file: &Path, replaces: bool) -> Result<Backup, StoreError> {
    let path = data.join(FILE);
    let failed = |error| StoreError::database(&path, error);
    let unwritten = |error| StoreError::Folder(file.into(), error);
    if !path.is_file() {
        let error = io::Error::new(io::ErrorKind::NotFound, "there is no database");
        return Err(StoreError::Folder(path, error));
    }
    if !replaces && file.exists() {
        return Err(unwritten(already_there()));
    }
    if is_same(&path, file) {
        let error = io::Error::new(io::ErrorKind::InvalidInput, "it is the database itself");
        return Err(unwritten(error));
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let database = Connection::open_with_flags(&path, flags).map_err(failed)?;
    schema::check(&database).map_err(failed)?;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let copy = NamedTempFile::with_prefix_in(".foursight-backup-", folder).map_err(unwritten)?;
    database.execute("VACUUM INTO ?", [copy.path().to_string_lossy()]).map_err(failed)?;
    let counted = Connection::open(copy.path()).map_err(failed)?;
    let n_games = counted.query_row("SELECT COUNT(*) FROM game", [], |row| row.get(0));
    let n_games: i64 = n_games.map_err(failed)?;
    drop(counted);
    let n_bytes = copy.as_file().metadata().map_err(unwritten)?.len();
    copy.as_file().sync_all().map_err(unwritten)?;
    let kept = if replaces { copy.persist(file) } else { copy.persist_noclobber(file) };
    kept.map_err(|error| unwritten(error.error))?;
    // The name must be on the disk as well.
    if cfg!(unix) {
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(unwritten)?;
    }
    Ok(Backup { n_games: n_games.cast_unsigned(), n_bytes })
}

fn already_there() -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, "the file exists; --force replaces it")
}

fn is_same(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}
