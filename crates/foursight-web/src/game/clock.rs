//! The time of both players.

use foursight::Player;

/// The time of both players, in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameClock {
    pub(crate) initial_ms: i64,
    /// The time that each move adds.
    pub(crate) increment_ms: i64,
    /// The time that the first and the second player had left when the clock was last settled.
    pub(crate) left_ms: [i64; 2],
    /// When that was, if the clock is running for the side to move.
    pub(crate) running_since: Option<i64>,
}

impl GameClock {
    pub(crate) fn new(initial_ms: i64, increment_ms: i64) -> Self {
        Self { initial_ms, increment_ms, left_ms: [initial_ms; 2], running_since: None }
    }

    /// The time `player` has left at `now`, when `mover` is to move.
    pub(crate) fn left(&self, player: Player, mover: Option<Player>, now: i64) -> i64 {
        let left = self.left_ms[player];
        let since = self.running_since.filter(|_| mover == Some(player));
        since.map_or(left, |since| (left - (now - since).max(0)).max(0))
    }

    /// Subtracts the time that `mover` has used; the clock keeps running.
    pub(crate) fn settle(&mut self, mover: Player, now: i64) {
        if self.running_since.is_some() {
            self.left_ms[mover] = self.left(mover, Some(mover), now);
            self.running_since = Some(now);
        }
    }

    /// Ends the turn of `mover`, adding the increment if the clock was running.
    pub(crate) fn stop(&mut self, mover: Player, now: i64) {
        if self.running_since.is_some() {
            self.settle(mover, now);
            self.left_ms[mover] += self.increment_ms;
            self.running_since = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_runs_for_the_side_to_move_only() {
        let mut clock = GameClock::new(10_000, 1_000);
        assert_eq!(
            clock.left(Player::First, Some(Player::First), 5_000),
            10_000,
            "it has not begun"
        );
        clock.running_since = Some(5_000);
        assert_eq!(clock.left(Player::First, Some(Player::First), 8_000), 7_000);
        assert_eq!(clock.left(Player::Second, Some(Player::First), 8_000), 10_000);
        clock.stop(Player::First, 8_000);
        assert_eq!(clock.left_ms, [8_000, 10_000]);
        clock.running_since = Some(8_000);
        assert_eq!(clock.left(Player::Second, Some(Player::Second), 99_000), 0);
    }
}
