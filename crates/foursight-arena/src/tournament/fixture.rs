//! A game that is to be played, and how it is stored once it is over.

use foursight::notation::moves;
use foursight::record::{Ending, GameResult};
use foursight::{Column, Player};
use foursight_sandbox::Sandbox;

use crate::referee::play::PlayedGame;
use crate::tournament::stored_game::StoredGame;

/// A game that is to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fixture {
    pub(super) number: usize,
    pub(super) round: usize,
    pub(super) pair: usize,
    pub(super) meeting: usize,
    /// Who moves first and who second.
    pub(super) players: [usize; 2],
    /// The number of its opening.
    pub(super) opening: usize,
}

impl Fixture {
    /// The game as it was played.
    pub(super) fn stored(&self, played: PlayedGame, sandbox: &Sandbox) -> StoredGame {
        let columns: Vec<Column> = played.moves.iter().map(|played| played.column).collect();
        // A thief has the other side's discs.
        let side = |contestant: Player| if played.stolen { contestant.other() } else { contestant };
        let result = played.winner.map_or(GameResult::Draw, |winner| GameResult::win(side(winner)));
        let ending = played.termination.ending();
        let mut game = StoredGame {
            stolen: played.stolen,
            opening: moves::write(&played.opening),
            moves: moves::write(&columns),
            micros: played.moves.iter().map(|played| played.time.as_micros() as u64).collect(),
            errors: played.errors,
            log: played.log,
            layers: sandbox.layers().iter().map(ToString::to_string).collect(),
            ..self.unplayed(result, ending, &played.termination.to_string())
        };
        if played.stolen {
            game.players.swap(0, 1);
            game.errors.swap(0, 1);
            for line in &mut game.log {
                line.player = line.player.other();
            }
        }
        game
    }

    /// The game of a benched player, which the opponent wins.
    pub(super) fn forfeit(&self, is_benched: [bool; 2]) -> StoredGame {
        let (result, reason) = match is_benched {
            [true, true] => (GameResult::Unfinished, "both players are benched"),
            [true, false] => {
                (GameResult::SecondWins, "the first player is benched after too many faults")
            }
            _ => (GameResult::FirstWins, "the second player is benched after too many faults"),
        };
        self.unplayed(result, Ending::Benched, reason)
    }

    /// A game without a move.
    pub(super) fn unplayed(&self, result: GameResult, ending: Ending, reason: &str) -> StoredGame {
        StoredGame {
            number: self.number,
            round: self.round,
            pair: self.pair,
            meeting: self.meeting,
            players: self.players,
            stolen: false,
            opening: String::new(),
            moves: String::new(),
            result,
            ending,
            reason: reason.to_owned(),
            micros: Vec::new(),
            errors: [String::new(), String::new()],
            log: Vec::new(),
            layers: Vec::new(),
        }
    }
}
