//! Advice: the moves to point out, and what to say about them; a guess while no move is proved to be best.

use std::fmt;

use foursight::{Column, Player, Position, Size};

use crate::estimate::{self, estimate};
use crate::{Forecast, Limits, MoveScores};

/// Advice for a person who asks for a hint.
///
/// ```
/// use foursight::{Column, Position, Score};
/// use foursight_engine::{Advice, MoveScores};
///
/// let position: Position = "4".parse()?;
/// let scores = [-4, -2, -2, -1, -2, -2, -4].map(|score| Some(Score::new(score)));
/// let advice = Advice::new(&MoveScores::exact(scores), &position).expect("all scores are proved");
/// assert_eq!(advice.to_string(), "all moves lose; column d holds out longest");
/// assert_eq!((advice.columns(), advice.recommended()), (&[Column::new(3)][..], &[][..]));
/// # Ok::<(), foursight::notation::MovesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    best: Vec<Column>,
    n_moves: usize,
    forecast: Forecast,
}

impl Advice {
    /// The advice for `position`; `None` if it is over, or if no move is proved to be best.
    pub fn new<S: Size>(scores: &MoveScores, position: &Position<S>) -> Option<Self> {
        let best = scores.best_columns();
        let forecast = Forecast::new(scores.get(*best.first()?)?, position);
        Some(Self { best, n_moves: scores.moves().count(), forecast })
    }

    /// The columns to point out: the best moves, which in a lost position hold out longest. None if all moves are equally
    /// good.
    pub fn columns(&self) -> &[Column] {
        if self.makes_no_difference() { &[] } else { &self.best }
    }

    /// The columns to mark with a star or in green: the same, but none if all moves lose.
    pub fn recommended(&self) -> &[Column] {
        if self.is_lost() { &[] } else { self.columns() }
    }

    fn is_lost(&self) -> bool {
        matches!(self.forecast, Forecast::Loses(_))
    }

    fn makes_no_difference(&self) -> bool {
        self.n_moves > 1 && self.best.len() == self.n_moves
    }
}

/// In lower case, without a full stop: `column d wins in 7 moves`, `columns b and f draw`, `all moves lose; column e
/// holds out longest`, `all moves lose in 1 move`.
impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = Column::list(self.best.iter().copied());
        let is_one = self.best.len() == 1;
        if self.makes_no_difference() {
            write!(f, "all moves {}", self.forecast.of_several())
        } else if self.n_moves == 1 {
            write!(f, "{columns}, the only move, {}", self.forecast)
        } else if self.is_lost() {
            write!(
                f,
                "all moves lose; {columns} {} longest",
                if is_one { "holds out" } else { "hold out" }
            )
        } else if is_one {
            write!(f, "{columns} {}", self.forecast)
        } else {
            write!(f, "{columns} {}", self.forecast.of_several())
        }
    }
}

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
