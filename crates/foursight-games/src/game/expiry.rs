//! The time for which an inactive game is kept.

use std::time::Duration;

use super::NetworkGame;

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
