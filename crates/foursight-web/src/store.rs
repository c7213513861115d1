//! The database: one thread reads and writes, and requests that arrive together share a commit.
//!
//! A request is answered once its transaction is on the disk (WAL with `synchronous = FULL`), so what was
//! acknowledged survives a crash and a power cut.

mod games;
mod puzzles;
mod runs;
mod schema;

use std::fs::{DirBuilder, File, TryLockError};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Instant;

use metrics::histogram;
use rusqlite::{Connection, ErrorCode};
use tokio::sync::{mpsc, oneshot};

pub(crate) use puzzles::StoredPuzzle;

/// How many requests share a commit at most, and how many wait.
const MAX_BATCH: usize = 512;
const MAX_WAITING: usize = 8192;

/// The name of the database in the data folder.
const FILE: &str = "foursight.db";

/// Why the data folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder or a file in it cannot be created or read.
    #[error("cannot use {0}")]
    Folder(PathBuf, #[source] io::Error),
    /// Another server has the folder.
    #[error("{0}: another server uses this folder; stop it, or choose another folder with --data")]
    InUse(PathBuf),
    /// The database is damaged, or the file is something else.
    #[error("{0} is damaged or not a database; restore a copy, or move it away")]
    Damaged(PathBuf, #[source] rusqlite::Error),
    /// The database cannot be opened or written, as on a full disk.
    #[error("{0} cannot be used as the database")]
    Database(PathBuf, #[source] rusqlite::Error),
    /// A later version wrote the database.
    #[error(
        "{0}: written by a later version of this program (schema {1}; this one knows up to {2})"
    )]
    Later(PathBuf, i64, i64),
}

impl StoreError {
    fn database(path: &Path, error: rusqlite::Error) -> Self {
        let is_damaged = matches!(
            error.sqlite_error_code(),
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
        );
        if is_damaged {
            Self::Damaged(path.into(), error)
        } else {
            Self::Database(path.into(), error)
        }
    }
}

/// Why the database did not carry out a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum StoreFault {
    /// As on a full disk: the same request may succeed later.
    #[error("the database takes nothing now: {0}")]
    Unavailable(String),
    /// A row or a query is wrong: the same request fails again.
    #[error("the database failed: {0}")]
    Broken(String),
}

impl StoreFault {
    fn new(error: &rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(
                ErrorCode::DiskFull
                | ErrorCode::ReadOnly
                | ErrorCode::DatabaseBusy
                | ErrorCode::SystemIoFailure
                | ErrorCode::OperationAborted,
            ) => Self::Unavailable(error.to_string()),
            _ => Self::Broken(error.to_string()),
        }
    }

    fn no_answer() -> Self {
        Self::Unavailable("the request was dropped".to_owned())
    }
}

/// Sends requests to the thread that owns the database.
#[derive(Clone)]
pub(crate) struct Store {
    requests: mpsc::Sender<Option<StoreRequest>>,
}

/// An open database, and what was read from it.
pub(crate) struct Opened {
    pub(crate) store: Store,
    /// The number of this run.
    pub(crate) run: i64,
    /// What addresses are hashed with.
    pub(crate) salt: Vec<u8>,
}

/// Works in a transaction; what it returns is called after the commit.
type StoreRequest = Box<dyn FnOnce(&Connection) -> Acknowledge + Send>;
type Acknowledge = Box<dyn FnOnce(Result<(), StoreFault>)>;

impl Store {
    /// Opens the database in `folder`, creating what is missing, for a run that begins `now`.
    pub(crate) fn open(folder: &Path, now: i64) -> Result<Opened, StoreError> {
        make_folder(folder).map_err(|error| StoreError::Folder(folder.into(), error))?;
        let lock = lock(folder)?;
        let path = folder.join(FILE);
        let connection = schema::open(&path)?;
        let failed = |error| StoreError::database(&path, error);
        let run = runs::begin(&connection, now).map_err(failed)?;
        let salt = connection.query_row("SELECT value FROM salt", [], |row| row.get(0));
        let salt = salt.map_err(failed)?;
        let (requests, mut waiting) = mpsc::channel(MAX_WAITING);
        let thread = std::thread::Builder::new().name("store".to_owned());
        let work = move || {
            work(&connection, &mut waiting);
            // Closing the last connection to a database merges the log into it.
            drop(connection);
            drop(lock);
            // Now whoever waits for the end continues.
            drop(waiting);
        };
        thread.spawn(work).map_err(|error| StoreError::Folder(path, error))?;
        Ok(Opened { store: Self { requests }, run, salt })
    }

