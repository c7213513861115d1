//! A solver for any board, asked only for unknown scores.

use std::ops::RangeInclusive;
use std::sync::Arc;

use foursight::{AnySize, Position, Score};
use foursight_engine::{
    AnySolver, Control, Goal, OfSize, Solution, Solve, TableSize, ThreadBudget,
};

use super::knowledge::Knowledge;

/// Solves positions of every size, and shares what it proves with all others.
pub(crate) struct SharedSolver {
    knowledge: Arc<Knowledge>,
    pub(super) threads: ThreadBudget,
    solvers: OfSize<AnySolver>,
}

impl SharedSolver {
    pub(crate) fn new(knowledge: Arc<Knowledge>, threads: ThreadBudget) -> Self {
        Self { knowledge, threads, solvers: OfSize::keeping_standard() }
    }
}

impl Solve<AnySize> for SharedSolver {
    fn solve_within(
        &mut self,
        position: &Position<AnySize>,
        known: RangeInclusive<Score>,
        goal: Goal,
        control: &mut Control<'_>,
    ) -> Solution {
        if let Some(score) = self.knowledge.score(position) {
            return Solution::exact(score);
        }
        let known = self.knowledge.narrow(position, known);
        let (size, threads) = (position.size(), &self.threads);
        let new = || AnySolver::with_threads(size, TableSize::default(), threads.clone());
        let solution = self.solvers.get(size, new).solve_within(position, known, goal, control);
        self.knowledge.learn(position, solution.lower..=solution.upper);
        solution
    }

    fn known_score(&self, position: &Position<AnySize>) -> Option<Score> {
        self.knowledge.score(position)
    }

    fn clear(&mut self) {
        self.solvers.clear();
    }
}
