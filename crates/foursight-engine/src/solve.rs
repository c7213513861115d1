//! The questions that every exact solver answers.

use foursight::{Column, Position, Score, Size, Verdict};

use crate::{Control, MoveScores};

/// What a search must prove.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// The exact score.
    #[default]
    Score,
    /// Only whether the side to move wins, draws or loses; often much faster.
    Verdict,
}

/// What a search has proved: the score lies between two bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The score is at least this.
    pub lower: Score,
    /// The score is at most this.
    pub upper: Score,
    /// Positions searched.
    pub nodes: u64,
    /// Whether an opening book gave the answer.
    pub from_book: bool,
}

impl Solution {
    /// A score found without a search.
    pub fn exact(score: Score) -> Self {
        Self { lower: score, upper: score, nodes: 0, from_book: false }
    }

    /// All that is known about a move of `position` before any search.
    pub fn unproved<S: Size>(position: &Position<S>) -> Self {
        let (lower, upper) = (Score::loss_next(position), Score::win_now(position));
        Self { lower, upper, nodes: 0, from_book: false }
    }

    /// The score, if it is proved.
    pub fn score(&self) -> Option<Score> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Whether the side to move wins, draws or loses, if that is proved.
    pub fn verdict(&self) -> Option<Verdict> {
        (self.lower.verdict() == self.upper.verdict()).then(|| self.lower.verdict())
    }

    /// Whether `goal` is proved.
    pub fn proves(&self, goal: Goal) -> bool {
        match goal {
            Goal::Score => self.score().is_some(),
            Goal::Verdict => self.verdict().is_some(),
        }
    }

    /// The same, seen by the other side.
    #[must_use]
    pub fn negated(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower, ..self }
    }
}

/// An exact solver for boards of size `S`.
///
/// Implement [`Solve::solve`] and [`Solve::clear`]; the rest follows. If a search reaches a limit of its control,
/// the answer holds the bounds proved so far.
pub trait Solve<S: Size> {
    /// Bounds on the score of `position` that prove `goal`, or wider ones if a limit is reached first.
    ///
    /// If the opponent already has a line, the score is that of the move that made it, negated. A full board
    /// without a line scores 0.
    fn solve(&mut self, position: &Position<S>, goal: Goal, control: &mut Control<'_>) -> Solution;

    /// Forgets everything proved so far: the next search starts cold.
    fn clear(&mut self);

    /// The score of `position`, however long it takes.
    fn score(&mut self, position: &Position<S>) -> Score {
        let solution = self.solve(position, Goal::Score, &mut Control::default());
        solution.score().expect("a search without limits proves its goal")
    }

    /// What each legal move leads to, seen from the side that moves.
    fn solve_moves(
        &mut self,
        position: &Position<S>,
        goal: Goal,
        control: &mut Control<'_>,
    ) -> MoveScores {
        let mut solve = |column| {
            let next = position.play(column).ok()?;
            Some(self.solve(&next, goal, control).negated())
        };
        position.size().columns().map(&mut solve).collect()
    }

    /// The moves that keep the score, from the left; `None` if a limit is reached first.
    fn best_moves(
        &mut self,
        position: &Position<S>,
        control: &mut Control<'_>,
    ) -> Option<Vec<Column>> {
        let scores = self.solve_moves(position, Goal::Score, control);
        scores.proves(Goal::Score).then(|| scores.best_columns())
    }

    /// The move that keeps the score and is nearest the center, with the score; `None` if the game is over
    /// or a limit is reached first.
    fn best_move(
        &mut self,
        position: &Position<S>,
        control: &mut Control<'_>,
    ) -> Option<(Column, Score)> {
        let mut moves: Vec<Column> = position.moves().collect();
        sort_from_center(&mut moves, position.size());
        let score = self.solve(position, Goal::Score, control).score()?;
        let best = moves.into_iter().find(|&column| {
            let next = position.play(column).expect("the move is legal");
            self.solve(&next, Goal::Score, control).score() == Some(-score)
        });
        Some((best?, score))
    }

    /// Best play by both sides to the end of the game, preferring moves near the center; shorter if a limit is
    /// reached first.
    fn principal_variation(
        &mut self,
        position: &Position<S>,
        control: &mut Control<'_>,
    ) -> Vec<Column> {
        let mut line = Vec::new();
        let mut position = *position;
        while let Some((column, _)) = self.best_move(&position, control) {
            line.push(column);
            position = position.play(column).expect("the move is legal");
        }
        line
    }
}

/// Sorts columns by their distance from the center of the board; at equal distance, the left one first.
pub(crate) fn sort_from_center(columns: &mut [Column], size: impl Size) {
    columns.sort_by_key(|column| ((2 * column.index() + 1).abs_diff(size.width()), column.index()));
}
