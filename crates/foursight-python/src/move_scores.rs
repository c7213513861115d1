//! The scores of all moves.

use foursight::{AnySize, Position};
use foursight_engine::{Goal, Solve};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::options::Options;
use crate::reading;
use crate::search::{Found, search};
use crate::solution::Solution;

/// The score of each column, from the left; None where no disc can be played or the score is not proved.
///
/// Scores are those of the side that moves.
///
/// >>> list(foursight.scores(""))
/// [-2, -1, 0, 1, 0, -1, -2]
#[pyclass(frozen, sequence, module = "foursight")]
#[derive(Clone)]
pub(crate) struct MoveScores {
    scores: foursight_engine::MoveScores,
    position: Position<AnySize>,
    is_interrupted: bool,
}

impl MoveScores {
    pub(crate) fn new(
        scores: foursight_engine::MoveScores,
        position: &Position<AnySize>,
        is_interrupted: bool,
    ) -> Self {
        Self { scores, position: *position, is_interrupted }
    }
}

#[pymethods]
impl MoveScores {
    /// The score of the position: that of its best move; None if the game is over.
    #[getter]
    fn best(&self) -> Option<Solution> {
        let best = self.scores.best()?;
        Some(Solution::new(&best, &self.position, self.is_interrupted))
    }

    /// The columns proved to be best, counted from 0.
    #[getter]
    fn best_moves(&self) -> Vec<usize> {
        self.scores.best_columns().into_iter().map(foursight::Column::index).collect()
    }

    /// The columns that keep the result of the position, from the left; all moves if it is not proved.
    #[getter]
    fn keeping_moves(&self) -> Vec<usize> {
        let kept = self.scores.keeping_columns().into_iter();
        let mut kept: Vec<usize> = kept.map(foursight::Column::index).collect();
        kept.sort_unstable();
        kept
    }

    /// The least and the greatest score that each column can have; None where no disc can be played.
    #[getter]
    fn bounds(&self) -> Vec<Option<(i32, i32)>> {
        let columns = self.scores.columns().iter();
        let bounds = columns.map(|solution| {
            solution.map(|solution| (solution.lower.value(), solution.upper.value()))
        });
        bounds.collect()
    }

    /// Whether every score is proved.
    #[getter]
    fn proved(&self) -> bool {
        self.scores.proves(Goal::Score)
    }

    /// Whether Ctrl-C ended the search.
    #[getter]
    fn interrupted(&self) -> bool {
        self.is_interrupted
    }

    /// The number of positions searched.
    #[getter]
    fn nodes(&self) -> u64 {
        self.scores.nodes()
    }

    fn __len__(&self) -> usize {
        self.scores.columns().len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<Option<i32>> {
        let columns = self.scores.columns();
        let place = if index < 0 { index + columns.len() as isize } else { index };
        let column = usize::try_from(place).ok().and_then(|place| columns.get(place));
        let solution = column.ok_or_else(|| PyIndexError::new_err("there is no such column"))?;
        Ok(solution.and_then(|solution| Some(solution.score()?.value())))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.bounds() == other.bounds()
    }

    fn __repr__(&self) -> PyResult<String> {
        let word = |index: usize| {
            let score = self.__getitem__(index as isize)?;
            Ok(score.map_or("None".to_owned(), |score| score.to_string()))
        };
        let words: PyResult<Vec<String>> = (0..self.__len__()).map(word).collect();
        Ok(format!("MoveScores([{}])", words?.join(", ")))
    }
}

/// The exact score of every move of a position; the options are those of `solve`.
///
/// >>> scores = foursight.scores("44455")
/// >>> list(scores), scores.best_moves
/// ([-5, -4, -4, -3, -3, -6, -6], [3, 4])
#[pyfunction]
#[pyo3(signature = (position, **options))]
pub(crate) fn scores(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<MoveScores> {
    scores_of(py, &reading::position(position)?, options)
}

pub(crate) fn scores_of(
    py: Python<'_>,
    position: &Position<AnySize>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<MoveScores> {
    let options = Options::read(options)?;
    let goal = if options.is_weak { Goal::Verdict } else { Goal::Score };
    let Found { value, is_interrupted } =
        search(py, position.size(), &options, |solver, control| {
            solver.solve_moves(position, goal, control)
        })?;
    Ok(MoveScores::new(value, position, is_interrupted))
}
