//! The questions that every exact solver answers.

mod move_scores;

use std::ops::RangeInclusive;

use foursight::{Column, Position, Score, Size, Verdict};

pub use move_scores::MoveScores;

use crate::Control;
use crate::short_sort::sort_short_by_key;

/// The goal of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// The exact score.
    #[default]
    Score,
    /// Only whether the side to move wins, draws or loses; often much faster.
    Verdict,
    /// Only whether the score is at least this one.
    AtLeast(Score),
}

/// The result of a search: the score lies between two bounds.
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

    /// A score that an opening book has.
    pub fn of_book(score: Score) -> Self {
        Self { from_book: true, ..Self::exact(score) }
    }

    /// The known bounds of an open `position`, or of a move in it, before any search: the scores of the earliest lines
    /// that either side can have enough discs for.
    pub fn unproved<S: Size>(position: &Position<S>) -> Self {
        let n_missing = |n_discs| (position.size().connect() - 1).saturating_sub(n_discs) as i32;
        let (own, other) = (position.ply() / 2, position.ply().div_ceil(2));
        let lower = Score::loss_next(position).value() + n_missing(other);
        let upper = Score::win_now(position).value() - n_missing(own);
        let [lower, upper] = [lower, upper].map(|value| Score::new(value as i8));
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
            Goal::AtLeast(score) => self.lower >= score || self.upper < score,
        }
    }

    /// The same result from the other side's point of view.
    #[must_use]
    pub fn negated(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower, ..self }
    }
}

/// An exact solver for boards of size `S`.
///
/// Implement [`Solve::solve_within`] and [`Solve::clear`]; the rest follows. If a search reaches a limit of its control,
/// the answer holds the bounds proved so far.
pub trait Solve<S: Size> {
    /// Bounds on the score of `position` that prove `goal`, or wider ones if a limit is reached first.
    ///
    /// If the opponent already has a line, the score is that of the move that made it, negated. A full board
    /// without a line scores 0.
    fn solve(&mut self, position: &Position<S>, goal: Goal, control: &mut Control<'_>) -> Solution {
        let known = Score::loss_next(position)..=Score::win_now(position);
        self.solve_within(position, known, goal, control)
    }

    /// The answer of [`Solve::solve`], given that the score lies in `known`; a tighter range saves time.
    ///
    /// The bounds in the answer lie in `known` as well.
    fn solve_within(
        &mut self,
        position: &Position<S>,
        known: RangeInclusive<Score>,
        goal: Goal,
        control: &mut Control<'_>,
    ) -> Solution;

    /// The answers of [`Solve::solve_within`] for several positions, each with its known bounds; all are solved at once
    /// if there are enough threads.
    fn solve_each(
        &mut self,
        positions: &[(Position<S>, RangeInclusive<Score>)],
        goal: Goal,
        control: &mut Control<'_>,
    ) -> Vec<Solution> {
        let solve = |(position, known): &(Position<S>, RangeInclusive<Score>)| {
            self.solve_within(position, known.clone(), goal, control)
        };
        positions.iter().map(solve).collect()
    }

    /// The score of `position`, if it is known without a search, as from a book.
    fn known_score(&self, position: &Position<S>) -> Option<Score> {
        Score::at_end(position)
    }

    /// Forgets everything proved so far: the next search starts cold.
    fn clear(&mut self);

    /// The score of `position`, however long it takes.
    fn score(&mut self, position: &Position<S>) -> Score {
        let solution = self.solve(position, Goal::Score, &mut Control::default());
        solution.score().expect("a search without limits proves its goal")
    }

    /// The result of a legal move, seen from the side that moves; no move is worth more than `most`.
    fn solve_move(
        &mut self,
        position: &Position<S>,
        column: Column,
        most: Score,
        goal: Goal,
        control: &mut Control<'_>,
    ) -> Solution {
        let (next, known) = after_move(position, column, most);
        self.solve_within(&next, known, goal, control).negated()
    }

