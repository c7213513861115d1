//! Why a position or a move has its result.

use foursight::{AnySize, Column, Game};
use foursight_answers::position::pos_of;
use foursight_answers::why::WhyBody;
use foursight_engine::why::{Highlights, Idea};
use foursight_engine::{Goal, Solve};
use foursight_render::{Diagram, Look, Overlay};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::play_error;
use crate::json::to_json;
use crate::move_scores::MoveScores;
use crate::options::{Options, with_options};
use crate::pickle::{Reduced, reduced};
use crate::position::Position;
use crate::reading;
use crate::search::search;

/// The reason for a result: sentences that a checker has verified, or an honest example of best play.
#[pyclass(frozen, module = "foursight")]
pub(crate) struct Why {
    pub(crate) reason: foursight_engine::why::Why,
    /// The position before the move in question.
    pub(crate) before: Option<foursight::Position<AnySize>>,
    /// The scores of the moves and the column, if the question can be asked again.
    pub(crate) asked: Option<(MoveScores, Option<usize>)>,
}

#[pymethods]
impl Why {
    /// The position that is explained; for a move, the position after it, or before it if only the better move has a
    /// reason.
    #[getter]
    fn position(&self) -> Position {
        Position(self.reason.position)
    }

    /// `certain` (a strategy or a plan of the whole game proves it), `draw` (both sides have one to hold), `kept` (the better move
    /// has one, or one against most replies), `replies` (no single strategy, but one against most replies), `example` (only a line of best play) or `bare` (nothing).
    #[getter]
    fn kind(&self) -> &'static str {
        self.reason.explanation.kind().name()
    }

    /// False if a limit ended the search before everything was tried: without it, there may be a reason, or strategies
    /// against more replies.
    #[getter]
    fn complete(&self) -> bool {
        self.reason.is_complete
    }

    /// The deciding idea, in one term, such as `odd threat`; None without a reason.
    #[getter]
    fn idea(&self) -> Option<&'static str> {
        self.reason.idea.map(Idea::name)
    }

    /// What a reader has to hold in mind: 0 a line or a stepping stone, 1 two threats, 2 at most three forced answers, 3 one
    /// square and one rule, 4 rules, pairs or answers to single discs, 5 a map of replies, 6 a plan, 7 an example or nothing.
    #[getter]
    fn tier(&self) -> u8 {
        self.reason.tier.number()
    }

    /// After a mistake, the column that would have kept the result, counted from 0.
    #[getter]
    fn better(&self) -> Option<usize> {
        self.reason.better.map(Column::index)
    }

    /// At most three sentences; they name cells from `a1`, the lower left.
    #[getter]
    fn sentences(&self) -> Vec<&str> {
        self.reason.sentences()
    }

    /// The sentences, each with a line for each item of its list.
    #[getter]
    fn lines(&self) -> Vec<String> {
        self.reason.lines()
    }

    /// Moves of both sides from `position` on that show the reason, as columns counted from 0.
    #[getter]
    fn line(&self) -> Vec<usize> {
        self.reason.line.iter().map(|column| column.index()).collect()
    }

    /// The reason as the JSON object that the server returns, where columns count from 1.
    fn json(&self) -> String {
        let pos = |position| pos_of(&Game::new(position));
        to_json(&WhyBody::new(pos(self.reason.position), self.before.map(pos), &self.reason, None))
    }

    /// The position with the reason drawn on it, as SVG.
    fn svg(&self) -> String {
        let highlights = self.reason.highlights.clone();
        let Highlights { cells: rings, leads: arrows, pairs: links, steps } = highlights;
        let overlay = Overlay { rings, arrows, links, steps };
        Diagram::new(&self.reason.position).with_overlay(overlay).to_svg(&Look::default())
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    #[staticmethod]
    fn _of_scores(py: Python<'_>, scores: &MoveScores, column: Option<usize>) -> PyResult<Self> {
        let column = column.map(Column::new);
        let known = Some(scores.scores.clone());
        explained(py, &scores.position, column, known, &Options::read(None)?)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (MoveScores, Option<usize>)> {
        let refused =
            || PyTypeError::new_err("the reason in a lesson has no pickle: pickle the review");
        reduced(slf, "_of_scores", slf.get().asked.clone().ok_or_else(refused)?)
    }

    fn __str__(&self) -> String {
        self.reason.lines().join("\n")
    }

    fn __repr__(&self) -> String {
        format!("<Why: {}>", self.reason.sentences().join(" "))
    }
}

#[doc = with_options!("why(position, column=None, *, ")]
/// Why a position is won, lost or drawn, or why the move in `column`, counted from 0, is good or bad; the options are
/// those of `solve`.
///
/// >>> why = foursight.why("443", 2)
/// >>> why.kind, why.idea
/// ('certain', 'double threat')
/// >>> print(why.sentences[0])
/// Red plays b1 and then completes a line in a1 or e1: Yellow can block only one.
#[pyfunction]
#[pyo3(signature = (position, column = None, **options), text_signature = None)]
pub(crate) fn why(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    column: Option<isize>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Why> {
    let position = &reading::position(position)?;
    if position.outcome().is_some() {
        return Err(PyValueError::new_err("the game is over: ask about the move that ended it"));
    }
    let column = column.map(|index| reading::column(index, position.size())).transpose()?;
    if let Some(column) = column {
        position.play(column).map_err(|error| play_error(error, position.size()))?;
    }
    explained(py, position, column, None, &Options::read(options)?)
}

fn explained(
    py: Python<'_>,
    position: &foursight::Position<AnySize>,
    column: Option<Column>,
    known: Option<foursight_engine::MoveScores>,
    options: &Options,
) -> PyResult<Why> {
    use foursight_engine::why::Why as Reason;
    let (scores, reason) = search(py, position.size(), options, |solver, control| {
        let scores = known.unwrap_or_else(|| solver.solve_moves(position, Goal::Score, control));
        let reason = match column {
            Some(column) => Reason::of_move(position, column, &scores, solver, control),
            None => Reason::of_position(position, &scores, solver, control),
        };
        (scores, reason)
    })?;
    let asked = Some((MoveScores { scores, position: *position }, column.map(Column::index)));
    Ok(Why { reason, before: column.map(|_| *position), asked })
}
