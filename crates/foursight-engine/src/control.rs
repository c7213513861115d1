//! Control of a search by its caller: limits, cancellation, progress.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use foursight::Score;

use crate::clock::Instant;

/// The limits at which a search stops before its goal is proved; none by default.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// The time at which it stops.
    pub deadline: Option<Instant>,
    /// A flag that stops it when set.
    pub cancel: Option<&'a AtomicBool>,
    /// The number of nodes after which it stops, checked every thousand or so.
    pub nodes: Option<u64>,
}

/// The progress of a search.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The score is at least this.
    pub lower: Score,
    /// The score is at most this.
    pub upper: Score,
    /// Positions searched so far; 0 during the search for a reason.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
}

/// Limits and a progress callback, lent to a search.
///
/// ```
/// use std::time::Duration;
/// use foursight_engine::{Control, Limits};
///
/// let limits = Limits::default().within(Duration::from_secs(1));
/// let mut report = |progress: &foursight_engine::Progress| println!("{} nodes", progress.nodes);
/// let control = Control { limits, progress: Some(&mut report) };
/// # let _ = control;
/// ```
#[derive(Default)]
pub struct Control<'a> {
    /// The limits of the search.
    pub limits: Limits<'a>,
    /// Called every few milliseconds and whenever a bound has been proved.
    pub progress: Option<&'a mut dyn FnMut(&Progress)>,
}

impl<'a> Control<'a> {
    /// Limits without a callback.
    pub fn limited(limits: Limits<'a>) -> Self {
        Self { limits, progress: None }
    }
}

impl<'a> Limits<'a> {
    /// The limits of a search that stops only when this flag is set.
    pub fn canceled_by(flag: &'a AtomicBool) -> Self {
        Self { cancel: Some(flag), ..Self::default() }
    }

    /// The same limits, with a deadline at most `time` from now.
    #[must_use]
    pub fn within(self, time: Duration) -> Self {
        let end = Instant::now().checked_add(time);
        Self { deadline: [self.deadline, end].into_iter().flatten().min(), ..self }
    }

    /// One of `n_parts` equal parts of the time and of the nodes, which leaves the others for the next search.
    #[must_use]
    pub(crate) fn part(self, n_parts: u32) -> Self {
        let now = Instant::now();
        let part = |deadline: Instant| now + deadline.saturating_duration_since(now) / n_parts;
        let nodes = self.nodes.map(|nodes| nodes / u64::from(n_parts));
        Self { deadline: self.deadline.map(part), nodes, ..self }
    }

    /// Whether nobody is waiting for the result.
    pub fn are_canceled(&self) -> bool {
        self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Whether a search that has seen `nodes` positions must stop now.
    pub fn are_reached(&self, nodes: u64) -> bool {
        self.are_canceled()
            || self.nodes.is_some_and(|most| nodes >= most)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
