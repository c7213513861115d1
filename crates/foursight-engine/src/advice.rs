//! Advice: the moves to point out, and what to say about them.

use std::fmt;

use foursight::{Column, Position, Size};

use crate::{Forecast, MoveScores};

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
