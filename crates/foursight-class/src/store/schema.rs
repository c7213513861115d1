//! The tables, the migration of databases from earlier versions, and the check of a database before it is used.

use std::path::Path;
use std::time::Duration;

use foursight_files::secrets::Secret;
use rusqlite::Connection;

use super::{FILE, OpenError, json};
use crate::nickname::class_code;
use crate::settings::Settings;

/// The version of its tables.
const SCHEMA_VERSION: i64 = 2;

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS class (
        id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
        code TEXT NOT NULL,
        teacher BLOB NOT NULL,
        settings TEXT NOT NULL,
        unused_ms INTEGER NOT NULL DEFAULT 0,
        alive_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS pupil (
        id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        nickname TEXT NOT NULL,
        key TEXT NOT NULL UNIQUE,
        secret BLOB NOT NULL UNIQUE,
        is_hidden INTEGER NOT NULL DEFAULT 0,
        is_admitted INTEGER NOT NULL,
        current INTEGER
    ) STRICT;
    CREATE TABLE IF NOT EXISTS version (
        id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        pupil INTEGER NOT NULL REFERENCES pupil ON DELETE CASCADE,
        number INTEGER NOT NULL,
        name TEXT NOT NULL,
        folder TEXT NOT NULL UNIQUE,
        uploaded_at INTEGER NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('waiting', 'fit', 'unfit', 'benched')),
        report TEXT NOT NULL DEFAULT '',
        n_games INTEGER NOT NULL DEFAULT 0,
        faults_in_row INTEGER NOT NULL DEFAULT 0,
        cost_ms INTEGER NOT NULL DEFAULT 0,
        last_played INTEGER NOT NULL DEFAULT 0,
        UNIQUE (pupil, number)
    ) STRICT;
    CREATE TABLE IF NOT EXISTS pair (
        id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        first INTEGER NOT NULL,
        second INTEGER NOT NULL,
        opening TEXT NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS game (
        id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        pair INTEGER NOT NULL REFERENCES pair ON DELETE CASCADE,
        half INTEGER NOT NULL CHECK (half IN (0, 1)),
        red INTEGER NOT NULL,
        yellow INTEGER NOT NULL,
        played_at INTEGER NOT NULL,
        game TEXT NOT NULL,
        transcript TEXT NOT NULL,
        grades TEXT,
        UNIQUE (pair, half)
    ) STRICT;
    CREATE TABLE IF NOT EXISTS final (
        id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        folder TEXT NOT NULL UNIQUE,
        form TEXT NOT NULL,
        plan TEXT NOT NULL,
        started_at INTEGER NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('running', 'ended', 'stopped')),
        trouble TEXT NOT NULL DEFAULT ''
    ) STRICT;
    CREATE TABLE IF NOT EXISTS mark (
        version INTEGER NOT NULL PRIMARY KEY REFERENCES version ON DELETE CASCADE,
        rubric TEXT NOT NULL,
        marks TEXT NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS done (
        pupil INTEGER NOT NULL REFERENCES pupil ON DELETE CASCADE,
        what TEXT NOT NULL CHECK (what IN ('exercise', 'puzzle', 'level')),
        number INTEGER NOT NULL,
        PRIMARY KEY (pupil, what, number)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS games_of_red ON game (red);
    CREATE INDEX IF NOT EXISTS games_of_yellow ON game (yellow);
";

/// Version 1 had the time of day of the last visit, which a corrected clock made look old.
const MIGRATION: &str = "
    ALTER TABLE class RENAME COLUMN visited_at TO alive_at;
    ALTER TABLE class ADD COLUMN unused_ms INTEGER NOT NULL DEFAULT 0;
    PRAGMA user_version = 2;
";

/// Creates the tables that are missing, which an earlier server may not have known; for a new class, returns the
/// teacher's secret.
pub(super) fn prepare(
    connection: &mut Connection,
    version: i64,
    now: i64,
) -> rusqlite::Result<Option<Secret>> {
    if version == 1 {
        connection.execute_batch(&format!("BEGIN; {MIGRATION} COMMIT"))?;
    }
    connection.execute_batch(SCHEMA)?;
    (version == 0).then(|| create(connection, now)).transpose()
}

/// Looks at every page of a database, which takes a fifth of a second for 20,000 games.
pub(super) fn look_for_damage(connection: &Connection) -> rusqlite::Result<()> {
    let found: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if found == "ok" {
        return Ok(());
    }
    let damaged = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
    Err(rusqlite::Error::SqliteFailure(damaged, found.lines().last().map(str::to_owned)))
}

pub(super) fn known_version(connection: &Connection, folder: &Path) -> Result<i64, OpenError> {
    let name = folder.join(FILE).display().to_string();
    let version = connection.query_row("PRAGMA user_version", [], |row| row.get(0));
    let version = version.map_err(|error| OpenError::database(&name, error))?;
    if version > SCHEMA_VERSION { Err(OpenError::Later(name)) } else { Ok(version) }
}

pub(super) fn configure(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // Deleted data is overwritten.
    connection.pragma_update(None, "secure_delete", true)
}

fn create(connection: &mut Connection, now: i64) -> rusqlite::Result<Secret> {
    let secret = Secret::random();
    let transaction = connection.transaction()?;
    let insert = "INSERT INTO class (id, code, teacher, settings, alive_at) VALUES (1, ?, ?, ?, ?)";
    let settings = json(&Settings::default());
    transaction.execute(insert, (class_code(), *secret.hash().bytes(), settings, now))?;
    transaction.pragma_update(None, "user_version", SCHEMA_VERSION)?;
    transaction.commit()?;
    Ok(secret)
}
