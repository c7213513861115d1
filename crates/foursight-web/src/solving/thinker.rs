//! A solver for any board, asked only what is not known already.

use std::sync::Arc;

use foursight::{AnySize, Position};
use foursight_engine::{AnySolver, Control, Goal, Progress, Solution, Solve, TableSize};

use super::knowledge::Knowledge;
use super::pool::Turn;

/// Solves positions of every size, shares what it proves with all others, and lets other questions go first.
pub(crate) struct Thinker {
    knowledge: Arc<Knowledge>,
    /// The turn of the question that it works on, if others may interrupt it.
    pub(super) turn: Option<Turn>,
    standard: Option<AnySolver>,
    // Only the last one used, so that memory stays bounded whatever sizes are requested.
    other: Option<(AnySize, AnySolver)>,
}

impl Thinker {
    pub(crate) fn new(knowledge: Arc<Knowledge>) -> Self {
        Self { knowledge, turn: None, standard: None, other: None }
    }

    /// Lets another question go first if it is its turn.
    pub(crate) fn pause_if_due(&mut self) {
        if let Some(turn) = &mut self.turn {
            turn.pause_if_due();
        }
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
        self.pause_if_due();
        let mut pause = |_: &Progress| {
            if let Some(turn) = &mut self.turn {
                turn.pause_if_due();
            }
        };
        let mut control = Control { limits: control.limits, progress: Some(&mut pause) };
        let size = position.size();
        let solver = if size == AnySize::default() {
            self.standard.get_or_insert_with(|| AnySolver::new(size, TableSize::default()))
        } else {
            let kept = self.other.take().filter(|(known, _)| *known == size);
            let new = || (size, AnySolver::new(size, TableSize::default()));
            &mut self.other.insert(kept.unwrap_or_else(new)).1
        };
        let solution = solver.solve(position, goal, &mut control);
        if let Some(score) = solution.score() {
            self.knowledge.learn(position, score);
        }
        solution
    }

    fn clear(&mut self) {
        (self.standard, self.other) = (None, None);
    }
}

#[cfg(test)]
mod tests {
    use foursight_engine::{Limits, OpeningBooks};

    use super::*;

    #[test]
    fn what_is_cleared_is_searched_anew() {
        let mut thinker = Thinker::new(Arc::new(Knowledge::new(OpeningBooks::none())));
        for size in [AnySize::default(), AnySize::new(5, 4, 4).unwrap()] {
            let limits = Limits { nodes: Some(100), ..Limits::default() };
            thinker.solve(&Position::empty(size), Goal::Verdict, &mut Control::limited(limits));
        }
        assert!(thinker.standard.is_some() && thinker.other.is_some());
        thinker.clear();
        assert!(thinker.standard.is_none() && thinker.other.is_none());
    }
}
