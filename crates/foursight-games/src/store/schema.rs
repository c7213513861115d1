//! The tables, the migration of databases from earlier versions, and the check of a database before a server starts.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, ffi};

use super::{FILE, StoreError};

/// The maximum wait for a program that has locked the database.
const BUSY_TIME: Duration = Duration::from_secs(5);

/// Each migration turns a database of one version into one of the next; `user_version` counts those done.
const MIGRATIONS: &[&str] = &[
    "
    CREATE TABLE game (
        id TEXT NOT NULL PRIMARY KEY,
        seq INTEGER NOT NULL,
        size TEXT NOT NULL,
        moves TEXT NOT NULL,
        n_start INTEGER NOT NULL,
        red_secret BLOB,
        yellow_secret BLOB,
        red_name TEXT,
        yellow_name TEXT,
        ending TEXT CHECK (ending IN ('resigned', 'time')),
        winner TEXT CHECK (winner IN ('red', 'yellow')),
        is_over INTEGER NOT NULL,
        clock_initial_ms INTEGER,
        clock_increment_ms INTEGER,
        clock_red_ms INTEGER,
        clock_yellow_ms INTEGER,
        clock_running_since INTEGER,
        pie INTEGER NOT NULL,
        swapped INTEGER NOT NULL,
        takeback TEXT CHECK (takeback IN ('red', 'yellow')),
        rematch TEXT CHECK (rematch IN ('red', 'yellow')),
        rematch_id TEXT,
        rematch_of TEXT,
        owner BLOB NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX open_games_of_owner ON game (owner) WHERE NOT is_over;
    CREATE INDEX games_by_age ON game (updated_at);
    CREATE TABLE puzzle (
        id INTEGER NOT NULL PRIMARY KEY,
        moves TEXT NOT NULL,
        goal TEXT NOT NULL CHECK (goal IN ('win', 'draw')),
        solution INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE run (
        id INTEGER NOT NULL PRIMARY KEY,
        started_at INTEGER NOT NULL,
        alive_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE salt (value BLOB NOT NULL) STRICT;
    INSERT INTO salt VALUES (randomblob(16));
",
    "
    CREATE INDEX games_of_owner ON game (owner, created_at);
    ALTER TABLE game ADD COLUMN taken_back_at INTEGER NOT NULL DEFAULT 0;
",
    "
    ALTER TABLE run ADD COLUMN ahead INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE game ADD COLUMN keep_until INTEGER NOT NULL DEFAULT 0;
    UPDATE game SET keep_until = updated_at + 86400000 * CASE
        WHEN red_secret IS NULL OR yellow_secret IS NULL OR length(moves) < n_start + 2 THEN 7
        ELSE 180
    END;
    DROP INDEX games_by_age;
    CREATE INDEX games_by_end ON game (keep_until);
    DROP INDEX open_games_of_owner;
    CREATE INDEX open_games_of_owner ON game (owner, updated_at) WHERE NOT is_over;
",
    "
    CREATE TABLE session_seat (
        game TEXT NOT NULL,
        session BLOB NOT NULL,
        secret BLOB NOT NULL,
        noted_at INTEGER NOT NULL,
        PRIMARY KEY (game, session)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX seats_of_session ON session_seat (session, noted_at);
",
    "
    ALTER TABLE game ADD COLUMN drawn INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE game ADD COLUMN draw_offer TEXT CHECK (draw_offer IN ('red', 'yellow'));
    ALTER TABLE game ADD COLUMN same_colors INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE game ADD COLUMN red_said TEXT NOT NULL DEFAULT '';
    ALTER TABLE game ADD COLUMN yellow_said TEXT NOT NULL DEFAULT '';
",
    "
    CREATE TABLE blocked (network TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
",
    "
    ALTER TABLE game ADD COLUMN opening_rule TEXT NOT NULL DEFAULT 'none'
        CHECK (opening_rule IN ('none', 'pie', 'swap'));
    UPDATE game SET opening_rule = 'pie' WHERE pie;
    ALTER TABLE game DROP COLUMN pie;
",
    "
    DROP TABLE puzzle;
",
];

/// Opens the database, looks for damage, and creates or migrates its tables.
pub(super) fn open(path: &Path) -> Result<Connection, StoreError> {
    let failed = |error| StoreError::database(path, error);
    let mut connection = Connection::open(path).map_err(failed)?;
    configure(&connection).map_err(failed)?;
    check(&connection).map_err(failed)?;
    for number in known_version(&connection, path)?..MIGRATIONS.len() as i64 {
        migrate(&mut connection, number).map_err(failed)?;
    }
    Ok(connection)
}

/// The version of the database, unless it is later than this program.
pub(super) fn known_version(connection: &Connection, path: &Path) -> Result<i64, StoreError> {
    let version = connection.query_row("PRAGMA user_version", [], |row| row.get(0));
    let version = version.map_err(|error| StoreError::database(path, error))?;
    let known = MIGRATIONS.len() as i64;
    if version > known { Err(StoreError::Later(path.into(), version, known)) } else { Ok(version) }
}

/// Opens the database a second time; writes through the first connection are visible here at once.
pub(super) fn open_for_reading(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    configure(&connection)?;
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

fn configure(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(BUSY_TIME)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // Each commit reaches the disk before it is answered.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(())
}

/// Reads every page, which takes less than a second for a million games: damage must be found before the server
/// answers.
pub(super) fn check(connection: &Connection) -> rusqlite::Result<()> {
    let found: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if found == "ok" {
        return Ok(());
    }
    let damaged = ffi::Error::new(ffi::SQLITE_CORRUPT);
    let place = found.lines().last().map(str::to_owned);
    Err(rusqlite::Error::SqliteFailure(damaged, place))
}

fn migrate(connection: &mut Connection, number: i64) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    transaction.execute_batch(MIGRATIONS[number as usize])?;
    transaction.pragma_update(None, "user_version", number + 1)?;
    transaction.commit()
}

/// The plan by which a new database would execute a query.
#[cfg(test)]
pub(super) fn query_plan(query: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let connection = open(&folder.path().join("games.db")).unwrap();
    let mut query = connection.prepare(&format!("EXPLAIN QUERY PLAN {query}")).unwrap();
    let steps = query.query_map([], |row| row.get("detail")).unwrap();
    steps.collect::<rusqlite::Result<Vec<String>>>().unwrap().join("; ")
}

/// The number of games in the database of a folder, which another server may be using; `None` if there is none yet.
///
/// # Errors
///
/// If the database is damaged, locked, or written by a later version.
pub fn check_store(folder: &Path) -> Result<Option<u64>, StoreError> {
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
    check(&database).map_err(failed)?;
    known_version(&database, &path)?;
    let has_games = "SELECT COUNT(*) FROM sqlite_schema WHERE name = 'game'";
    let has_games: i64 = database.query_row(has_games, [], |row| row.get(0)).map_err(failed)?;
    if has_games == 0 {
        return Ok(Some(0));
    }
    let n_games = database.query_row("SELECT COUNT(*) FROM game", [], |row| row.get(0));
    Ok(Some(n_games.map(i64::cast_unsigned).map_err(failed)?))
}
