//! What a tournament tells whoever watches it.

use std::ops::ControlFlow;

use crate::tournament::stored_game::{LoggedGame, StoredGame};

/// What happens in a tournament.
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
