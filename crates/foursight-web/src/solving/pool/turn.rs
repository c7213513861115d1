//! The turn of a question in progress.

use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use foursight_engine::ThreadBudget;

use super::super::schedule::SLICE;
use super::super::ticket::Ticket;
use super::Shared;

/// The turn of a question in progress, which checks from time to time whether another one should go first, and how many
/// threads may help.
pub(in super::super) struct Turn {
    shared: Arc<Shared>,
    ticket: Arc<Ticket>,
    slice_end: Instant,
    threads: ThreadBudget,
    n_helpers: usize,
    /// The helpers' time that is already charged.
    charged: Duration,
}

impl Turn {
    pub(super) fn new(shared: Arc<Shared>, ticket: Arc<Ticket>, threads: ThreadBudget) -> Self {
        let (slice_end, charged) = (Instant::now() + SLICE, threads.lent_time());
        Self { shared, ticket, slice_end, threads, n_helpers: 0, charged }
    }

    /// Waits while another question goes first; after that, limits may be reached.
    pub(in super::super) fn pause_if_due(&mut self) {
        if self.ticket.must_pause() || Instant::now() >= self.slice_end {
            self.pause();
            self.slice_end = Instant::now() + SLICE;
        }
        if self.n_helpers != self.ticket.n_helpers() {
            self.set_n_helpers(self.ticket.n_helpers());
        }
    }

    /// Lets others go first until it is this question's turn again, or its time is up.
    fn pause(&mut self) {
        let now = Instant::now();
        let helped = self.helped();
        let shared = self.shared.clone();
        let mut state = shared.lock();
        if let Some(next) = state.schedule.pause(&self.ticket, helped, now) {
            shared.give_turn(&mut state, next);
        }
        shared.give_turns(&mut state, now);
        while state.schedule.is_paused(&self.ticket) {
            self.set_n_helpers(0);
            let left = self.ticket.deadline().saturating_duration_since(Instant::now());
            if self.ticket.is_over() || state.is_closed {
                state.schedule.release(&self.ticket);
                break;
            }
            let waited = self.ticket.resume.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn set_n_helpers(&mut self, n: usize) {
        self.n_helpers = n;
        self.threads.keep_back(self.shared.n_turns.get() - 1 - n);
    }

    /// The time for which helpers have worked on the question since the last call.
    pub(super) fn helped(&mut self) -> Duration {
        let charged = std::mem::replace(&mut self.charged, self.threads.lent_time());
        self.charged.saturating_sub(charged)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.set_n_helpers(0);
    }
}
