//! The time of both players, and the time for which an inactive game is kept.

use std::time::Duration;

use foursight::Player;

use super::NetworkGame;
use crate::wall_clock::Moment;

/// The time of both players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// The time of each player at the start.
    pub initial: Duration,
    /// The time that each move adds.
    pub increment: Duration,
    /// The time that the first and the second player had left when the clock was last settled.
    pub left: [Duration; 2],
    /// The time at which it was last settled, if the clock is running for the side to move.
    pub running_since: Option<Moment>,
}

impl GameClock {
    /// A clock that is not running.
    pub fn new(initial: Duration, increment: Duration) -> Self {
        Self { initial, increment, left: [initial; 2], running_since: None }
    }

    /// The time `player` has left at `now`, when `mover` is to move.
    pub fn left(&self, player: Player, mover: Option<Player>, now: Moment) -> Duration {
        let since = self.running_since.filter(|_| mover == Some(player));
        let used = since.map_or(Duration::ZERO, |since| now.since(since));
        self.left[player].saturating_sub(used)
    }

    /// Subtracts the time that `mover` has used; the clock keeps running.
    pub fn settle(&mut self, mover: Player, now: Moment) {
        if self.running_since.is_some() {
            self.left[mover] = self.left(mover, Some(mover), now);
            self.running_since = Some(now);
        }
    }

    /// Ends the turn of `mover`, adding the increment if the clock was running.
    pub fn stop(&mut self, mover: Player, now: Moment) {
        if self.running_since.is_some() {
            self.settle(mover, now);
            self.left[mover] += self.increment;
            self.running_since = None;
        }
    }
}

/// The time for a game with a free seat or fewer than two moves.
const UNJOINED_TIME: Duration = Duration::from_hours(7 * 24);
/// The time for any other game.
const UNTOUCHED_TIME: Duration = Duration::from_hours(180 * 24);

impl NetworkGame {
    /// The time that the game is kept while it is inactive.
    pub fn keep_time(&self) -> Duration {
        let is_unjoined = self.free_seat().is_some() || self.ply() < self.record.n_opening + 2;
        if is_unjoined { UNJOINED_TIME } else { UNTOUCHED_TIME }
    }
}
