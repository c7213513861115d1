//! Time limits for anything but a move.

use std::time::Duration;

/// The time limits of a contestant for anything but a move. The [`Clock`](crate::Clock) limits moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimits {
    /// Time from its start to its first answer; 10 s by default.
    pub start: Duration,
    /// Extra time for each move, for machine delays; 50 ms by default.
    pub margin: Duration,
    /// Time to exit on its own once its input is closed; 100 ms by default.
    pub quit: Duration,
}

impl Default for TimeLimits {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            margin: Duration::from_millis(50),
            quit: Duration::from_millis(100),
        }
    }
}
