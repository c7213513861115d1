//! The result of a finished game.

use core::fmt;

use crate::Player;

/// The result of a finished game on the board.
///
/// ```
/// use foursight::{Outcome, Player, Position};
/// let outcome = "1212121".parse::<Position>()?.outcome();
/// assert_eq!(outcome, Some(Outcome::Win(Player::First)));
/// # Ok::<(), foursight::notation::MovesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This player completed a line.
    Win(Player),
    /// The board is full and nobody has a line.
    Draw,
}

impl Outcome {
    /// The [name](Player::name) of the winner, or `draw`.
    pub fn name(self) -> &'static str {
        self.winner().map_or("draw", Player::name)
    }

    /// The player who won, if any.
    pub fn winner(self) -> Option<Player> {
        match self {
            Self::Win(player) => Some(player),
            Self::Draw => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(player) => write!(f, "{player} has won"),
            Self::Draw => f.write_str("a draw"),
        }
    }
}
