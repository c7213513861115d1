//! Time limits for the parts of an answer.

use std::time::Duration;

use foursight_engine::Limits;
use foursight_engine::clock::Instant;

/// The time one question searches for scores; scores not proved by then are given as bounds.
pub(crate) const SCORE_TIME: Duration = Duration::from_secs(4);

/// The limits, with a deadline at most `time` from now.
pub(crate) fn within(limits: Limits<'_>, time: Duration) -> Limits<'_> {
    let end = Instant::now().checked_add(time);
    let deadline = [limits.deadline, end].into_iter().flatten().min();
    Limits { deadline, ..limits }
}
