//! Knowledge that needs no search: the opening books, scores solved earlier, and the answers that follow from these.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use foursight::{AnySize, Position, Score};
use foursight_answers::{Answer, Effort, Question, Result};
use foursight_engine::{
    AnySolver, Control, Goal, Limits, OfSize, OpeningBooks, Solution, Solve, TableSize,
    ThreadBudget,
};
use quick_cache::sync::Cache;

/// The number of positions remembered; each takes about 100 bytes.
const MAX_REMEMBERED: usize = 500_000;

/// A server learns the openings up to this ply when it starts: from here on a book answers in microseconds, but a few
/// plies earlier an answer takes milliseconds of search.
const OPENING_PLIES: usize = 8;

/// Scores of positions, or proved bounds on them, for all threads.
pub(crate) struct Knowledge {
    books: OpeningBooks,
    proved: Cache<(AnySize, u128), RangeInclusive<Score>>,
}

impl Knowledge {
    pub(crate) fn new(books: OpeningBooks) -> Self {
        Self { books, proved: Cache::new(MAX_REMEMBERED) }
    }

    /// The score of `position` for the side to move, unless it takes a search.
    pub(crate) fn score(&self, position: &Position<AnySize>) -> Option<Score> {
        self.solved(position).or_else(|| {
            let score = self.books.score(position)?;
            self.learn(position, score..=score);
            Some(score)
        })
    }

    fn solved(&self, position: &Position<AnySize>) -> Option<Score> {
        let proved = || self.proved.get(&key(position));
        let solved = || proved().filter(|bounds| bounds.start() == bounds.end());
        Score::at_end(position).or_else(|| Some(*solved()?.start()))
    }

    /// The `known` bounds of the score of `position`, narrowed by the books and by what has been proved.
    pub(crate) fn narrow(
        &self,
        position: &Position<AnySize>,
        known: RangeInclusive<Score>,
    ) -> RangeInclusive<Score> {
        let known = self.books.narrow(position, known);
        self.proved.get(&key(position)).map_or(known.clone(), |proved| meet(&proved, &known))
    }

    /// Learns the scores of the openings, which takes about a second.
    pub(crate) fn learn_openings(&self) {
        // Without a book, there is nothing to learn from.
        let _ = self.opening_score(&Position::empty(AnySize::default()));
    }

    fn opening_score(&self, position: &Position<AnySize>) -> Option<Score> {
        if let Some(score) = self.solved(position) {
            return Some(score);
        }
        if position.ply() == OPENING_PLIES {
            return self.books.score(position);
        }
        let mut best = None;
        for column in position.moves() {
            let next = position.play(column).expect("the move is legal");
            best = best.max(Some(-self.opening_score(&next)?));
        }
        self.learn(position, best?..=best?);
        best
    }

    /// Remembers bounds that have been proved.
    pub(crate) fn learn(&self, position: &Position<AnySize>, bounds: RangeInclusive<Score>) {
        let key = key(position);
        let known = self.proved.get(&key);
        let bounds = known.map_or(bounds.clone(), |known| meet(&known, &bounds));
        self.proved.insert(key, bounds);
    }
}

/// The bounds that follow from two pairs of bounds.
fn meet(a: &RangeInclusive<Score>, b: &RangeInclusive<Score>) -> RangeInclusive<Score> {
    *a.start().max(b.start())..=*a.end().min(b.end())
}

/// A position and its mirror image have the same score.
fn key(position: &Position<AnySize>) -> (AnySize, u128) {
    (position.size(), position.canonical_key())
}

/// A solver that returns what is known and solves nothing.
struct LookUp<'a> {
    knowledge: &'a Knowledge,
    /// Whether a question was asked whose answer is not known; a search would then give a different answer.
    is_lacking: &'a AtomicBool,
}

impl Knowledge {
    /// The answer to a question, if that takes almost no time.
    pub(super) fn answer(&self, question: &Question) -> Option<Result<Answer>> {
        if !matches!(question.effort(), Effort::Nothing | Effort::Scores) {
            return None;
        }
        let is_lacking = &AtomicBool::new(false);
        let solver = &mut LookUp { knowledge: self, is_lacking };
        let limits = Limits { cancel: Some(is_lacking), ..Limits::default() };
        let answer = question.answer(solver, limits);
        (!is_lacking.load(Ordering::Relaxed)).then_some(answer)
    }
}

impl Solve<AnySize> for LookUp<'_> {
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

#[cfg(test)]
mod tests {
    use foursight::notation::moves;
    use foursight_answers::{Context, Endpoint, Request, Solvers};
    use foursight_engine::OpeningBooks;

    use super::*;

    #[test]
    fn what_is_learned_is_what_the_books_say() {
        let knowledge = Knowledge::new(OpeningBooks::embedded());
        let positions = ["", "4", "44", "12", "4455", "273", "444444", "1234567"];
        let position = |text| moves::position(text, AnySize::default()).unwrap();
        let looked_up = positions.map(|text| knowledge.books.score(&position(text)));
        knowledge.learn_openings();
        let learned = positions.map(|text| knowledge.solved(&position(text)));
        assert_eq!(learned, looked_up);
    }

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
            let asked = Request { endpoint, id: "", query: &query, body: b"" };
            let question = asked.read(Context { today: 0, seed: 0 }).unwrap();
            let Some(answer) = knowledge.answer(&question) else { continue };
            n_known[usize::from(endpoint == Endpoint::Move)] += 1;
            let solved = question.answer(&mut solvers, Limits::default());
            assert_eq!(answer.unwrap(), solved.unwrap(), "{asked:?}");
        }
        assert!(n_known[0] >= 6 && n_known[1] >= 5 * 4 + 3, "{n_known:?} needed no search");
    }
}
