//! The database: one thread writes, another reads, and requests that arrive together share a commit.
//!
//! A change is answered once its transaction is on the disk (WAL with `synchronous = FULL`), so acknowledged changes
//! survive a crash and a power cut. Reads wait neither for writes nor for other programs that have locked the database.

mod backup;
mod error;
mod files;
mod game_row;
mod games;
mod health;
mod quotas;
mod runs;
mod schema;
mod sessions;
mod worker;

use std::path::Path;
use std::sync::Arc;

use rusqlite::Connection;

use health::Health;
use runs::AgeClock;
use worker::Worker;

use crate::wall_clock::Moment;

pub use backup::{Backup, backup};
pub use error::StoreError;
pub use error::StoreFault;
pub use files::database_bytes;
pub use schema::check_store;

/// The name of the database in the data folder.
const FILE: &str = "foursight.db";

/// Sends requests to the threads of the database.
#[derive(Clone)]
pub struct Store {
    writer: Worker,
    reader: Worker,
    health: Arc<Health>,
    /// The time at which the server started.
    started: Moment,
    ages: AgeClock,
}

/// An open database, and the data read from it.
pub struct Opened {
    /// The open database.
    pub store: Store,
    /// The number of this run.
    pub run: i64,
    /// The salt for hashing addresses.
    pub salt: Vec<u8>,
    /// The networks that the operator blocks.
    pub blocked: Vec<String>,
}

impl Store {
    /// Opens the database in `folder`, which it creates if it is missing, for a run that begins `now`.
    pub fn open(folder: &Path, now: Moment) -> Result<Opened, StoreError> {
        files::make_folder(folder).map_err(|error| StoreError::Folder(folder.into(), error))?;
        let lock = files::lock(folder)?;
        let path = folder.join(FILE);
        let unusable = |error| StoreError::Folder(path.clone(), error);
        files::make_private(&path).map_err(unusable)?;
        files::restrict(&folder.join(format!("{FILE}-wal")));
        files::restrict(&folder.join(format!("{FILE}-shm")));
        let failed = |error| StoreError::database(&path, error);
        let connection = schema::open(&path)?;
        let (run, ages) = runs::begin(&connection, now).map_err(failed)?;
        let salt = connection.query_row("SELECT value FROM salt", [], |row| row.get(0));
        let salt = salt.map_err(failed)?;
        let blocked = all_blocked(&connection).map_err(failed)?;
        let of_reader = schema::open_for_reading(&path).map_err(failed)?;
        let health = Arc::new(Health::new(path.clone()));
        let reader = Worker::start("store reader", of_reader, "BEGIN", health.clone(), ());
        let writer = Worker::start("store", connection, "BEGIN IMMEDIATE", health.clone(), lock);
        let (reader, writer) = (reader.map_err(unusable)?, writer.map_err(unusable)?);
        Ok(Opened {
            store: Self { writer, reader, health, started: now, ages },
            run,
            salt,
            blocked,
        })
    }

    /// Carries out all requests so far, refuses later ones, and leaves everything in one file.
    pub async fn close(&self) {
        self.reader.close().await;
        // Closing the last connection to a database merges the log into it.
        self.writer.close().await;
    }

    /// Whether the database is intact, as far as it was read.
    pub fn check(&self) -> Result<(), StoreFault> {
        self.health.check()
    }

    /// Runs `work` in a transaction and waits until it is written to disk.
    async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreFault> {
        self.writer.run(work).await
    }

    /// Runs `work`, which only reads and sees all earlier writes.
    async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreFault> {
        self.reader.run(work).await
    }
}

/// The error for a row that another program wrote.
fn unreadable(what: String) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, what.into())
}

fn all_blocked(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut query = connection.prepare("SELECT network FROM blocked ORDER BY network")?;
    query.query_map([], |row| row.get(0))?.collect()
}

impl Store {
    /// Records that a network is blocked, or let in again.
    pub async fn block(&self, network: String, is_blocked: bool) -> Result<(), StoreFault> {
        let change = if is_blocked {
            "INSERT OR IGNORE INTO blocked (network) VALUES (?)"
        } else {
            "DELETE FROM blocked WHERE network = ?"
        };
        self.write(move |connection| {
            connection.execute(change, [network])?;
            Ok(())
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_request_that_panics_takes_no_later_one_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let Opened { store, run, .. } = Store::open(folder.path(), Moment::from_ms(5)).unwrap();
        let panics = store.write(|connection| -> rusqlite::Result<()> {
            connection.execute("DELETE FROM run", [])?;
            panic!("on purpose")
        });
        assert!(panics.await.is_err());
        let count = move |connection: &Connection| {
            connection.query_row("SELECT COUNT(*) FROM run WHERE id = ?", [run], |row| row.get(0))
        };
        let n_runs: i64 = store.read(count).await.unwrap();
        assert_eq!(n_runs, 1, "and nothing of it stays");
        let later = move |connection: &Connection| {
            connection.execute("UPDATE run SET ahead = 6 WHERE id = ?", [run])
        };
        assert_eq!(store.write(later).await.unwrap(), 1);
    }
}
