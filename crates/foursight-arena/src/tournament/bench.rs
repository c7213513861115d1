//! Players who fail again and again play no more.

use crate::tournament::record::StoredGame;

/// The ending of games that were not played because a player is benched.
pub(crate) const ENDING: &str = "benched";

/// The faults of each player since its last game without one.
pub(super) struct Bench {
    faults: Vec<usize>,
    patience: usize,
    benched: Vec<bool>,
}

impl Bench {
    /// The bench after these games.
    pub(super) fn new(n_players: usize, patience: usize, games: &[StoredGame]) -> Self {
        let (faults, benched) = (vec![0; n_players], vec![false; n_players]);
        let mut bench = Self { faults, patience, benched };
        for game in games {
            bench.enter(game);
        }
        bench
    }

    /// Counts a game; returns who is benched by it.
    pub(super) fn enter(&mut self, game: &StoredGame) -> Option<usize> {
        if game.ending == ENDING {
            return None;
        }
        let is_fault = !matches!(game.ending.as_str(), "line" | "draw");
        let [first, second] = game.players;
        let loser = match game.result.as_str() {
            "0-1" if is_fault => Some(first),
            "1-0" if is_fault => Some(second),
            _ => None,
        };
        for player in game.players {
            self.faults[player] = if Some(player) == loser { self.faults[player] + 1 } else { 0 };
        }
        let loser = loser.filter(|&loser| self.faults[loser] == self.patience)?;
        self.benched[loser] = true;
        Some(loser)
    }

    /// Whether each of the players is benched.
    pub(super) fn benched(&self) -> &[bool] {
        &self.benched
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(players: [usize; 2], result: &str, ending: &str) -> StoredGame {
        let (result, ending) = (result.to_owned(), ending.to_owned());
        StoredGame { players, result, ending, ..StoredGame::default() }
    }

    #[test]
    fn faults_in_a_row_bench_a_player() {
        let games = [
            game([0, 1], "0-1", "crash"),
            game([1, 0], "1-0", "late"),
            game([0, 1], "0-1", "line"),
            game([0, 1], "0-1", "crash"),
            game([1, 0], "1-0", "silence"),
        ];
        let mut bench = Bench::new(3, 3, &games);
        assert_eq!(bench.benched(), [false; 3], "a game that is lost on the board is no fault");
        assert_eq!(bench.enter(&game([2, 0], "1-0", "crash")), Some(0));
        assert_eq!(bench.benched(), [true, false, false]);
        assert_eq!(bench.enter(&game([2, 0], "1-0", "crash")), None, "it is told once");
    }
}