    /// Carries out all requests so far, refuses later ones, and leaves everything in one file.
    pub(crate) async fn close(&self) {
        // If this fails, the thread has ended.
        let _ = self.requests.send(None).await;
        self.requests.closed().await;
    }

    /// Runs `work` in a transaction, all of it or nothing, and waits until it is on the disk.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreFault> {
        let (sender, answer) = oneshot::channel();
        let request: StoreRequest = Box::new(move |connection| {
            let result = in_savepoint(connection, work).map_err(|error| StoreFault::new(&error));
            Box::new(move |committed| {
                // Whoever asked may have gone.
                let _ = sender.send(committed.and(result));
            })
        });
        self.requests.send(Some(request)).await.map_err(|_| StoreFault::no_answer())?;
        answer.await.map_err(|_| StoreFault::no_answer())?
    }
}

/// A new folder is readable by its owner only.
fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Keeps a second server out of the folder, for as long as the file is open.
fn lock(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join("lock");
    let failed = |error| StoreError::Folder(path.clone(), error);
    let file =
        File::options().create(true).truncate(false).write(true).open(&path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(folder.into())),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

fn in_savepoint<T>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    connection.prepare_cached("SAVEPOINT request")?.execute([])?;
    let result = work(connection);
    if result.is_err() {
        connection.prepare_cached("ROLLBACK TO request")?.execute([])?;
    }
    connection.prepare_cached("RELEASE request")?.execute([])?;
    result
}

/// Serves requests until a `None` comes: all that wait share a transaction, so that a busy server writes to
/// the disk once for many moves.
fn work(connection: &Connection, waiting: &mut mpsc::Receiver<Option<StoreRequest>>) {
    let mut batch = Vec::new();
    let mut is_last = false;
    while !is_last && waiting.blocking_recv_many(&mut batch, MAX_BATCH) > 0 {
        let start = Instant::now();
        histogram!("foursight_store_batch").record(batch.len() as f64);
        let n_all = batch.len();
        let requests: Vec<StoreRequest> = batch.drain(..).map_while(|request| request).collect();
        is_last = requests.len() < n_all;
        // A request that panics takes down those of its batch, and no later ones.
        let done = catch_unwind(AssertUnwindSafe(|| do_together(connection, requests)));
        if done.is_err() {
            tracing::error!("a request to the database panicked");
        }
        if !connection.is_autocommit()
            && let Err(error) = connection.execute_batch("ROLLBACK")
        {
            tracing::error!(%error, "the database could not roll back");
        }
        histogram!("foursight_store_commit_seconds").record(start.elapsed().as_secs_f64());
    }
}

/// Carries out all requests in one transaction and acknowledges them; for a dropped request the channel
/// closes.
fn do_together(connection: &Connection, requests: Vec<StoreRequest>) {
    let mut done = Vec::with_capacity(requests.len());
    let committed = in_transaction(connection, requests, &mut done);
    if let Err(error) = &committed {
        tracing::error!(%error, "a transaction failed");
    }
    for acknowledge in done {
        acknowledge(committed.clone());
    }
}

fn in_transaction(
    connection: &Connection,
    requests: Vec<StoreRequest>,
    done: &mut Vec<Acknowledge>,
) -> Result<(), StoreFault> {
    let lost = |error: rusqlite::Error| StoreFault::Unavailable(error.to_string());
    connection.execute_batch("BEGIN").map_err(lost)?;
    for request in requests {
        done.push(request(connection));
        // SQLite ends the transaction on a full disk: the next request would be stored by itself, and then
        // reported as lost.
        if connection.is_autocommit() {
            return Err(StoreFault::Unavailable("the transaction was ended".to_owned()));
        }
    }
    connection.execute_batch("COMMIT").map_err(lost)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_request_that_panics_takes_no_later_one_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let Opened { store, run, .. } = Store::open(folder.path(), 5).unwrap();
        let panics = store.run(|connection| -> rusqlite::Result<()> {
            connection.execute("DELETE FROM run", [])?;
            panic!("on purpose")
        });
        assert!(panics.await.is_err());
        let count = move |connection: &Connection| {
            connection.query_row("SELECT COUNT(*) FROM run WHERE id = ?", [run], |row| row.get(0))
        };
        let n_runs: i64 = store.run(count).await.unwrap();
        assert_eq!(n_runs, 1, "and nothing of it stays");
    }
}
