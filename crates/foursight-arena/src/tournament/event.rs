//! Events that a tournament reports to its observer, and its final outcome.

use std::ops::ControlFlow;

use crate::tournament::benched::Benched;
use crate::tournament::fixture::Fixture;
use crate::tournament::stored_game::{LoggedGame, StoredGame};

/// An event of a tournament.
#[derive(Clone, Copy, Debug)]
pub enum TournamentEvent<'a> {
    /// The total number of games, as far as it is known.
    Planned(usize),
    /// A game has begun, between players with these indices.
    Started([usize; 2]),
    /// A game is over and stored.
    Finished(&'a LoggedGame),
    /// A player no longer plays.
    Benched {
        /// The player's index.
        player: usize,
        /// Too many faults in a row, or the reason why it can no longer play.
        reason: &'a str,
    },
}

/// The observer: sees each event and all games so far; if it returns `Break`, no further game
/// starts.
pub type Watch<'w> = dyn FnMut(TournamentEvent<'_>, &[StoredGame]) -> ControlFlow<()> + 'w;

/// The outcome of a tournament's run.
#[derive(Clone, Debug)]
pub struct Finish {
    /// All games of the tournament so far, by their numbers.
    pub games: Vec<StoredGame>,
    /// Whether no game is left to be played.
    pub is_complete: bool,
    /// The games that the referee could not play, and why, or why it could not continue.
    pub failure: Option<String>,
}

/// The result of a game.
pub(super) enum Message {
    Started([usize; 2]),
    /// The game, and the players that are benched from now on.
    Finished(Box<LoggedGame>, Vec<Benched>),
    /// The game is void, for this reason.
    Void(Fixture, String),
}
