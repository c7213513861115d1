//! The scores of all moves.

use foursight::{AnySize, Game, Position, Size};
use foursight_answers::position::pos_of;
use foursight_answers::score::MoveScoresBody;
use foursight_engine::{Goal, Solve};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::json::to_json;
use crate::options::{Options, with_options};
use crate::pickle::{Reduced, reduced};
use crate::position;
use crate::reading;
use crate::search::search;
use crate::solution::{self, Solution};

/// The score of each column, from the left; None where no disc can be played or the score is not proved.
///
/// Scores are for the side to move.
///
/// >>> list(foursight.scores(""))
/// [-2, -1, 0, 1, 0, -1, -2]
#[pyclass(frozen, sequence, module = "foursight")]
#[derive(Clone)]
pub(crate) struct MoveScores {
    pub(crate) scores: foursight_engine::MoveScores,
    pub(crate) position: Position<AnySize>,
}

/// For each column, the bounds of its score, the nodes, and whether a book contained it.
type Columns = Vec<Option<solution::Parts>>;

#[pymethods]
impl MoveScores {
    /// The score of the position: that of its best move; None if the game is over.
    #[getter]
    fn best(&self) -> Option<Solution> {
        Some(Solution::new(self.scores.best()?, self.position))
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

    /// The lowest and highest score that each column can have; None where no disc can be played.
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

    /// The number of positions searched.
    #[getter]
    fn nodes(&self) -> u64 {
        self.scores.nodes()
    }

    /// The scores as the JSON object that `foursight solve --json --all` prints.
    fn json(&self) -> String {
        let pos = pos_of(&Game::new(self.position));
        to_json(&MoveScoresBody::new(pos, &self.position, &self.scores))
    }

    #[staticmethod]
    fn _of_columns(position: &position::Position, columns: Columns) -> Self {
        let position = position.0;
        let mut scores = foursight_engine::MoveScores::unproved(&position);
        for (column, parts) in position.size().columns().zip(columns) {
            if let Some(parts) = parts {
                scores.set(column, solution::of_parts(parts));
            }
        }
        Self { scores, position }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (position::Position, Columns)> {
        let Self { scores, position } = slf.get();
        let columns = scores.columns().iter().map(|one| one.as_ref().map(solution::parts));
        reduced(slf, "_of_columns", (position::Position(*position), columns.collect()))
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

#[doc = with_options!("scores(position, *, ")]
/// The exact score of every move of a position; the options are those of `solve`.
///
/// >>> scores = foursight.scores("44455")
/// >>> list(scores), scores.best_moves
/// ([-5, -4, -4, -3, -3, -6, -6], [3, 4])
#[pyfunction]
#[pyo3(signature = (position, **options), text_signature = None)]
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
    let scores = search(py, position.size(), &options, |solver, control| {
        solver.solve_moves(position, goal, control)
    })?;
    Ok(MoveScores { scores, position: *position })
}
