//! The database: one thread writes and reads, and what comes together is committed together.
//!
//! A job is answered after its transaction is on the disk (WAL with `synchronous = FULL`), so what was
//! acknowledged survives the end of the process and of the power.

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

use crate::http::error::{Error, Result};

pub(crate) use games::{NewGame, Quota};
pub(crate) use puzzles::StoredPuzzle;

/// How many jobs share a commit at most, and how many wait.
const MAX_BATCH: usize = 512;
const MAX_WAITING: usize = 8192;

/// The name of the database in the data folder.
const FILE: &str = "foursight.db";

/// Why the data folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder or a file in it cannot be made or read.
    #[error("cannot use {0}")]
    Folder(PathBuf, #[source] io::Error),
    /// Another server has the folder.
    #[error("{0}: another server uses this folder; stop it, or take another one with --data")]
    InUse(PathBuf),
    /// The database is damaged, or no database.
    #[error("{0} is no whole database; put a copy in its place, or move it away")]
    Damaged(PathBuf, #[source] rusqlite::Error),
    /// The database cannot be opened or written, as on a full disk.
    #[error("{0} cannot be used as the database")]
    Database(PathBuf, #[source] rusqlite::Error),
    /// The database was written by a later version.
    #[error("{0}: written by a later version of this program (schema {1}, known up to {2})")]
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

/// The way to the thread that has the database.
#[derive(Clone)]
pub(crate) struct Store {
    jobs: mpsc::Sender<Option<Job>>,
}

/// A database that is open, and what was read of it.
pub(crate) struct Opened {
    pub(crate) store: Store,
    /// The number of this run.
    pub(crate) run: i64,
    /// What addresses are hashed with, so that the database has none.
    pub(crate) salt: Vec<u8>,
}

/// Works in a transaction; what it returns is called after the commit.
type Job = Box<dyn FnOnce(&Connection) -> Answer + Send>;
type Answer = Box<dyn FnOnce(std::result::Result<(), String>)>;

impl Store {
    /// Opens the database in `folder`, making what is missing, for a run that begins `now`.
    pub(crate) fn open(folder: &Path, now: i64) -> Result<Opened, StoreError> {
        make_folder(folder).map_err(|error| StoreError::Folder(folder.into(), error))?;
        let lock = lock(folder)?;
        let path = folder.join(FILE);
        let connection = schema::open(&path)?;
        let failed = |error| StoreError::database(&path, error);
        let run = runs::begin(&connection, now).map_err(failed)?;
        let salt = connection.query_row("SELECT value FROM salt", [], |row| row.get(0));
        let salt = salt.map_err(failed)?;
        let (jobs, mut waiting) = mpsc::channel(MAX_WAITING);
        let thread = std::thread::Builder::new().name("store".to_owned());
        let work = move || {
            work(&connection, &mut waiting);
            // The last connection to a database puts the log into it.
            drop(connection);
            drop(lock);
            // Now those who wait for the end go on.
            drop(waiting);
        };
        thread.spawn(work).map_err(|error| StoreError::Folder(path, error))?;
        Ok(Opened { store: Self { jobs }, run, salt })
    }

    /// Does what has been asked for, nothing that comes later, and leaves everything in one file.
    pub(crate) async fn close(&self) {
        // Where it fails the thread has ended.
        let _ = self.jobs.send(None).await;
        self.jobs.closed().await;
    }

    /// Does `job` in a transaction, all of it or nothing, and waits until it is on the disk.
    async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T> {
        let (sender, answer) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            let result = in_savepoint(connection, job).map_err(|error| failure(&error));
            Box::new(move |committed| {
                let result = committed.map_err(Error::not_stored).and(result);
                // Nobody may wait any more.
                let _ = sender.send(result);
            })
        });
        let not_done = || Error::not_stored("the database has not done what it was asked for");
        self.jobs.send(Some(job)).await.map_err(|_| not_done())?;
        answer.await.map_err(|_| not_done())?
    }
}

/// What a job is answered with that has failed: it may be done later, or the database is at fault.
fn failure(error: &rusqlite::Error) -> Error {
    match error.sqlite_error_code() {
        Some(
            ErrorCode::DiskFull
            | ErrorCode::ReadOnly
            | ErrorCode::DatabaseBusy
            | ErrorCode::SystemIoFailure
            | ErrorCode::OperationAborted,
        ) => Error::not_stored(error),
        _ => Error::internal(error),
    }
}

/// A new folder is for nobody but whoever runs the server.
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
    job: impl FnOnce(&Connection) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    connection.prepare_cached("SAVEPOINT job")?.execute([])?;
    let result = job(connection);
    if result.is_err() {
        connection.prepare_cached("ROLLBACK TO job")?.execute([])?;
    }
    connection.prepare_cached("RELEASE job")?.execute([])?;
    result
}

/// Takes jobs as they come until there is none instead of one: all that wait share a transaction, so that a
/// busy server writes to the disk once for many moves.
fn work(connection: &Connection, waiting: &mut mpsc::Receiver<Option<Job>>) {
    let mut batch = Vec::new();
    let mut is_last = false;
    while !is_last && waiting.blocking_recv_many(&mut batch, MAX_BATCH) > 0 {
        let start = Instant::now();
        histogram!("foursight_store_batch").record(batch.len() as f64);
        let n_all = batch.len();
        let jobs: Vec<Job> = batch.drain(..).map_while(|job| job).collect();
        is_last = jobs.len() < n_all;
        // A job that panics takes those with it that came together with it, and no later ones.
        let done = catch_unwind(AssertUnwindSafe(|| do_together(connection, jobs)));
        if done.is_err() {
            tracing::error!("a job of the database has panicked");
        }
        if !connection.is_autocommit()
            && let Err(error) = connection.execute_batch("ROLLBACK")
        {
            tracing::error!(%error, "the database does not go back");
        }
        histogram!("foursight_store_commit_seconds").record(start.elapsed().as_secs_f64());
    }
}

/// Does all jobs in one transaction, and answers them; whoever asked for one that was dropped is told
/// so by the end of the channel.
fn do_together(connection: &Connection, jobs: Vec<Job>) {
    let mut answers = Vec::with_capacity(jobs.len());
    let committed = in_transaction(connection, jobs, &mut answers);
    if let Err(error) = &committed {
        tracing::error!(error, "the database does not take what was written");
    }
    for answer in answers {
        answer(committed.clone());
    }
}

fn in_transaction(
    connection: &Connection,
    jobs: Vec<Job>,
    answers: &mut Vec<Answer>,
) -> std::result::Result<(), String> {
    connection.execute_batch("BEGIN").map_err(|error| error.to_string())?;
    for job in jobs {
        answers.push(job(connection));
        // As SQLite does on a full disk: what came next would be stored by itself, and then be
        // answered as lost.
        if connection.is_autocommit() {
            return Err("the database has ended the transaction".to_owned());
        }
    }
    connection.execute_batch("COMMIT").map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_job_that_panics_takes_no_later_one_with_it() {
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
