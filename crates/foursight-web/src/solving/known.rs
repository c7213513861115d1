//! Answers that need no search: all that they ask for is known already.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};

use foursight::{AnySize, Position, Score};
use foursight_answers::puzzle::Puzzle;
use foursight_answers::{Answer, Effort, Means, Question, Result};
use foursight_engine::{Control, Goal, Limits, Solution, Solve};

use super::knowledge::Knowledge;

/// Solves nothing, and says what is known.
struct Known<'a> {
    knowledge: &'a Knowledge,
    /// Whether something was asked that is not known; then the answer would be another with a search.
    is_lacking: &'a AtomicBool,
}

impl Knowledge {
    /// The answer to a question, if that takes next to no time.
    pub(super) fn answer(
        &self,
        question: &Question,
        puzzles: &mut HashMap<u32, Puzzle>,
    ) -> Option<Result<Answer>> {
        if !matches!(question.effort(), Effort::Nothing | Effort::Scores) {
            return None;
        }
        let is_lacking = &AtomicBool::new(false);
        let solver = &mut Known { knowledge: self, is_lacking };
        let limits = Limits { cancel: Some(is_lacking), ..Limits::default() };
        let answer = question.answer(&mut Means { solver, puzzles, limits });
        (!is_lacking.load(Ordering::Relaxed)).then_some(answer)
    }
}

impl Solve<AnySize> for Known<'_> {
    fn solve_within(
        &mut self,
        position: &Position<AnySize>,
        known: RangeInclusive<Score>,
        _: Goal,
        _: &mut Control<'_>,
    ) -> Solution {
        if !self.is_lacking.load(Ordering::Relaxed)
            && let Some(score) = self.knowledge.score(position)
        {
            return Solution::exact(score);
        }
        self.is_lacking.store(true, Ordering::Relaxed);
        let (lower, upper) = known.into_inner();
        Solution { lower, upper, ..Solution::unproved(position) }
    }

    fn clear(&mut self) {}
}

#[cfg(test)]
mod tests {
    use foursight_answers::{Asked, Endpoint, Given, Solvers};
    use foursight_engine::OpeningBooks;

    use super::*;

    #[test]
    fn answers_without_a_search_are_those_of_a_solver() {
        let knowledge = Knowledge::new(OpeningBooks::embedded());
        let mut solvers = Solvers::new(OpeningBooks::embedded());
        let positions = ["4455", "44", "2252576253462", "445567"];
        let moves = (0..=10).flat_map(|level| {
            let of_level =
                move |pos| (Endpoint::Move, format!("pos={pos}&level={level}&seed={level}"));
            positions.map(of_level)
        });
        let others = positions.into_iter().flat_map(|pos| {
            let query = format!("pos={pos}&scores=1&arrows=1");
            [Endpoint::Solve, Endpoint::Review, Endpoint::Svg].map(|one| (one, query.clone()))
        });
        let mut n_known = [0, 0];
        for (endpoint, query) in moves.chain(others) {
            let asked = Asked { endpoint, id: "", query: &query, body: b"" };
            let question = asked.read(Given { today: 0, seed: 0 }).unwrap();
            let Some(answer) = knowledge.answer(&question, &mut HashMap::new()) else { continue };
            n_known[usize::from(endpoint == Endpoint::Move)] += 1;
            let limits = Limits::default();
            let puzzles = &mut HashMap::new();
            let means = &mut Means { solver: &mut solvers, puzzles, limits };
            assert_eq!(answer.unwrap(), question.answer(means).unwrap(), "{asked:?}");
        }
        assert!(n_known[0] >= 6 && n_known[1] >= 5 * 4 + 3, "{n_known:?} needed no search");
    }
}
