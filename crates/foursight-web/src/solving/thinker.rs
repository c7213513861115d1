//! A thread's solvers, asked only what is not known already.

use std::sync::Arc;

use foursight::{AnySize, Position};
use foursight_engine::{AnySolver, Control, Goal, Solution, Solve, TableSize};

use super::knowledge::Knowledge;

/// Solves positions of every size, and shares what it proves with all threads.
pub(crate) struct Thinker {
    knowledge: Arc<Knowledge>,
    standard: AnySolver,
    // Only the last one used, so that memory stays bounded whatever sizes are requested.
    other: Option<(AnySize, AnySolver)>,
}

impl Thinker {
    pub(crate) fn new(knowledge: Arc<Knowledge>) -> Self {
        let standard = AnySolver::new(AnySize::default(), TableSize::default());
        Self { knowledge, standard, other: None }
    }

    fn solver(&mut self, size: AnySize) -> &mut AnySolver {
        if size == AnySize::default() {
            return &mut self.standard;
        }
        let kept = self.other.take().filter(|(known, _)| *known == size);
        let solver = kept.unwrap_or_else(|| (size, AnySolver::new(size, TableSize::default())));
        &mut self.other.insert(solver).1
    }
}

impl Solve<AnySize> for Thinker {
    fn solve(
        &mut self,
        position: &Position<AnySize>,
        goal: Goal,
        control: &mut Control<'_>,
    ) -> Solution {
        if let Some(score) = self.knowledge.score(position) {
            return Solution::exact(score);
        }
        let solution = self.solver(position.size()).solve(position, goal, control);
        if let Some(score) = solution.score() {
            self.knowledge.learn(position, score);
        }
        solution
    }

    fn clear(&mut self) {
        self.standard.clear();
        self.other = None;
    }
}