    /// The result of each legal move, seen from the side that moves.
    fn solve_moves(
        &mut self,
        position: &Position<S>,
        goal: Goal,
        control: &mut Control<'_>,
    ) -> MoveScores {
        let own = self.known_score(position);
        let most = own.unwrap_or(Score::win_now(position));
        let mut columns: Vec<Column> = position.moves().collect();
        sort_from_center(&mut columns, position.size());
        columns.reverse();
        // The best move often is near the center. It needs no search if all others are worse.
        let last = own.and_then(|own| Some((own, columns.pop()?)));
        let next: Vec<_> =
            columns.iter().map(|&column| after_move(position, column, most)).collect();
        let mut scores = MoveScores::unproved(position);
        for (column, solution) in columns.into_iter().zip(self.solve_each(&next, goal, control)) {
            scores.set(column, solution.negated());
        }
        if let Some((own, last)) = last {
            let is_worse =
                |(column, solution): (Column, &Solution)| column == last || solution.upper < own;
            let solution = if scores.moves().all(is_worse) {
                Solution::exact(own)
            } else {
                self.solve_move(position, last, most, goal, control)
            };
            scores.set(last, solution);
        }
        scores
    }

    /// The moves that keep the score, from the left; `None` if a limit is reached first.
    fn best_moves(
        &mut self,
        position: &Position<S>,
        control: &mut Control<'_>,
    ) -> Option<Vec<Column>> {
        let score = self.solve(position, Goal::Score, control).score()?;
        let mut best = Vec::new();
        for column in position.moves() {
            if keeps_score(self, position, column, score, control)? {
                best.push(column);
            }
        }
        Some(best)
    }

    /// The move that keeps the score and is nearest the center, with the score; `None` if the game is over
    /// or a limit is reached first.
    fn best_move(
        &mut self,
        position: &Position<S>,
        control: &mut Control<'_>,
    ) -> Option<(Column, Score)> {
        let score = self.solve(position, Goal::Score, control).score()?;
        Some((move_from_center(self, position, score, control)?, score))
    }

    /// Best play by both sides to the end of the game, preferring moves near the center; shorter if a limit is
    /// reached first.
    fn principal_variation(
        &mut self,
        position: &Position<S>,
        control: &mut Control<'_>,
    ) -> Vec<Column> {
        let mut line = Vec::new();
        let Some(mut score) = self.solve(position, Goal::Score, control).score() else {
            return line;
        };
        let mut position = *position;
        while let Some(column) = move_from_center(self, &position, score, control) {
            line.push(column);
            position = position.play(column).expect("the move is legal");
            score = -score;
        }
        line
    }
}

/// The position after a legal move, and what is known about its score; no move is worth more than `most`.
fn after_move<S: Size>(
    position: &Position<S>,
    column: Column,
    most: Score,
) -> (Position<S>, RangeInclusive<Score>) {
    let next = position.play(column).expect("the move is legal");
    (next, -most..=Score::win_now(&next).max(-most))
}

/// The move nearest the center that keeps the `score` of `position`; `None` if the game is over or a limit is reached
/// first.
fn move_from_center<S: Size>(
    solver: &mut (impl Solve<S> + ?Sized),
    position: &Position<S>,
    score: Score,
    control: &mut Control<'_>,
) -> Option<Column> {
    let mut moves: Vec<Column> = position.moves().collect();
    sort_from_center(&mut moves, position.size());
    let last = moves.pop()?;
    for column in moves {
        if keeps_score(solver, position, column, score, control)? {
            return Some(column);
        }
    }
    // One of the moves keeps the score, and none of the others does.
    Some(last)
}

/// Whether a move keeps the `score` of `position`, which none exceeds; `None` if a limit is reached first.
fn keeps_score<S: Size>(
    solver: &mut (impl Solve<S> + ?Sized),
    position: &Position<S>,
    column: Column,
    score: Score,
    control: &mut Control<'_>,
) -> Option<bool> {
    let (next, known) = after_move(position, column, score);
    let more = Goal::AtLeast(Score::new(1 - score.value() as i8));
    let solution = solver.solve_within(&next, known, more, control);
    solution.proves(more).then_some(solution.upper <= -score)
}

/// Sorts columns by their distance from the center of the board; at equal distance, the left one first.
pub fn sort_from_center(columns: &mut [Column], size: impl Size) {
    sort_short_by_key(columns, |column| {
        ((2 * column.index() + 1).abs_diff(size.width()), column.index())
    });
}
