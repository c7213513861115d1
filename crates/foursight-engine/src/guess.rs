//! A guess: where to play while no move is proved to be best.

use std::fmt;

use foursight::{Column, Position, Size};

use crate::clock::Instant;
use crate::{Control, Level, LevelPlayer, Limits, Solve};

/// The move that the perfect level plays where it cannot calculate to the end.
///
/// ```
/// use foursight::{AnySize, Position};
/// use foursight_engine::{AnySolver, Guess, TableSize};
///
/// let size: AnySize = "10x10".parse()?;
/// let mut solver = AnySolver::new(size, TableSize::default());
/// let guess = Guess::new(&Position::empty(size), &mut solver).expect("there are moves");
/// assert!(guess.to_string().starts_with("level 10 would play column "));
/// # Ok::<(), foursight::size::SizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guess(Column);

impl Guess {
    /// A guess for `position`, within milliseconds; `None` if the game is over.
    pub fn new<S: Size>(position: &Position<S>, solver: &mut impl Solve<S>) -> Option<Self> {
        let limits = Limits { deadline: Some(Instant::now()), ..Limits::default() };
        let mut player = LevelPlayer::new(Level::PERFECT, 0);
        player.choose(position, solver, &mut Control::limited(limits)).map(Self)
    }

    /// The column to play.
    pub fn column(self) -> Column {
        self.0
    }
}

/// `level 10 would play column 5 (not proved)`.
impl fmt::Display for Guess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = Level::PERFECT;
        write!(f, "level {level} would play column {} (not proved)", self.0)
    }
}
