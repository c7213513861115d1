//! The proved bounds of one position.

use foursight::{AnySize, Position};
use foursight_engine::{Forecast, Goal, Solve};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::value_error;
use crate::options::Options;
use crate::reading;
use crate::search::{Found, search};

/// The proved result of a position: its score, or bounds where a limit or Ctrl-C came first.
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
    /// The score is at least this.
    #[pyo3(get)]
    lower: i32,
    /// The score is at most this.
    #[pyo3(get)]
    upper: i32,
    /// The number of positions searched.
    #[pyo3(get)]
    nodes: u64,
    /// Whether an opening book knew the answer.
    #[pyo3(get)]
    from_book: bool,
    /// Whether Ctrl-C ended the search.
    #[pyo3(get)]
    interrupted: bool,
    /// The number of moves the winner still has to play, including the last; None for a draw, or if unproved.
    #[pyo3(get)]
    moves_to_end: Option<usize>,
    result: Forecast,
}

/// The proved values; how they were proved does not matter.
impl PartialEq for Solution {
    fn eq(&self, other: &Self) -> bool {
        (self.lower, self.upper, self.moves_to_end)
            == (other.lower, other.upper, other.moves_to_end)
    }
}

impl Solution {
    pub(crate) fn new(
        solution: &foursight_engine::Solution,
        position: &Position<AnySize>,
        interrupted: bool,
    ) -> Self {
        Self {
            lower: solution.lower.value(),
            upper: solution.upper.value(),
            nodes: solution.nodes,
            from_book: solution.from_book,
            interrupted,
            moves_to_end: solution.score().and_then(|score| score.moves_to_end(position)),
            result: Forecast::new(solution, position),
        }
    }
}

impl Solution {
    /// The result in words.
    pub(crate) fn words(&self) -> String {
        self.result.to_string()
    }
}

#[pymethods]
impl Solution {
    /// The score; None if only bounds are proved.
    #[getter]
    fn score(&self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// `win`, `draw` or `loss`, for the side to move; None if that is not proved.
    #[getter]
    fn verdict(&self) -> Option<&'static str> {
        let signs = (self.lower.signum(), self.upper.signum());
        (signs.0 == signs.1).then(|| ["loss", "draw", "win"][(signs.0 + 1) as usize])
    }

    /// The result in words: `wins in 7 moves`.
    #[getter]
    fn forecast(&self) -> String {
        self.words()
    }

    fn __int__(&self) -> PyResult<i32> {
        self.score().ok_or_else(|| {
            value_error(format!(
                "the score is not proved: it is from {} to {}",
                self.lower, self.upper
            ))
        })
    }

    fn __str__(&self) -> String {
        self.words()
    }

    fn __repr__(&self) -> String {
        match self.score() {
            Some(score) => format!("Solution(score={score})"),
            None => format!("Solution(lower={}, upper={})", self.lower, self.upper),
        }
    }
}

/// Solve a position: its exact score under best play.
///
/// The options are `book` (`True`, `False` or `Books`), `threads` (all cores), `table_mib`, `time_limit` in seconds,
/// `nodes`, `weak` (only who wins, often much faster) and `progress`, which is called with `(lower, upper, nodes,
/// seconds)` about 20 times a second. Limits and Ctrl-C leave bounds.
///
/// >>> foursight.solve("4455").score
/// 18
/// >>> foursight.solve("", book=False, nodes=10_000).score is None
/// True
#[pyfunction]
#[pyo3(signature = (position, **options))]
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
    // It is found sooner than a solver is had, and the interpreter can wait for it.
    if let Some(score) = options.books.books.stored_score(position) {
        return Ok(Solution::new(&foursight_engine::Solution::of_book(score), position, false));
    }
    let goal = if options.is_weak { Goal::Verdict } else { Goal::Score };
    let Found { value, is_interrupted } =
        search(py, position.size(), &options, |solver, control| {
            solver.solve(position, goal, control)
        })?;
    Ok(Solution::new(&value, position, is_interrupted))
}
