//! Events that a tournament reports to its observer, and its final outcome.

use std::ops::ControlFlow;

use crate::tournament::bench::Benched;
use crate::tournament::stored_game::{LoggedGame, StoredGame};

/// An event of a tournament.
#[derive(Clone, Copy, Debug)]
pub enum TournamentEvent<'a> {
    /// The number of games in all, as far as it is known by now.
    Planned(usize),
    /// A game has begun, between players with these indices.
    Started([usize; 2]),
    /// A game is over and stored.
    Finished(&'a LoggedGame),
    /// A player plays no more.
    Benched {
        /// Its index.
        player: usize,
        /// Too many faults in a row, or why it can play no more.
        reason: &'a str,
    },
}

/// Who watches: sees what happens and all games so far; after a break no further game begins.
pub type Watch<'w> = dyn FnMut(TournamentEvent<'_>, &[StoredGame]) -> ControlFlow<()> + 'w;

/// How a run of a tournament came out.
#[derive(Clone, Debug)]
pub struct Finish {
    /// All games of the tournament so far, by their numbers.
    pub games: Vec<StoredGame>,
    /// Whether no game is left to be played.
    pub is_complete: bool,
    /// Why the referee could not go on, if it could not.
    pub failure: Option<String>,
}

/// The result of a game.
pub(super) enum Message {
    Started([usize; 2]),
    /// The game, and who is benched from now on.
    Finished(Box<LoggedGame>, Vec<Benched>),
    /// The referee cannot go on.
    Failed(String),
}
