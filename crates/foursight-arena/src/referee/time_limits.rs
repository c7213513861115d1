//! Time limits for everything but thinking: starting, noise of the machine, quitting.

use std::time::Duration;

/// How long a contestant may take for anything but a move. The [`Clock`](crate::Clock) limits moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimits {
    /// From its start to its first answer; 10 s by default.
    pub start: Duration,
    /// Extra time for each move, for the noise of the machine; 50 ms by default.
    pub margin: Duration,
    /// To end by itself once its input is closed; 100 ms by default.
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
