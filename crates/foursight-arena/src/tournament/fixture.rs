//! A game yet to be played, and its record once it is over.

use fastrand::Rng;
use foursight::Player;
use foursight::record::GameResult;
use foursight_sandbox::Sandbox;

use crate::referee::ending::Ending;
use crate::referee::play::PlayedGame;
use crate::tournament::stored_game::{LoggedGame, StoredGame, Transcript};

/// A game that is to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fixture {
    pub(super) number: usize,
    pub(super) round: usize,
    pub(super) pair: usize,
    pub(super) meeting: usize,
    /// The player who moves first, then the one who moves second.
    pub(super) players: [usize; 2],
    /// The number of its opening.
    pub(super) opening: usize,
}

impl Fixture {
    /// The seed of a side's random choices in a tournament with this seed. It depends neither on how often the game is
    /// planned nor on which other games are planned.
    pub(super) fn seed(&self, tournament: u64, side: Player) -> u64 {
        let choice = 2 * self.draw() + u64::from(side == Player::Second);
        Rng::with_seed(tournament ^ choice.wrapping_mul(0x9e37_79b9_7f4a_7c15)).u64(..)
    }

    /// The number of the game among those of its two players, from 1, plus a multiple of 2^32, which is 0 for the first
    /// two players.
    fn draw(&self) -> u64 {
        let [a, b] = self.players.map(|player| player as u64);
        let (low, high) = (a.min(b), a.max(b));
        // The number of pairs among the players before `high`, and those of `high` before `low`.
        let encounter = high * (high - 1) / 2 + low;
        (encounter << 32) + 2 * self.opening as u64 + 1 + u64::from(a > b)
    }

    /// The game as it was played, with these clocks.
    pub(super) fn stored(
        &self,
        played: PlayedGame,
        sandbox: &Sandbox,
        clocks: [String; 2],
    ) -> LoggedGame {
        let unplayed = self.unplayed(GameResult::Unfinished, Ending::Interrupted, "");
        LoggedGame::of_played(&unplayed, played, sandbox, clocks)
    }

    /// The unplayed game of a benched player. The schedule counts it as won by the opponent.
    pub(super) fn forfeit(&self, reasons: [Option<String>; 2]) -> LoggedGame {
        let (result, reason) = match reasons {
            [Some(first), None] => {
                (GameResult::SecondWins, format!("the first player is benched: {first}"))
            }
            [None, Some(second)] => {
                (GameResult::FirstWins, format!("the second player is benched: {second}"))
            }
            _ => (GameResult::Unfinished, "both players are benched".to_owned()),
        };
        let game = self.unplayed(result, Ending::Benched, &reason);
        LoggedGame { game, transcript: Transcript::default() }
    }

    /// A game without a move.
    pub(super) fn unplayed(&self, result: GameResult, ending: Ending, reason: &str) -> StoredGame {
        let &Self { number, round, pair, meeting, players, .. } = self;
        let reason = reason.to_owned();
        let unplayed = StoredGame::unplayed(pair, players);
        StoredGame { number, round, meeting, result, ending, reason, ..unplayed }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn draw(players: [usize; 2], opening: usize) -> u64 {
        Fixture { number: 1, round: 1, pair: 1, meeting: 0, players, opening }.draw()
    }

    #[test]
    fn every_game_has_a_draw_of_its_own() {
        let of_two = [([0, 1], 0), ([1, 0], 0), ([0, 1], 1), ([1, 0], 1)];
        assert_eq!(of_two.map(|(players, opening)| draw(players, opening)), [1, 2, 3, 4]);
        let mut draws = HashSet::new();
        for a in 0..6 {
            for b in (0..6).filter(|&b| b != a) {
                for opening in 0..3 {
                    assert!(draws.insert(draw([a, b], opening)), "{a} {b} {opening}");
                }
            }
        }
        // Players who join later do not change the games of the others.
        assert!((0..5).all(|player| draw([player, 5], 0) >> 32 == 10 + player as u64));
    }
}
