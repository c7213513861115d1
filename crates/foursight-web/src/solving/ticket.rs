//! A question's place among all others: who asks it, and when to stop working on it.

use std::net::IpAddr;
use std::sync::Condvar;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use foursight_engine::Limits;

/// A question's place among all others: who asks it, and when to stop working on it.
pub(crate) struct Ticket {
    /// The client; for IPv6, its network.
    pub(super) client: IpAddr,
    /// The order in which questions arrived: lower numbers are earlier.
    pub(super) number: u64,
    deadline: Instant,
    /// Whether the work on it cannot pause, or only after tens of milliseconds.
    pub(super) is_rigid: bool,
    /// Set once nobody is waiting for the answer.
    cancel: AtomicBool,
    /// Set when another question should go first.
    must_pause: AtomicBool,
    /// The number of threads that may currently help with the question.
    n_helpers: AtomicUsize,
    /// Signaled when a paused question may continue.
    pub(super) resume: Condvar,
}

impl Ticket {
    pub(super) fn new(client: IpAddr, number: u64, deadline: Instant) -> Self {
        Self {
            client,
            number,
            deadline,
            is_rigid: false,
            cancel: AtomicBool::new(false),
            must_pause: AtomicBool::new(false),
            n_helpers: AtomicUsize::new(0),
            resume: Condvar::new(),
        }
    }

    /// The same for work that cannot pause at once.
    pub(super) fn rigid(self) -> Self {
        Self { is_rigid: true, ..self }
    }

    /// The conditions under which a search stops.
    pub(crate) fn limits(&self) -> Limits<'_> {
        Limits { deadline: Some(self.deadline), cancel: Some(&self.cancel), nodes: None }
    }

    /// Whether to stop now.
    pub(crate) fn is_over(&self) -> bool {
        self.limits().are_reached(0)
    }

    pub(super) fn must_pause(&self) -> bool {
        self.must_pause.load(Ordering::Relaxed)
    }

    pub(super) fn set_must_pause(&self, must_pause: bool) {
        self.must_pause.store(must_pause, Ordering::Relaxed);
    }

    pub(super) fn n_helpers(&self) -> usize {
        self.n_helpers.load(Ordering::Relaxed)
    }

    pub(super) fn set_n_helpers(&self, n: usize) {
        self.n_helpers.store(n, Ordering::Relaxed);
    }

    pub(super) fn deadline(&self) -> Instant {
        self.deadline
    }

    /// Records that nobody is waiting for the answer any more.
    pub(super) fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}
