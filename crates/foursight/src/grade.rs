//! Grades: how good a move was, compared with the best one.
//!
//! A move's score is the result that its player can still reach; the position's score is its best move's score. The
//! difference between the two decides the [`Mark`], unless the move missed an immediate win or block: an [`Oversight`],
//! which is worse than any mistake that takes foresight to avoid.

mod accuracy;
mod lost;
mod mark;
mod oversight;

pub use accuracy::Accuracy;
pub use lost::Lost;
pub use mark::Mark;
pub use oversight::Oversight;

use crate::Score;

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
