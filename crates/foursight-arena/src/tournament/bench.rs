//! Benching: a player that commits too many faults in a row plays no more.

use foursight::record::Ending;

use crate::tournament::stored_game::StoredGame;

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

    /// Counts a game; returns the player that it benches.
    pub(super) fn enter(&mut self, game: &StoredGame) -> Option<usize> {
        if game.ending == Ending::Benched {
            return None;
        }
        let loser = game.loser().filter(|_| game.ending.is_fault());
        for player in game.players {
            self.faults[player] = if Some(player) == loser { self.faults[player] + 1 } else { 0 };
        }
        let loser = loser.filter(|&loser| self.faults[loser] == self.patience)?;
        self.benched[loser] = true;
        Some(loser)
    }

    /// Whether each of the two players of a game is benched.
    pub(super) fn of(&self, players: [usize; 2]) -> [bool; 2] {
        players.map(|player| self.benched[player])
    }
}

#[cfg(test)]
mod tests {
    use foursight::record::GameResult;

    use super::*;
    use crate::tournament::fixture::Fixture;

    fn game(players: [usize; 2], result: GameResult, ending: Ending) -> StoredGame {
        let fixture = Fixture { number: 1, round: 1, pair: 1, meeting: 0, players, opening: 0 };
        fixture.unplayed(result, ending, "")
    }

    #[test]
    fn faults_in_a_row_bench_a_player() {
        const LOST: GameResult = GameResult::SecondWins;
        const WON: GameResult = GameResult::FirstWins;
        let games = [
            game([0, 1], LOST, Ending::Crash),
            game([1, 0], WON, Ending::Late),
            game([0, 1], LOST, Ending::Line),
            game([0, 1], LOST, Ending::Crash),
            game([1, 0], WON, Ending::Silence),
        ];
        let mut bench = Bench::new(3, 3, &games);
        assert_eq!(bench.of([0, 1]), [false; 2], "a game lost on the board is not a fault");
        assert_eq!(bench.enter(&game([2, 0], WON, Ending::Crash)), Some(0));
        assert_eq!(bench.of([0, 1]), [true, false]);
        assert_eq!(bench.enter(&game([2, 0], WON, Ending::Crash)), None, "it is reported once");
    }
}
