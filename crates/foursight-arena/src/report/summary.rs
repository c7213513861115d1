//! Summaries of the games by player and by pair of players.

use foursight::{Accuracy, Player};

use super::Report;
use crate::rating::match_result::Tally;
use crate::tournament::benched::Annulment;

/// A player's moves in all games.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Summary {
    pub(super) accuracy: Accuracy,
    n_moves: u64,
    total_micros: u64,
    longest_micros: u64,
}

impl Summary {
    /// A summary for each player of the header.
    pub(super) fn of_players(report: &Report<'_>) -> Vec<Self> {
        let mut summaries = vec![Self::default(); report.header.players.len()];
        for (game, grades) in report.graded() {
            for (index, &micros) in game.micros.iter().enumerate() {
                if let Some(summary) = summaries.get_mut(game.player(game.chooser(index))) {
                    summary.add_time(micros);
                }
            }
            for side in [Player::First, Player::Second] {
                let summary = summaries.get_mut(game.player(side));
                if let (Some(summary), Some(grades)) = (summary, grades) {
                    summary.accuracy += grades.accuracy(game, report.header.size, side);
                }
            }
        }
        summaries
    }

    fn add_time(&mut self, micros: u64) {
        self.n_moves += 1;
        self.total_micros += micros;
        self.longest_micros = self.longest_micros.max(micros);
    }

    /// Whether a move of the player is not graded.
    pub(super) fn has_gaps(&self) -> bool {
        (self.accuracy.n_graded() as u64) < self.n_moves
    }

    /// The number of graded moves and of all moves: `3 of 25`.
    pub(super) fn graded(&self) -> String {
        format!("{} of {}", self.accuracy.n_graded(), self.n_moves)
    }

    /// The mean time per move, in milliseconds.
    pub(super) fn mean_ms(&self) -> Option<f64> {
        (self.n_moves > 0).then(|| self.total_micros as f64 / 1000.0 / self.n_moves as f64)
    }

    /// The longest time for a move, in milliseconds.
    pub(super) fn longest_ms(&self) -> Option<f64> {
        (self.n_moves > 0).then(|| self.longest_micros as f64 / 1000.0)
    }
}

/// Each player's results against each other player in the games that count: `table[player][opponent]`.
pub(super) fn cross_table(report: &Report<'_>) -> Vec<Vec<Tally>> {
    let n_players = report.header.players.len();
    let mut table = vec![vec![Tally::default(); n_players]; n_players];
    for game in Annulment::of(report.games).counting(report.games) {
        let [first, second] = game.players;
        if first < n_players && second < n_players {
            table[first][second].add(game.result, Player::First);
            table[second][first].add(game.result, Player::Second);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_in_milliseconds() {
        let mut summary = Summary::default();
        assert_eq!((summary.mean_ms(), summary.longest_ms()), (None, None));
        for micros in [3_000, 5_000, 1_000] {
            summary.add_time(micros);
        }
        assert_eq!((summary.mean_ms(), summary.longest_ms()), (Some(3.0), Some(5.0)));
    }
}
