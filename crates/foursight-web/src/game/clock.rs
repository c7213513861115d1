//! The time of both players.

use crate::routes::position::Color;

/// The time of both players, in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    pub(crate) initial_ms: i64,
    /// What a player gets for each move.
    pub(crate) increment_ms: i64,
    /// What red and yellow had left when the clock was last looked at.
    pub(crate) left_ms: [i64; 2],
    /// When that was, if the time of the side to move is running.
    pub(crate) running_since: Option<i64>,
}

impl Clock {
    pub(crate) fn new(initial_ms: i64, increment_ms: i64) -> Self {
        Self { initial_ms, increment_ms, left_ms: [initial_ms; 2], running_since: None }
    }

    /// What `color` has left at `now`, when it is the turn of `mover`.
    pub(crate) fn left(&self, color: Color, mover: Option<Color>, now: i64) -> i64 {
        let left = self.left_ms[color.index()];
        let since = self.running_since.filter(|_| mover == Some(color));
        since.map_or(left, |since| (left - (now - since).max(0)).max(0))
    }

    /// Books the time that `mover` has used; the clock goes on.
    pub(crate) fn settle(&mut self, mover: Color, now: i64) {
        if self.running_since.is_some() {
            self.left_ms[mover.index()] = self.left(mover, Some(mover), now);
            self.running_since = Some(now);
        }
    }

    /// Ends the turn of `mover`, who gets the increment if the clock was running.
    pub(crate) fn stop(&mut self, mover: Color, now: i64) {
        if self.running_since.is_some() {
            self.settle(mover, now);
            self.left_ms[mover.index()] += self.increment_ms;
            self.running_since = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_runs_for_the_side_to_move_only() {
        let mut clock = Clock::new(10_000, 1_000);
        assert_eq!(clock.left(Color::Red, Some(Color::Red), 5_000), 10_000, "it has not begun");
        clock.running_since = Some(5_000);
        assert_eq!(clock.left(Color::Red, Some(Color::Red), 8_000), 7_000);
        assert_eq!(clock.left(Color::Yellow, Some(Color::Red), 8_000), 10_000);
        clock.stop(Color::Red, 8_000);
        assert_eq!(clock.left_ms, [8_000, 10_000]);
        clock.running_since = Some(8_000);
        assert_eq!(clock.left(Color::Yellow, Some(Color::Yellow), 99_000), 0);
    }
}
