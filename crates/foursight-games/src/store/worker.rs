//! A thread with a connection to the database, and the requests that wait for it.

use std::io;
use std::sync::Arc;
use std::time::Instant;

use metrics::histogram;
use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::StoreFault;
use super::health::Health;
use crate::recurring::Recurring;
use crate::supervise::supervise;

/// The maximum number of requests that share a commit, and of waiting requests.
const MAX_BATCH: usize = 512;
const MAX_WAITING: usize = 8192;

/// Sends requests to a thread of the database.
#[derive(Clone)]
pub(super) struct Worker {
    requests: mpsc::Sender<Option<Request>>,
    health: Arc<Health>,
}

/// Works in a transaction; the function that it returns is called after the commit.
type Request = Box<dyn FnOnce(&Connection) -> Acknowledge + Send>;
type Acknowledge = Box<dyn FnOnce(Result<(), StoreFault>)>;

/// The state of the thread.
struct Thread {
    connection: Connection,
    /// The statement that begins a transaction.
    begin: &'static str,
    health: Arc<Health>,
    /// Whether the last request has come.
    is_closing: bool,
}

impl Worker {
    /// Starts a thread whose transactions start with `begin`; it drops `kept` once its connection is closed.
    pub(super) fn start(
        name: &'static str,
        connection: Connection,
        begin: &'static str,
        health: Arc<Health>,
        kept: impl Send + 'static,
    ) -> io::Result<Self> {
        let (requests, mut waiting) = mpsc::channel(MAX_WAITING);
        let mut thread = Thread { connection, begin, health: health.clone(), is_closing: false };
        let work = move || {
            supervise(name, || thread.work(&mut waiting));
            drop(thread);
            drop(kept);
            // Tasks that wait for the end of the thread continue now.
            drop(waiting);
        };
        std::thread::Builder::new().name(name.to_owned()).spawn(work)?;
        Ok(Self { requests, health })
    }

    /// Carries out all requests so far, refuses later ones, and closes the connection.
    pub(super) async fn close(&self) {
        // If this fails, the thread has ended.
        let _ = self.requests.send(None).await;
        self.requests.closed().await;
    }

    /// Runs `work` in a transaction and waits for its end.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreFault> {
        let (sender, answer) = oneshot::channel();
        let health = self.health.clone();
        let request: Request = Box::new(move |connection| {
            let result = in_savepoint(connection, work).map_err(|error| health.fault(&error));
            Box::new(move |committed| {
                // The requester may no longer be waiting.
                let _ = sender.send(committed.and(result));
            })
        });
        self.requests.send(Some(request)).await.map_err(|_| StoreFault::no_answer())?;
        answer.await.map_err(|_| StoreFault::no_answer())?
    }
}

impl Thread {
    /// Serves requests until a `None` comes: all waiting requests share a transaction, so a busy server writes to the
    /// disk once for many moves. A request that panics takes down the requests of its batch, but no later ones.
    fn work(&mut self, waiting: &mut mpsc::Receiver<Option<Request>>) {
        self.roll_back();
        let mut batch = Vec::new();
        while !self.is_closing && waiting.blocking_recv_many(&mut batch, MAX_BATCH) > 0 {
            let start = Instant::now();
            histogram!("foursight_store_batch").record(batch.len() as f64);
            let n_all = batch.len();
            let requests: Vec<Request> = batch.drain(..).map_while(|request| request).collect();
            self.is_closing = requests.len() < n_all;
            self.do_together(requests);
            self.roll_back();
            histogram!("foursight_store_commit_seconds").record(start.elapsed().as_secs_f64());
        }
    }

    /// Ends a transaction that failed or panicked.
    fn roll_back(&self) {
        if !self.connection.is_autocommit()
            && let Err(error) = self.connection.execute_batch("ROLLBACK")
        {
            tracing::error!(%error, "the database could not roll back");
        }
    }

    /// Carries out all requests in one transaction and acknowledges them; for a dropped request, the channel closes.
    fn do_together(&self, requests: Vec<Request>) {
        let mut done = Vec::with_capacity(requests.len());
        let committed = self.in_transaction(requests, &mut done);
        if let Err(error) = &committed {
            static FAILED: Recurring = Recurring::new();
            if let Some(n_transactions) = FAILED.turn() {
                tracing::error!(%error, n_transactions, "transactions failed");
            }
        }
        for acknowledge in done {
            acknowledge(committed.clone());
        }
    }

    fn in_transaction(
        &self,
        requests: Vec<Request>,
        done: &mut Vec<Acknowledge>,
    ) -> Result<(), StoreFault> {
        let lost = |error: rusqlite::Error| match self.health.fault(&error) {
            // One request's error must not count as permanent for the others, which may succeed later.
            StoreFault::Broken(message) => StoreFault::Unavailable(message),
            fault => fault,
        };
        self.connection.execute_batch(self.begin).map_err(lost)?;
        for request in requests {
            done.push(request(&self.connection));
            // SQLite ends the transaction on a full disk: the next request would be stored by itself, and then
            // reported as lost.
            if self.connection.is_autocommit() {
                return Err(StoreFault::Unavailable("the transaction was ended".to_owned()));
            }
        }
        self.connection.execute_batch("COMMIT").map_err(lost)
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
