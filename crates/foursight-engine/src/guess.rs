//! A guess: where to play while no move is proved to be best, and who is likely to win.

use std::fmt;

use foursight::{Column, Player, Position, Size};

use crate::Limits;
use crate::estimate::{self, estimate};

/// The move that the perfect level plays where it cannot calculate to the end, and the result that it expects.
///
/// ```
/// use foursight::{AnySize, Position};
/// use foursight_engine::Guess;
///
/// let size: AnySize = "10x10".parse()?;
/// let guess = Guess::new(&Position::empty(size)).expect("there are moves");
/// assert!(guess.to_string().starts_with("best guess: column "));
/// # Ok::<(), foursight::size::SizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guess {
    column: Column,
    mover: Player,
    share: u8,
}

/// From this share of the points, in percent, one side is called better.
const BETTER: u8 = 55;

impl Guess {
    /// A guess for `position`, in about 20 ms; `None` if the game is over.
    pub fn new<S: Size>(position: &Position<S>) -> Option<Self> {
        let limits = Limits { nodes: Some(estimate::NODES), ..Limits::default() };
        let (column, share) = estimate(position, limits)?;
        Some(Self { column, mover: position.side_to_move(), share })
    }

    /// The column to play.
    pub fn column(self) -> Column {
        self.column
    }

    /// The share of the points that the side to move is likely to get, in percent: from 1 to 99, a draw is 50.
    pub fn share(self) -> u8 {
        self.share
    }

    /// The likely result: `likely better for red, 71%`, or `about even`.
    pub fn result(self) -> String {
        let (favorite, share) = match self.share {
            share @ ..50 => (self.mover.other(), 100 - share),
            share => (self.mover, share),
        };
        if share < BETTER {
            return "about even".to_owned();
        }
        format!("likely better for {favorite}, {share}%")
    }
}

/// `best guess: column e (not proved; likely better for red, 71%)`.
impl fmt::Display for Guess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "best guess: column {} (not proved; {})", self.column.letter(), self.result())
    }
}
