//! Accuracy: the number of a player's moves with each mark.

use core::ops::AddAssign;

use super::{Grade, Mark};

/// The number of a player's moves with each mark.
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
    /// Missed blocks of an immediate win.
    pub missed_blocks: usize,
    /// Missed immediate wins.
    pub missed_wins: usize,
    /// Moves of any mark that kept the result.
    pub kept: usize,
}

impl Accuracy {
    /// Counts one more move.
    pub fn add(&mut self, grade: Grade) {
        self.kept += usize::from(!grade.changes_result());
        *match grade.mark() {
            Mark::Best => &mut self.best,
            Mark::Good => &mut self.good,
            Mark::Inaccuracy => &mut self.inaccuracies,
            Mark::Mistake => &mut self.mistakes,
            Mark::Blunder => &mut self.blunders,
            Mark::MissedBlock => &mut self.missed_blocks,
            Mark::MissedWin => &mut self.missed_wins,
        } += 1;
    }

    /// The number of graded moves.
    pub fn n_graded(&self) -> usize {
        let same_result = self.best + self.good + self.inaccuracies;
        same_result + self.mistakes + self.blunders + self.n_missed()
    }

    /// The number of missed immediate wins and blocks: the moves with `???`.
    pub fn n_missed(&self) -> usize {
        self.missed_blocks + self.missed_wins
    }

    /// The share of best moves, from 0 to 1; `None` if no move was graded.
    pub fn best_share(&self) -> Option<f64> {
        self.share(self.best)
    }

    /// The share of moves that kept the result, from 0 to 1; `None` if no move was graded.
    pub fn kept_share(&self) -> Option<f64> {
        self.share(self.kept)
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
        self.missed_blocks += other.missed_blocks;
        self.missed_wins += other.missed_wins;
        self.kept += other.kept;
    }
}

impl FromIterator<Grade> for Accuracy {
    fn from_iter<T: IntoIterator<Item = Grade>>(grades: T) -> Self {
        let mut accuracy = Self::default();
        grades.into_iter().for_each(|grade| accuracy.add(grade));
        accuracy
    }
}
