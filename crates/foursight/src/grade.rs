//! Grades: how good a move was, compared with the best one.
//!
//! A move's score is the result that its player can still reach; the position's score is its best move's score. The
//! difference between the two decides the [`Mark`], unless the move missed an immediate win or block: an [`Oversight`],
//! which is worse than any mistake that takes foresight to avoid.

mod accuracy;
mod mark;

pub use accuracy::Accuracy;
pub use mark::{Mark, Oversight};

use core::fmt;

use crate::{Score, Verdict};

/// The scores of a move and of the best move, both for the side that moved, and the move's oversight.
///
/// ```
/// use foursight::{Column, Grade, Mark, Oversight, Position, Score};
///
/// let grade = Grade::new(Score::new(0), Score::new(3));
/// assert_eq!(grade.mark(), Mark::Mistake);
///
/// let position: Position = "121214".parse()?;
/// let grade = Grade::new(Score::new(0), Score::win_now(&position))
///     .with_oversight(Oversight::of_move(&position, Column::new(4)));
/// assert_eq!(grade.mark(), Mark::MissedWin);
/// # Ok::<(), foursight::notation::MovesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grade {
    score: Score,
    best: Score,
    // Invariant: a best move overlooks nothing.
    oversight: Option<Oversight>,
}

impl Grade {
    /// The grade of a move with this `score`, where the best move has the score `best`.
    ///
    /// A lower `best` is raised to `score`: no move is better than the best one.
    pub fn new(score: Score, best: Score) -> Self {
        Self { score, best: best.max(score), oversight: None }
    }

    /// The grade of the move with this `score` among moves with `scores`.
    pub fn among(score: Score, scores: impl IntoIterator<Item = Score>) -> Self {
        Self::new(score, scores.into_iter().fold(score, Score::max))
    }

    /// The same grade, with the move's oversight.
    ///
    /// It applies only if another move was better: if even a block loses at once, nothing was missed.
    #[must_use]
    pub fn with_oversight(self, oversight: Option<Oversight>) -> Self {
        Self { oversight: oversight.filter(|_| self.score < self.best), ..self }
    }

    /// The score of the move.
    pub fn score(self) -> Score {
        self.score
    }

    /// The score of the best move.
    pub fn best(self) -> Score {
        self.best
    }

    /// The immediate win or block that the move missed.
    pub fn oversight(self) -> Option<Oversight> {
        self.oversight
    }

    /// The grade of the move.
    pub fn mark(self) -> Mark {
        Mark::of(self)
    }

    /// Whether the move made the result worse.
    pub fn changes_result(self) -> bool {
        self.best.verdict() != self.score.verdict()
    }

    /// The severity of the move, for sorting: greater is worse.
    ///
    /// The mark decides, then whether the result changed, then by how much.
    pub fn severity(self) -> impl Ord {
        (self.mark(), self.changes_result(), self.n_moves_off())
    }

    /// By how many of its player's moves the score is worse than the best one.
    pub fn n_moves_off(self) -> i32 {
        self.best.value() - self.score.value()
    }
}

/// The last point from which the loser of a game could no longer avoid the loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// After the loser's move with this number.
    ByMove(usize),
    /// Before any move was chosen.
    FromTheStart,
    /// Never: something other than the board decided.
    NotOnTheBoard,
}

impl Lost {
    /// That point of a game with these moves: the number of each, whether it is the loser's, and its grade.
    ///
    /// `None` if there are no moves, or if one that matters has no grade.
    pub fn find(
        moves: impl DoubleEndedIterator<Item = (usize, bool, Option<Grade>)>,
    ) -> Option<Self> {
        let mut moves = moves.rev().peekable();
        moves.peek()?;
        for (number, is_own, grade) in moves {
            let grade = grade?;
            let loses = if is_own { Verdict::Loss } else { Verdict::Win };
            if grade.score().verdict() != loses {
                return Some(Self::NotOnTheBoard);
            }
            if grade.best().verdict() != loses {
                return Some(Self::ByMove(number));
            }
        }
        Some(Self::FromTheStart)
    }
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ByMove(number) => write!(f, "lost by move {number}"),
            Self::FromTheStart => f.write_str("lost from the start"),
            Self::NotOnTheBoard => f.write_str("not lost on the board"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Score;

    #[test]
    fn the_last_move_that_changed_the_result_lost_the_game() {
        let grade = |(score, best)| Some(Grade::new(Score::new(score), Score::new(best)));
        let lost = |moves: &[(i8, i8)]| {
            let moves = moves.iter().enumerate();
            Lost::find(moves.map(|(index, &of)| (index, index % 2 == 0, grade(of))))
        };
        assert_eq!(lost(&[(0, 0), (0, 0), (-3, 0), (3, 3)]), Some(Lost::ByMove(2)));
        assert_eq!(lost(&[(-3, 0), (3, 3), (-3, -2), (3, 3)]), Some(Lost::ByMove(0)));
        assert_eq!(lost(&[(-3, -3), (3, 3)]), Some(Lost::FromTheStart));
        assert_eq!(lost(&[(-3, 0), (0, 3)]), Some(Lost::NotOnTheBoard));
        assert_eq!(lost(&[]), None);
        let late = |first| [(0, true, first), (1, false, grade((3, 3)))].into_iter();
        assert_eq!(Lost::find(late(None)), None);
        assert_eq!(Lost::find(late(grade((-3, 0)))), Some(Lost::ByMove(0)));
    }
}
