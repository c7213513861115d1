//! A solver for any board, asked only for unknown scores.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::sync::Arc;

use foursight::{AnySize, Position, Score};
use foursight_engine::{
    AnySolver, Control, Goal, OfSize, Progress, Solution, Solve, TableSize, ThreadBudget,
};

use super::knowledge::Knowledge;
use super::pool::Turn;

/// Solves positions of every size, shares its proved scores with all others, and lets other questions go first.
pub(crate) struct Thinker {
    knowledge: Arc<Knowledge>,
    /// The turn of its question, if others may interrupt it.
    pub(super) turn: Option<Turn>,
    /// The threads of a question that has all turns; with fewer turns, some are kept back.
    pub(super) threads: ThreadBudget,
    solvers: OfSize<AnySolver>,
}

impl Thinker {
    pub(crate) fn new(knowledge: Arc<Knowledge>, n_turns: NonZeroUsize) -> Self {
        let threads = ThreadBudget::new(n_turns);
        threads.keep_back(n_turns.get() - 1);
        Self { knowledge, turn: None, threads, solvers: OfSize::keeping_standard() }
    }

    /// Ends the work on a question, and gives back the memory that only helpers used.
    pub(super) fn end_turn(&mut self) -> Option<Turn> {
        self.solvers.iter_mut().for_each(AnySolver::drop_tables_of_helpers);
        self.turn.take()
    }
}

impl Solve<AnySize> for Thinker {
    fn solve_within(
        &mut self,
        position: &Position<AnySize>,
        known: RangeInclusive<Score>,
        goal: Goal,
        control: &mut Control<'_>,
    ) -> Solution {
        self.pause_if_due();
        if let Some(score) = self.knowledge.score(position) {
            return Solution::exact(score);
        }
        let known = self.knowledge.narrow(position, known);
        let mut pause = |_: &Progress| {
            if let Some(turn) = &mut self.turn {
                turn.pause_if_due();
            }
        };
        let mut control = Control { limits: control.limits, progress: Some(&mut pause) };
        let size = position.size();
        let threads = &self.threads;
        let new = || AnySolver::with_threads(size, TableSize::default(), threads.clone());
        let solver = self.solvers.get(size, new);
        let solution = solver.solve_within(position, known, goal, &mut control);
        if let Some(score) = solution.score() {
            self.knowledge.learn(position, score);
        }
        solution
    }

    fn known_score(&self, position: &Position<AnySize>) -> Option<Score> {
        self.knowledge.score(position)
    }

    fn clear(&mut self) {
        self.solvers.clear();
    }

    fn pause_if_due(&mut self) {
        if let Some(turn) = &mut self.turn {
            turn.pause_if_due();
        }
    }
}

#[cfg(test)]
mod tests {
    use foursight_engine::{Limits, OpeningBooks};

    use super::*;

    #[test]
    fn what_is_cleared_is_searched_anew() {
        let knowledge = Arc::new(Knowledge::new(OpeningBooks::none()));
        let mut thinker = Thinker::new(knowledge, NonZeroUsize::MIN);
        for size in [AnySize::default(), AnySize::new(5, 4, 4).unwrap()] {
            let limits = Limits { nodes: Some(100), ..Limits::default() };
            thinker.solve(&Position::empty(size), Goal::Verdict, &mut Control::limited(limits));
        }
        assert_eq!(thinker.solvers.iter_mut().count(), 2);
        thinker.clear();
        assert_eq!(thinker.solvers.iter_mut().count(), 0);
    }
}
