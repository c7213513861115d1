//! The endings of recorded games, each in a word.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// An ending that the board or the players brought about.
///
/// A record says who won ([`GameResult`](super::GameResult)) and how (this type). Records of games between programs use
/// further words for other endings.
///
/// ```
/// use foursight::record::Ending;
///
/// assert_eq!("resignation".parse(), Ok(Ending::Resignation));
/// assert!(Ending::Line.is_on_board());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ending {
    /// The winner completed a line.
    Line,
    /// The board is full and nobody has a line.
    Draw,
    /// Both players agreed on a draw.
    Agreement,
    /// The loser resigned.
    Resignation,
    /// The loser's clock for the whole game ran out.
    Time,
}

impl Ending {
    /// All endings.
    pub const ALL: [Self; 5] =
        [Self::Line, Self::Draw, Self::Agreement, Self::Resignation, Self::Time];

    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        ["line", "draw", "agreement", "resignation", "time"][self as usize]
    }

    /// Whether the board shows this ending.
    pub fn is_on_board(self) -> bool {
        matches!(self, Self::Line | Self::Draw)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Ending {
    type Err = UnknownEnding;

    fn from_str(text: &str) -> Result<Self, UnknownEnding> {
        let known = Self::ALL.into_iter().find(|ending| ending.name() == text);
        known.ok_or_else(|| UnknownEnding(text.to_owned()))
    }
}

/// The text does not name an ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownEnding(String);

impl fmt::Display for UnknownEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not an ending, such as line, draw or resignation", self.0)
    }
}

impl core::error::Error for UnknownEnding {}
