//! The counts of the threads that solvers share. `interleavings` tries all orders of their changes.

use super::{AtomicIsize, AtomicUsize, Ordering};

#[derive(Debug)]
pub(super) struct Counts {
    /// Threads that are neither in use nor reserved; negative while helpers must leave.
    n_spare: AtomicIsize,
    n_kept_back: AtomicUsize,
    /// The number of times that a thread was lent to a helper.
    lendings: AtomicUsize,
}

impl Counts {
    pub(super) fn new(n_threads: usize) -> Self {
        let n_spare = isize::try_from(n_threads).unwrap_or(isize::MAX);
        Self {
            n_spare: AtomicIsize::new(n_spare),
            n_kept_back: AtomicUsize::new(0),
            lendings: AtomicUsize::new(0),
        }
    }

    pub(super) fn n_spare(&self) -> isize {
        self.n_spare.load(Ordering::Relaxed)
    }

    pub(super) fn n_lendings(&self) -> usize {
        self.lendings.load(Ordering::Relaxed)
    }

    /// Keeps back `n` threads instead of those of the last call.
    pub(super) fn keep_back(&self, n: usize) {
        let before = self.n_kept_back.swap(n, Ordering::Relaxed);
        self.n_spare.fetch_add(before as isize - n as isize, Ordering::Relaxed);
    }

    /// Takes a thread for a solver that cannot wait.
    pub(super) fn take(&self) {
        self.n_spare.fetch_sub(1, Ordering::Relaxed);
    }

    /// Takes a thread for a helper; `false` if none is spare.
    pub(super) fn lend(&self) -> bool {
        let less = |n_spare: isize| (n_spare > 0).then(|| n_spare - 1);
        let taken = self.n_spare.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        if taken.is_ok() {
            self.lendings.fetch_add(1, Ordering::Relaxed);
        }
        taken.is_ok()
    }

    /// Gives back a helper's thread if there are too few; `false` if there are enough.
    pub(super) fn fill_need(&self) -> bool {
        let more = |n_spare: isize| (n_spare < 0).then(|| n_spare + 1);
        self.n_spare.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).is_ok()
    }

    pub(super) fn give_back(&self) {
        self.n_spare.fetch_add(1, Ordering::Relaxed);
    }
}
