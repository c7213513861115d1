//! Describes in words how much time a move may take.

use std::fmt;
use std::time::Duration;

use crate::referee::clock::Clock;

/// The time limit for a move, and the clock that sets it.
///
/// ```
/// use std::time::Duration;
/// use foursight_arena::{Allowance, Clock};
///
/// let clock = "60s+1s".parse()?;
/// let allowance = Allowance { clock, left: Duration::from_millis(3250), is_first: false, start: Duration::ZERO };
/// assert_eq!(allowance.to_string(), "the 3.25 s left (clock 60s+1s)");
/// # Ok::<(), foursight_arena::ClockError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The clock.
    pub clock: Clock,
    /// The time left in the bank of a clock that has one.
    pub left: Duration,
    /// Whether it is the player's first move.
    pub is_first: bool,
    /// The additional time to start.
    pub start: Duration,
}

impl fmt::Display for Allowance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.start.is_zero() {
            write!(f, "{} to start and ", seconds(self.start))?;
        }
        let (each, left) = (seconds(self.clock.each_move()), seconds(self.left));
        let time = match self.clock {
            Clock::Total { .. } | Clock::TheAiGames => format!("the {left} left"),
            Clock::Kaggle => format!("{each} per move and {left} left in its bank"),
            Clock::CodinGame if self.is_first => "1 s for the first move".to_owned(),
            Clock::PerMove(_) | Clock::CodinGame => format!("{each} per move"),
        };
        write!(f, "{time} (clock {})", self.clock)
    }
}

/// A time as `250 ms` or `1.25 s`.
fn seconds(time: Duration) -> String {
    match time.as_millis() {
        ms @ 0..1000 => format!("{ms} ms"),
        ms => format!("{} s", (ms as f64 / 10.0).round() / 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(clock: &str, [left, start]: [u64; 2], is_first: bool, expected: &str) {
        let (clock, [left, start]) =
            (clock.parse().unwrap(), [left, start].map(Duration::from_millis));
        assert_eq!(Allowance { clock, left, is_first, start }.to_string(), expected);
    }

    #[test]
    fn every_clock_has_its_words() {
        check("500ms", [0, 0], false, "500 ms per move (clock 500ms)");
        check("1s", [0, 10_000], true, "10 s to start and 1 s per move (clock 1s)");
        check("1m+1s", [61_234, 0], false, "the 61.23 s left (clock 60s+1s)");
        check("theaigames", [10_000, 0], false, "the 10 s left (clock theaigames)");
        check("kaggle", [3500, 0], false, "2 s per move and 3.5 s left in its bank (clock kaggle)");
        check("codingame", [0, 0], true, "1 s for the first move (clock codingame)");
        check("codingame", [0, 0], false, "100 ms per move (clock codingame)");
    }
}
