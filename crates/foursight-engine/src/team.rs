//! Threads that search one position together.
//!
//! All of them work on the same question and share the table, so each finds there what the others have proved. To
//! spread the work, a thread puts off the moves that another is searching, and returns to them after the rest, when the
//! table usually has the answer. The idea comes from ABDADA (J.-C. Weill, 1996), but the first move of a position may
//! be put off, too.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::thread_budget::Place;

/// One thread's part in a team.
#[derive(Debug)]
pub(crate) struct Team {
    work: Arc<Work>,
    /// The place of a helper, which it may have to leave; the thread that received the question stays until the end.
    place: Option<Place>,
}

/// The state that the threads on one question share besides the table.
#[derive(Debug)]
struct Work {
    is_done: AtomicBool,
    /// The positions being searched, each in the slot that its number selects. Two positions in one slot hide each
    /// other, which only costs time.
    busy: Box<[AtomicU64]>,
}

const N_SLOTS: usize = 1 << 12;

impl Team {
    /// A team that so far consists only of the thread that received the question.
    pub(crate) fn new() -> Self {
        let busy = std::iter::repeat_with(AtomicU64::default).take(N_SLOTS).collect();
        Self { work: Arc::new(Work { is_done: AtomicBool::new(false), busy }), place: None }
    }

    /// The part of a helper that takes `place`.
    pub(crate) fn with_helper(&self, place: Place) -> Self {
        Self { work: Arc::clone(&self.work), place: Some(place) }
    }

    /// Tells all threads to stop.
    pub(crate) fn finish(&self) {
        self.work.is_done.store(true, Ordering::Relaxed);
    }

    /// Whether this thread is to stop: the team has its answer, or another solver needs the place.
    pub(crate) fn is_done(&self) -> bool {
        self.work.is_done.load(Ordering::Relaxed)
            || self.place.as_ref().is_some_and(Place::is_called_back)
    }

    /// Whether a thread is searching the position of this number.
    pub(crate) fn is_busy(&self, position: u64) -> bool {
        self.slot(position).load(Ordering::Relaxed) == position
    }

    /// Records that a thread has started to search a position.
    pub(crate) fn begin(&self, position: u64) {
        self.slot(position).store(position, Ordering::Relaxed);
    }

    /// Records that the search has ended.
    pub(crate) fn end(&self, position: u64) {
        let slot = self.slot(position);
        if slot.load(Ordering::Relaxed) == position {
            slot.store(0, Ordering::Relaxed);
        }
    }

    fn slot(&self, position: u64) -> &AtomicU64 {
        &self.work.busy[position as usize % N_SLOTS]
    }
}
