//! Work on many items by several threads.

use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use foursight_engine::{SEARCH_STACK_BYTES, TableError};

/// The maximum number of items that a thread takes at a time.
const MAX_CHUNK: usize = 64;

/// The time between two calls while no work is done.
const BETWEEN_CALLS: Duration = Duration::from_millis(50);

/// The reason why work on many items ended early.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A thread could not be started.
    #[error("cannot start a thread: {0}")]
    Thread(#[from] io::Error),
    /// There is not enough memory for a search.
    #[error(transparent)]
    Memory(#[from] TableError),
}

/// Gives all items to the workers of `n_threads` threads, a few consecutive ones at a time.
///
/// `collect` receives their results in any order, each with the index of its first item. It is called on the caller's
/// thread at least every 50 ms until all work is done, with `None` if there is no new result. Once `cancel` is set, no
/// more items are given out, and a worker that has some may end early.
///
/// # Errors
///
/// If a thread cannot be started or a worker fails; `cancel` is then set.
pub fn in_parallel<T: Send, W: FnMut(Range<usize>) -> Result<T, TableError>>(
    n_items: usize,
    n_threads: NonZeroUsize,
    cancel: &AtomicBool,
    new_worker: impl Fn() -> W + Sync,
    mut collect: impl FnMut(Option<(usize, T)>),
) -> Result<(), Failure> {
    let chunk = (n_items / n_threads.get().saturating_mul(16)).clamp(1, MAX_CHUNK);
    let (next, new_worker) = (&AtomicUsize::new(0), &new_worker);
    let (sender, receiver) = mpsc::channel();
    let mut failure = None;
    let mut fail = |error| {
        cancel.store(true, Ordering::Relaxed);
        failure.get_or_insert(error);
    };
    thread::scope(|scope| {
        for _ in 0..n_threads.get().min(n_items) {
            let sender = sender.clone();
            let work = move || {
                let mut worker = new_worker();
                while !cancel.load(Ordering::Relaxed) {
                    let first = next.fetch_add(chunk, Ordering::Relaxed);
                    if first >= n_items {
                        return;
                    }
                    let done = worker(first..n_items.min(first + chunk));
                    let is_done = done.is_ok();
                    // The receiver waits for all threads.
                    if sender.send(done.map(|done| (first, done))).is_err() || !is_done {
                        return;
                    }
                }
            };
            let thread = thread::Builder::new().stack_size(SEARCH_STACK_BYTES);
            if let Err(error) = thread.spawn_scoped(scope, work) {
                fail(error.into());
            }
        }
        drop(sender);
        loop {
            match receiver.recv_timeout(BETWEEN_CALLS) {
                Ok(Ok(done)) => collect(Some(done)),
                Ok(Err(error)) => fail(error.into()),
                Err(RecvTimeoutError::Timeout) => collect(None),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    failure.map_or(Ok(()), Err)
}
