//! The number of threads that may search at once, over all solvers that share it.

mod counts;

use std::cell::Cell;
use std::num::NonZeroUsize;
use std::sync::Arc;
// `counts` takes its atomics from here.
use std::sync::atomic::{AtomicIsize, AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use crate::clock::Instant;
use counts::Counts;

/// Whether a program can start threads here: not in a WebAssembly module without atomic instructions. As a constant, it
/// leaves out code that only threads need.
pub(crate) const HAS_THREADS: bool =
    cfg!(any(not(target_family = "wasm"), target_feature = "atomics"));

/// The stack of a searching thread. It takes memory only where it is used. On the largest boards, an unoptimized build
/// needs more than 8 MiB.
pub const SEARCH_STACK_BYTES: usize = 64 << 20;

/// The number of threads that run at once on this machine.
pub fn n_cores() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// A number of threads that solvers share; cheap to clone.
///
/// A solver takes one of them while it answers, and for long searches also takes the spare ones as helpers. A helper
/// leaves as soon as another solver needs its place, so a solver never waits.
///
/// ```
/// use std::num::NonZeroUsize;
/// use foursight::STANDARD;
/// use foursight_engine::{Solver, ThreadBudget};
///
/// let budget = ThreadBudget::new(NonZeroUsize::new(2).expect("it is not 0"));
/// let solvers = [0, 1].map(|_| Solver::new(STANDARD).with_threads(budget.clone()));
/// // While only one of them has something to solve, it uses both threads.
/// # let _ = solvers;
/// ```
#[derive(Clone, Debug)]
pub struct ThreadBudget {
    n_threads: NonZeroUsize,
    counts: Arc<Counts>,
    /// The total time for which threads were lent to helpers, in nanoseconds.
    lent_time: Arc<AtomicU64>,
}

/// A thread's place, given back when dropped.
#[derive(Debug)]
pub(crate) struct Place {
    counts: Arc<Counts>,
    /// For a helper's place, when it was lent, and the total to which that time is added.
    lent: Option<(Instant, Arc<AtomicU64>)>,
    is_given_back: Cell<bool>,
}

impl ThreadBudget {
    /// At most `n_threads` at a time, or one per solver if more solvers answer at once.
    pub fn new(n_threads: NonZeroUsize) -> Self {
        let counts = Arc::new(Counts::new(n_threads.get()));
        Self { n_threads, counts, lent_time: Arc::default() }
    }

    /// The same threads, but with a [`ThreadBudget::lent_time`] of its own.
    #[must_use]
    pub fn timed_apart(&self) -> Self {
        Self { lent_time: Arc::default(), ..self.clone() }
    }

    /// The number of threads; one if the program cannot start any.
    pub fn n_threads(&self) -> NonZeroUsize {
        if HAS_THREADS { self.n_threads } else { NonZeroUsize::MIN }
    }

    /// The number of times a search has had a helper so far.
    pub fn n_lent(&self) -> usize {
        self.counts.n_lendings()
    }

    /// The total time that helpers have searched so far, except those still searching.
    pub fn lent_time(&self) -> Duration {
        Duration::from_nanos(self.lent_time.load(Ordering::Relaxed))
    }

    /// Keeps `n` of the threads from helping until the next call, because they are needed elsewhere; surplus helpers
    /// leave within a millisecond.
    pub fn keep_back(&self, n: usize) {
        self.counts.keep_back(n);
    }

    /// A place for a thread that cannot wait.
    pub(crate) fn take(&self) -> Place {
        self.counts.take();
        self.place(None)
    }

    /// Whether a helper would get a place.
    pub(crate) fn has_spare(&self) -> bool {
        HAS_THREADS && self.counts.n_spare() > 0
    }

    /// Whether a helper must leave.
    #[cfg(test)]
    pub(crate) fn is_short(&self) -> bool {
        self.counts.n_spare() < 0
    }

    /// A place for a helper, if one is spare.
    pub(crate) fn lend(&self) -> Option<Place> {
        let is_lent = self.counts.lend();
        is_lent.then(|| self.place(Some((Instant::now(), Arc::clone(&self.lent_time)))))
    }

    fn place(&self, lent: Option<(Instant, Arc<AtomicU64>)>) -> Place {
        Place { counts: Arc::clone(&self.counts), lent, is_given_back: Cell::new(false) }
    }
}

impl From<NonZeroUsize> for ThreadBudget {
    fn from(n_threads: NonZeroUsize) -> Self {
        Self::new(n_threads)
    }
}

impl Place {
    /// Whether the helper that has this place must leave, because there are more threads than places. The place is then
    /// returned, so that exactly one helper leaves for each surplus thread.
    pub(crate) fn is_called_back(&self) -> bool {
        if !self.is_given_back.get() {
            self.is_given_back.set(self.counts.fill_need());
        }
        self.is_given_back.get()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some((since, total)) = &self.lent {
            total.fetch_add(since.elapsed().as_nanos() as u64, Ordering::Relaxed);
        }
        if !self.is_given_back.get() {
            self.counts.give_back();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(n_threads: usize) -> ThreadBudget {
        ThreadBudget::new(NonZeroUsize::new(n_threads).expect("it is not 0"))
    }

    #[test]
    fn what_is_spare_is_lent_once() {
        let budget = budget(2);
        let own = budget.take();
        let helper = budget.lend().expect("one is spare");
        assert!(budget.lend().is_none());
        drop(helper);
        drop(own);
        let both = [budget.lend(), budget.lend(), budget.lend()].map(|place| place.is_some());
        assert_eq!(both, [true, true, false]);
        assert_eq!(budget.n_lent(), 3);
    }

    #[test]
    fn one_helper_leaves_for_each_solver_that_begins() {
        let budget = budget(3);
        let own = budget.take();
        let helpers = [budget.lend().unwrap(), budget.lend().unwrap()];
        let n_called = || helpers.iter().filter(|place| place.is_called_back()).count();
        assert_eq!(n_called(), 0);
        let second = budget.take();
        assert_eq!(n_called(), 1);
        assert_eq!(n_called(), 1, "it has made room");
        drop((own, second));
        assert!(budget.lend().is_some() && n_called() == 1);
        drop(helpers);
        let places: Vec<Place> = std::iter::from_fn(|| budget.lend()).collect();
        assert_eq!(places.len(), 3, "no place is given back twice");
    }

    #[test]
    fn what_is_kept_back_is_not_lent() {
        let budget = budget(3);
        let (own, other) = (budget.take(), budget.timed_apart());
        let helpers = [budget.lend().unwrap(), budget.lend().unwrap()];
        let n_called = || helpers.iter().filter(|place| place.is_called_back()).count();
        budget.keep_back(1);
        assert_eq!(n_called(), 1);
        budget.keep_back(2);
        assert_eq!(n_called(), 2);
        assert_eq!(budget.lent_time(), Duration::ZERO);
        budget.keep_back(1);
        assert!(budget.lend().is_some(), "the place of one that left");
        drop((helpers, own));
        assert!(budget.lent_time() > Duration::ZERO);
        assert_eq!(other.lent_time(), Duration::ZERO);
        let places: Vec<Place> = std::iter::from_fn(|| budget.lend()).collect();
        assert_eq!(places.len(), 2);
    }
}
