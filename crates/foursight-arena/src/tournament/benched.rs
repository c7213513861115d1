//! Benches a player after too many faults in a row, or when its file is gone, and annuls its games.
//!
//! Some opponents met a benched player before it was benched; the others can no longer play it. This must neither help
//! nor hurt anybody, so no game of that player counts, played or not.

use std::collections::HashSet;

use foursight::Player;

use crate::referee::ending::Ending;
use crate::tournament::stored_game::StoredGame;

/// The faults of each player since its last game without one, and the players that no longer play.
pub(super) struct Bench {
    faults: Vec<usize>,
    patience: usize,
    /// The reason why each player no longer plays, if benched.
    reasons: Vec<Option<String>>,
}

/// A player that has just been benched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Benched {
    pub(super) player: usize,
    pub(super) reason: String,
}

impl Bench {
    /// The bench after these games.
    pub(super) fn new(n_players: usize, patience: usize, games: &[StoredGame]) -> Self {
        let mut bench =
            Self { faults: vec![0; n_players], patience, reasons: vec![None; n_players] };
        for game in games {
            bench.enter(game);
        }
        // Whatever the patience is now, a benched player stays benched.
        for player in games.iter().flat_map(absent) {
            bench.put(player, "since an earlier run");
        }
        bench
    }

    /// Benches a player; `None` if it is already benched.
    pub(super) fn put(&mut self, player: usize, reason: &str) -> Option<Benched> {
        let (is_new, reason) = (self.reasons[player].is_none(), reason.to_owned());
        is_new.then(|| {
            self.reasons[player] = Some(reason.clone());
            Benched { player, reason }
        })
    }

    /// Counts a game; returns the player that it benches.
    pub(super) fn enter(&mut self, game: &StoredGame) -> Option<Benched> {
        if game.ending == Ending::Benched {
            return None;
        }
        let loser = game.loser().filter(|_| game.ending.is_fault());
        for player in game.players {
            self.faults[player] = if Some(player) == loser { self.faults[player] + 1 } else { 0 };
        }
        let loser = loser.filter(|&loser| self.faults[loser] >= self.patience)?;
        self.put(loser, &format!("{} faults in a row", self.faults[loser]))
    }

    /// The reason why each of the two players of a game is benched, if it is.
    pub(super) fn of(&self, players: [usize; 2]) -> [Option<String>; 2] {
        players.map(|player| self.reasons[player].clone())
    }
}

/// The benched players of a tournament, whose games are annulled.
///
/// A player is benched once a game could not be played because of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annulment(HashSet<usize>);

impl Annulment {
    /// The annulment that follows from all games of a tournament.
    pub fn of(games: &[StoredGame]) -> Self {
        Self(games.iter().flat_map(absent).collect())
    }

    /// Whether this player is benched.
    pub fn is_benched(&self, player: usize) -> bool {
        self.0.contains(&player)
    }

    /// Whether this game is annulled.
    pub fn covers(&self, game: &StoredGame) -> bool {
        game.players.iter().any(|&player| self.is_benched(player))
    }

    /// The games that count.
    pub fn counting<'a>(&self, games: &'a [StoredGame]) -> impl Iterator<Item = &'a StoredGame> {
        games.iter().filter(|game| !self.covers(game))
    }
}

/// The players whose absence prevented a game.
fn absent(game: &StoredGame) -> impl Iterator<Item = usize> {
    let is_absent = |side: Player| {
        game.ending == Ending::Benched && game.result.winner().is_none_or(|winner| winner != side)
    };
    [Player::First, Player::Second]
        .into_iter()
        .filter(move |&side| is_absent(side))
        .map(|side| game.player(side))
}

#[cfg(test)]
mod tests {
    use foursight::record::GameResult;

    use super::*;
    use crate::tournament::calendar::Fixture;

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
        assert_eq!(bench.of([0, 1]), [None, None], "a game lost on the board is not a fault");
        let reason = "3 faults in a row".to_owned();
        let benched = Some(Benched { player: 0, reason });
        assert_eq!(bench.enter(&game([2, 0], WON, Ending::Crash)), benched);
        assert_eq!(bench.of([0, 1]), [Some("3 faults in a row".to_owned()), None]);
        assert_eq!(bench.enter(&game([2, 0], WON, Ending::Crash)), None, "it is reported once");
    }

    #[test]
    fn who_was_benched_stays_so() {
        let games = [game([0, 1], GameResult::SecondWins, Ending::Benched)];
        let bench = Bench::new(2, 3, &games);
        assert!(bench.of([0, 1])[0].is_some() && bench.of([0, 1])[1].is_none());
        let games = [game([0, 1], GameResult::Unfinished, Ending::Benched)];
        assert!(Bench::new(2, 3, &games).of([0, 1]).iter().all(Option::is_some));
    }
}
