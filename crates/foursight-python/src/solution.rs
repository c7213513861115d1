//! The proved bounds of one position.

use foursight::{AnySize, Game, Position, Score};
use foursight_answers::position::pos_of;
use foursight_answers::score::ScoreBody;
use foursight_engine::{Forecast, Goal, Solve};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::value_error;
use crate::json::to_json;
use crate::options::{Options, with_options};
use crate::pickle::{Reduced, reduced};
use crate::position;
use crate::reading;
use crate::search::search;

/// What is proved about a position: its score, or bounds if a limit came first.
///
/// A score is 0 for a draw, n > 0 if the side to move wins with its n-th disc from the last, and negative if the other
/// side does.
///
/// >>> solution = foursight.solve("4455")
/// >>> solution.score, solution.verdict, solution.moves_to_end
/// (18, 'win', 2)
/// >>> print(solution)
/// wins in 2 moves
#[pyclass(frozen, eq, module = "foursight")]
#[derive(Clone)]
pub(crate) struct Solution {
    solution: foursight_engine::Solution,
    position: Position<AnySize>,
}

/// A solution without its position: lower, upper, nodes, and whether a book contained it.
pub(crate) type Parts = (i32, i32, u64, bool);

pub(crate) fn parts(solution: &foursight_engine::Solution) -> Parts {
    (solution.lower.value(), solution.upper.value(), solution.nodes, solution.from_book)
}

pub(crate) fn of_parts((lower, upper, nodes, from_book): Parts) -> foursight_engine::Solution {
    let [lower, upper] = [lower, upper].map(|score| Score::new(score as i8));
    foursight_engine::Solution { lower, upper, nodes, from_book }
}

/// The proved values; how they were proved does not matter.
impl PartialEq for Solution {
    fn eq(&self, other: &Self) -> bool {
        let proved = |one: &Self| (one.lower(), one.upper(), one.moves_to_end());
        proved(self) == proved(other)
    }
}

impl Solution {
    pub(crate) fn new(solution: foursight_engine::Solution, position: Position<AnySize>) -> Self {
        Self { solution, position }
    }

    /// The result in words.
    pub(crate) fn words(&self) -> String {
        Forecast::new(&self.solution, &self.position).to_string()
    }
}

#[pymethods]
impl Solution {
    #[staticmethod]
    fn _of_parts(position: &position::Position, parts: Parts) -> Self {
        Self::new(of_parts(parts), position.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (position::Position, Parts)> {
        let Self { solution, position } = slf.get();
        reduced(slf, "_of_parts", (position::Position(*position), parts(solution)))
    }

    /// The score is at least this.
    #[getter]
    fn lower(&self) -> i32 {
        self.solution.lower.value()
    }

    /// The score is at most this.
    #[getter]
    fn upper(&self) -> i32 {
        self.solution.upper.value()
    }

    /// The number of positions searched.
    #[getter]
    fn nodes(&self) -> u64 {
        self.solution.nodes
    }

    /// Whether the answer came from an opening book.
    #[getter(from_book)]
    fn is_from_book(&self) -> bool {
        self.solution.from_book
    }

    /// The number of moves the winner still has to play, including the last; None for a draw, or if unproved.
    #[getter]
    fn moves_to_end(&self) -> Option<usize> {
        self.solution.score()?.moves_to_end(&self.position)
    }

    /// The score; None if only bounds are proved.
    #[getter]
    fn score(&self) -> Option<i32> {
        Some(self.solution.score()?.value())
    }

    /// `win`, `draw` or `loss`, for the side to move; None if that is not proved.
    #[getter]
    fn verdict(&self) -> Option<&'static str> {
        let signs = (self.lower().signum(), self.upper().signum());
        (signs.0 == signs.1).then(|| ["loss", "draw", "win"][(signs.0 + 1) as usize])
    }

    /// The result in words: `wins in 7 moves`.
    #[getter]
    fn forecast(&self) -> String {
        self.words()
    }

    /// The score as the JSON object that the server and `foursight solve --json` return.
    fn json(&self) -> String {
        let pos = pos_of(&Game::new(self.position));
        to_json(&ScoreBody::new(pos, &self.position, &self.solution))
    }

    fn __int__(&self) -> PyResult<i32> {
        self.score().ok_or_else(|| {
            value_error(format!(
                "the score is not proved: it is between {} and {}",
                self.lower(),
                self.upper()
            ))
        })
    }

    fn __str__(&self) -> String {
        self.words()
    }

    fn __repr__(&self) -> String {
        match self.score() {
            Some(score) => format!("Solution(score={score})"),
            None => format!("Solution(lower={}, upper={})", self.lower(), self.upper()),
        }
    }
}

#[doc = with_options!("solve(position, *, ")]
/// Solve a position: its exact score under best play.
///
/// The options are `book` (`True`, `False` or `Books`), `threads` (all cores by default), `table_mib`, `time_limit` in
/// seconds, `nodes`, `weak` (only who wins, often much faster) and `progress`, which is called with `(lower, upper,
/// nodes, seconds)` about 20 times a second. Limits leave bounds; Ctrl-C raises `KeyboardInterrupt`.
///
/// >>> foursight.solve("4455").score
/// 18
/// >>> foursight.solve("", book=False, nodes=10_000).score is None
/// True
#[pyfunction]
#[pyo3(signature = (position, **options), text_signature = None)]
pub(crate) fn solve(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Solution> {
    solve_position(py, &reading::position(position)?, options)
}

pub(crate) fn solve_position(
    py: Python<'_>,
    position: &Position<AnySize>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Solution> {
    let options = Options::read(options)?;
    // Looking up a score takes less time than getting a solver, so the interpreter can wait for it.
    if let Some(score) = options.books.books.stored_score(position) {
        return Ok(Solution::new(foursight_engine::Solution::of_book(score), *position));
    }
    let goal = if options.is_weak { Goal::Verdict } else { Goal::Score };
    let solution = search(py, position.size(), &options, |solver, control| {
        solver.solve(position, goal, control)
    })?;
    Ok(Solution::new(solution, *position))
}
