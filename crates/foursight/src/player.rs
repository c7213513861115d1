//! The two players.

use core::fmt;
use core::ops::{Index, IndexMut};

/// One of the two players: the first moves on the empty board.
///
/// Text shows the first player as `X` or red and the second as `O` or yellow, and messages call them red and yellow.
/// Renderers may use other colors.
///
/// ```
/// use foursight::{Player, Position};
/// assert_eq!(Position::new().side_to_move(), Player::First);
/// assert_eq!(Player::First.to_string(), "red");
/// assert_eq!(Player::First.other(), Player::Second);
///
/// let mut seconds_left = [300, 300];
/// seconds_left[Player::Second] -= 20;
/// assert_eq!(seconds_left, [300, 280]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// The player with the first disc.
    First,
    /// The player with the second disc.
    Second,
}

impl Player {
    /// `first` or `second`.
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }

    /// The other player.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::First => "red",
            Self::Second => "yellow",
        })
    }
}

/// A player's element of an array for both players.
impl<T> Index<Player> for [T; 2] {
    type Output = T;

    fn index(&self, player: Player) -> &T {
        let [first, second] = self;
        match player {
            Player::First => first,
            Player::Second => second,
        }
    }
}

impl<T> IndexMut<Player> for [T; 2] {
    fn index_mut(&mut self, player: Player) -> &mut T {
        let [first, second] = self;
        match player {
            Player::First => first,
            Player::Second => second,
        }
    }
}
