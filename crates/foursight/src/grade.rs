//! Grades: how good a move was, compared with the best one.
//!
//! The score of a move is what the side that plays it can still reach; the score of the position is
//! that of its best move. The difference between the two decides the [`Mark`].

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::ops::AddAssign;

use crate::{Score, Verdict};

/// The score of a move and that of the best move, both for the side that played it.
///
/// ```
/// use foursight::{Grade, Mark, Score};
///
/// let grade = Grade::new(Score::new(0), Score::new(3));
/// assert_eq!(grade.mark(), Mark::Mistake);
/// assert_eq!(grade.remark().as_deref(), Some("turned a win into a draw"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grade {
    score: Score,
    best: Score,
}

/// How good a move was. Later variants are worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// No move scores higher.
    Best,
    /// The same result, but a win one or two moves later, or a loss one or two moves sooner.
    Good,
    /// The same result, but a win or a loss [more than two](Mark::GOOD_WITHIN) moves off.
    Inaccuracy,
    /// A win became a draw.
    Mistake,
    /// A win or a draw became a loss.
    Blunder,
}

impl Grade {
    /// The grade of a move with this `score`, where the best move has the score `best`.
    ///
    /// A lower `best` counts as `score`: no move is better than the best one.
    pub fn new(score: Score, best: Score) -> Self {
        Self { score, best: best.max(score) }
    }

    /// The grade of the move with this `score` among moves with `scores`.
    pub fn among(score: Score, scores: impl IntoIterator<Item = Score>) -> Self {
        Self { score, best: scores.into_iter().fold(score, Score::max) }
    }

    /// The score of the move.
    pub fn score(self) -> Score {
        self.score
    }

    /// The score of the best move.
    pub fn best(self) -> Score {
        self.best
    }

    /// How good the move was.
    pub fn mark(self) -> Mark {
        if self.score == self.best {
            return Mark::Best;
        }
        match (self.best.verdict(), self.score.verdict()) {
            (best, now) if best == now && self.n_moves_off() <= Mark::GOOD_WITHIN => Mark::Good,
            (best, now) if best == now => Mark::Inaccuracy,
            (_, Verdict::Loss) => Mark::Blunder,
            _ => Mark::Mistake,
        }
    }

    /// What the move gave away, as a phrase to follow `move 9`; `None` for a best move.
    ///
    /// Examples are `turned a win into a draw` and `wins 2 moves later than it could`.
    pub fn remark(self) -> Option<String> {
        let (best, now) = (self.best.verdict(), self.score.verdict());
        if self.score == self.best {
            return None;
        }
        if best != now {
            return Some(format!("turned a {} into a {}", best.noun(), now.noun()));
        }
        let moves = match self.n_moves_off() {
            1 => "1 move".to_owned(),
            n => format!("{n} moves"),
        };
        Some(match now {
            Verdict::Loss => format!("loses {moves} sooner than it could"),
            _ => format!("wins {moves} later than it could"),
        })
    }

    fn n_moves_off(self) -> i32 {
        self.best.value() - self.score.value()
    }
}

impl Mark {
    /// Every mark, the best first.
    pub const ALL: [Self; 5] =
        [Self::Best, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// How many moves later a win, or sooner a loss, is still good.
    pub const GOOD_WITHIN: i32 = 2;

    /// The symbol that follows the move: `??`, `?`, `?!` or nothing.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Best | Self::Good => "",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// Whether the move made the result worse.
    pub fn changes_result(self) -> bool {
        self >= Self::Mistake
    }
}

/// How many moves of a player got each mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accuracy {
    /// Moves that no other move beats.
    pub best: usize,
    /// Moves that win a little later, or lose a little sooner, than the best one.
    pub good: usize,
    /// Moves that win much later, or lose much sooner, than the best one.
    pub inaccuracies: usize,
    /// Wins that became draws.
    pub mistakes: usize,
    /// Wins and draws that became losses.
    pub blunders: usize,
}

impl Accuracy {
    /// Counts one more move.
    pub fn add(&mut self, mark: Mark) {
        *match mark {
            Mark::Best => &mut self.best,
            Mark::Good => &mut self.good,
            Mark::Inaccuracy => &mut self.inaccuracies,
            Mark::Mistake => &mut self.mistakes,
            Mark::Blunder => &mut self.blunders,
        } += 1;
    }

    /// How many moves were graded.
    pub fn n_graded(&self) -> usize {
        self.n_kept() + self.mistakes + self.blunders
    }

    /// The share of best moves, from 0 to 1; `None` if no move was graded.
    pub fn best_share(&self) -> Option<f64> {
        self.share(self.best)
    }

    /// The share of moves that kept the result, from 0 to 1; `None` if no move was graded.
    pub fn kept_share(&self) -> Option<f64> {
        self.share(self.n_kept())
    }

    fn n_kept(&self) -> usize {
        self.best + self.good + self.inaccuracies
    }

    fn share(&self, n_moves: usize) -> Option<f64> {
        let n_graded = self.n_graded();
        (n_graded > 0).then(|| n_moves as f64 / n_graded as f64)
    }
}

impl AddAssign for Accuracy {
    fn add_assign(&mut self, other: Self) {
        self.best += other.best;
        self.good += other.good;
        self.inaccuracies += other.inaccuracies;
        self.mistakes += other.mistakes;
        self.blunders += other.blunders;
    }
}

impl FromIterator<Mark> for Accuracy {
    fn from_iter<T: IntoIterator<Item = Mark>>(marks: T) -> Self {
        let mut accuracy = Self::default();
        marks.into_iter().for_each(|mark| accuracy.add(mark));
        accuracy
    }
}
