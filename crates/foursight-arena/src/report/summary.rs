//! What the games say about each player and each pair of players.

use foursight::Accuracy;

use super::Report;
use crate::report::grade::chooser;
use crate::tournament::record::StoredGame;

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
                if let Some(summary) = summaries.get_mut(game.players[chooser(game, index)]) {
                    summary.add_time(micros);
                }
            }
            for (seat, &player) in game.players.iter().enumerate() {
                if let (Some(summary), Some(grades)) = (summaries.get_mut(player), grades) {
                    summary.accuracy += grades.accuracy(game, seat);
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

    /// The mean time for a move in milliseconds.
    pub(super) fn mean_ms(&self) -> Option<f64> {
        (self.n_moves > 0).then(|| self.total_micros as f64 / 1000.0 / self.n_moves as f64)
    }

    /// The longest time for a move in milliseconds.
    pub(super) fn longest_ms(&self) -> Option<f64> {
        (self.n_moves > 0).then(|| self.longest_micros as f64 / 1000.0)
    }
}

/// Wins, draws and losses of one player against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Record {
    pub(super) wins: usize,
    pub(super) draws: usize,
    pub(super) losses: usize,
}

impl Record {
    /// What each player scored against each other: `table[player][opponent]`.
    pub(super) fn cross(report: &Report<'_>) -> Vec<Vec<Self>> {
        let n_players = report.header.players.len();
        let mut table = vec![vec![Self::default(); n_players]; n_players];
        for game in report.games {
            let [first, second] = game.players;
            if first < n_players && second < n_players {
                table[first][second].add(game, "1-0", "0-1");
                table[second][first].add(game, "0-1", "1-0");
            }
        }
        table
    }

    fn add(&mut self, game: &StoredGame, win: &str, loss: &str) {
        match game.result.as_str() {
            result if result == win => self.wins += 1,
            result if result == loss => self.losses += 1,
            "1/2" => self.draws += 1,
            _ => {}
        }
    }

    pub(super) fn n_games(self) -> usize {
        self.wins + self.draws + self.losses
    }

    pub(super) fn points(self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }
}
