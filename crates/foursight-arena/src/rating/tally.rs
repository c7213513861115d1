//! Wins, draws and losses.

use foursight::record::GameResult;
use foursight::{Outcome, Player};

/// The results of some games, counted for one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: usize,
    /// Games drawn.
    pub draws: usize,
    /// Games lost.
    pub losses: usize,
}

impl Tally {
    /// Counts a game for the player who had `side`. Games without a result are ignored.
    pub fn add(&mut self, result: GameResult, side: Player) {
        match result.outcome() {
            Some(Outcome::Win(winner)) if winner == side => self.wins += 1,
            Some(Outcome::Win(_)) => self.losses += 1,
            Some(Outcome::Draw) => self.draws += 1,
            None => {}
        }
    }

    /// The number of games.
    pub fn n_games(self) -> usize {
        self.wins + self.draws + self.losses
    }

    /// The points: 1 for a win, 1/2 for a draw.
    pub fn points(self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }
}
