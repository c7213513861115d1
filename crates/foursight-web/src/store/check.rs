//! A look at the database before a server starts.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::{FILE, StoreError, schema};

/// The number of games in the database of a folder, which another server may be using; `None` if there is none yet.
///
/// # Errors
///
/// If the database is damaged, locked, or written by a later version.
pub(crate) fn check(folder: &Path) -> Result<Option<u64>, StoreError> {
    let path = folder.join(FILE);
    if folder.exists() && !folder.is_dir() {
        return Err(StoreError::Folder(folder.into(), std::io::ErrorKind::NotADirectory.into()));
    }
    if !path.exists() {
        return Ok(None);
    }
    let failed = |error| StoreError::database(&path, error);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let database = Connection::open_with_flags(&path, flags).map_err(failed)?;
    schema::check(&database).map_err(failed)?;
    schema::known_version(&database, &path)?;
    let has_games = "SELECT COUNT(*) FROM sqlite_schema WHERE name = 'game'";
    let has_games: i64 = database.query_row(has_games, [], |row| row.get(0)).map_err(failed)?;
    if has_games == 0 {
        return Ok(Some(0));
    }
    let n_games = database.query_row("SELECT COUNT(*) FROM game", [], |row| row.get(0));
    Ok(Some(n_games.map(i64::cast_unsigned).map_err(failed)?))
}
