//! The result of every move, with lines.

use foursight::{AnySize, Game, Position};
use foursight_answers::analysis::AnalysisBody;
use foursight_engine::{Advice, Goal, Solve};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::json::to_json;
use crate::move_scores::MoveScores;
use crate::options::{Options, with_options};
use crate::pickle::{Reduced, reduced};
use crate::reading;
use crate::search::search;
use crate::solution::Solution;

/// A position with all its moves.
#[pyclass(frozen, module = "foursight")]
pub(crate) struct Analysis {
    /// The score of the position.
    #[pyo3(get)]
    solution: Solution,
    /// Which moves to play, in words; None if none is proved to be best, or the game is over.
    #[pyo3(get)]
    advice: Option<String>,
    /// The legal moves, from the left.
    #[pyo3(get)]
    moves: Vec<Py<MoveAnalysis>>,
    scores: MoveScores,
    found: foursight_engine::Analysis,
}

/// A move and what follows it.
#[pyclass(frozen, get_all, module = "foursight")]
pub(crate) struct MoveAnalysis {
    /// The column, counted from 0.
    column: usize,
    /// The score of the move, for the side that plays it.
    solution: Solution,
    /// Whether no other move is better.
    is_best: bool,
    /// The move and best play of both sides to the end; cut short if a limit came first.
    line: Vec<usize>,
}

#[pymethods]
impl MoveAnalysis {
    fn __repr__(&self) -> String {
        format!("<MoveAnalysis: column {} {}>", self.column, self.solution.words())
    }
}

#[pymethods]
impl Analysis {
    /// The analysis as the JSON object that the server returns, where columns count from 1.
    fn json(&self) -> String {
        to_json(&AnalysisBody::new(&Game::new(self.scores.position), &self.found))
    }

    #[staticmethod]
    fn _of_scores(py: Python<'_>, scores: &MoveScores) -> PyResult<Self> {
        analyzed(py, &scores.position, Some(scores.scores.clone()), &Options::read(None)?)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (MoveScores,)> {
        reduced(slf, "_of_scores", (slf.get().scores.clone(),))
    }

    fn __repr__(&self) -> String {
        format!("<Analysis: {}>", self.advice.clone().unwrap_or_else(|| self.solution.words()))
    }
}

#[doc = with_options!("analyze(position, *, ")]
/// Solve a position and each of its moves, with the line of best play that follows; the options are those of `solve`.
///
/// >>> analysis = foursight.analyze("44455")
/// >>> analysis.advice
/// 'all moves lose; columns d and e hold out longest'
/// >>> [move.column for move in analysis.moves if move.is_best]
/// [3, 4]
#[pyfunction]
#[pyo3(signature = (position, **options), text_signature = None)]
pub(crate) fn analyze(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Analysis> {
    analyzed(py, &reading::position(position)?, None, &Options::read(options)?)
}

fn analyzed(
    py: Python<'_>,
    position: &Position<AnySize>,
    known: Option<foursight_engine::MoveScores>,
    options: &Options,
) -> PyResult<Analysis> {
    let (scores, analysis) = search(py, position.size(), options, |solver, control| {
        let scores = known.unwrap_or_else(|| solver.solve_moves(position, Goal::Score, control));
        let analysis = foursight_engine::Analysis::of_scores(&scores, solver, position, control);
        (scores, analysis)
    })?;
    let one_move = |one: &foursight_engine::MoveAnalysis| {
        Py::new(
            py,
            MoveAnalysis {
                column: one.column.index(),
                solution: Solution::new(one.solution, *position),
                is_best: one.is_best,
                line: one.line.iter().map(|column| column.index()).collect(),
            },
        )
    };
    Ok(Analysis {
        solution: Solution::new(analysis.solution, *position),
        advice: analysis.advice.as_ref().map(Advice::to_string),
        moves: analysis.moves.iter().map(one_move).collect::<PyResult<_>>()?,
        scores: MoveScores { scores, position: *position },
        found: analysis,
    })
}
