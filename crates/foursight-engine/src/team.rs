//! Threads that search one position together.
//!
//! All of them work on the same question and share the table, so each finds there what the others have
//! proved. To spread the work, a thread puts off the moves that another one is searching at the moment,
//! and returns to them after the rest, when the table usually has the answer. It never puts off the first
//! move of a position, because the others mean little before that one is searched. The idea is that of
//! ABDADA (J.-C. Weill, 1996).

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What the threads on one question share besides the table.
#[derive(Debug)]
pub(crate) struct Team {
    is_done: AtomicBool,
    /// The positions being searched, each in the slot that its number selects. Two in one slot hide each
    /// other, which only costs time.
    busy: Box<[AtomicU64]>,
}

const N_SLOTS: usize = 1 << 12;

impl Team {
    pub(crate) fn new() -> Self {
        let busy = std::iter::repeat_with(AtomicU64::default).take(N_SLOTS).collect();
        Self { is_done: AtomicBool::new(false), busy }
    }

    /// Tells all threads to stop.
    pub(crate) fn finish(&self) {
        self.is_done.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_done(&self) -> bool {
        self.is_done.load(Ordering::Relaxed)
    }

    /// Whether a thread is searching the position of this number.
    pub(crate) fn is_busy(&self, position: u64) -> bool {
        self.slot(position).load(Ordering::Relaxed) == position
    }

    /// Notes that a thread begins to search a position.
    pub(crate) fn begin(&self, position: u64) {
        self.slot(position).store(position, Ordering::Relaxed);
    }

    /// Notes that it has ended.
    pub(crate) fn end(&self, position: u64) {
        let slot = self.slot(position);
        if slot.load(Ordering::Relaxed) == position {
            slot.store(0, Ordering::Relaxed);
        }
    }

    fn slot(&self, position: u64) -> &AtomicU64 {
        &self.busy[position as usize % N_SLOTS]
    }
}
