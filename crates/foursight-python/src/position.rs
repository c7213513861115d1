//! A position as a Python value.

use foursight::notation::{NoMoveOrder, Notation, moves};
use foursight::{AnySize, Board, Column, Game, Outcome, Player, Size};
use foursight_answers::position::PositionBody;
use foursight_render::{Diagram, Look};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFloat, PyList, PyType};

use crate::analysis::{Analysis, analyze};
use crate::errors::{play_error, value_error};
use crate::json::to_json;
use crate::layout::Layout;
use crate::move_scores::{MoveScores, scores_of};
use crate::options::with_options;
use crate::pickle::{Reduced, reduced};
use crate::reading;
use crate::solution::{Solution, solve_position};
use crate::why::{Why, why};

/// A position: which discs stand where, and whose turn it is. It never changes, and can be a dictionary key.
///
/// `position` is text in any notation (`"4455"` is the columns played, counted from 1), or a list of columns counted from
/// 0 as in all code. `size` is columns x rows, and `connect` is how many discs in a row win.
///
/// >>> position = foursight.Position("4455")
/// >>> position == foursight.Position([3, 3, 4, 4])
/// True
/// >>> str(position).splitlines()[-1]
/// '...XX..'
/// >>> position.play(2).ply
/// 5
/// >>> foursight.Position(size="9x7", connect=5).width
/// 9
#[pyclass(frozen, eq, hash, module = "foursight")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Position(pub(crate) foursight::Position<AnySize>);

/// The position with these discs.
pub(crate) fn of_board(
    cells: &[u8],
    size: AnySize,
) -> Result<foursight::Position<AnySize>, String> {
    let mut board = Board::empty(size);
    for (index, cell) in cells.iter().enumerate() {
        let (row, column) = (index / size.width(), Column::new(index % size.width()));
        let disc = match cell {
            0 => continue,
            1 => Player::First,
            2 => Player::Second,
            _ => {
                return Err(format!(
                    "row {}, cell {}: it must be 0 (empty), 1 (first player) or 2 (second)",
                    row + 1,
                    column.index() + 1
                ));
            }
        };
        board.set(row, column, Some(disc));
    }
    foursight::Position::from_board(size, &board).map_err(|error| error.to_string())
}

/// The board with these sides and line length, for bytes that hold whole boards.
pub(crate) fn size_of(width: usize, height: usize, connect: usize) -> PyResult<AnySize> {
    AnySize::new(width, height, connect).map_err(value_error)
}

impl Position {
    fn columns(columns: impl Iterator<Item = Column>) -> Vec<usize> {
        columns.map(Column::index).collect()
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (position = None, *, size = None, connect = None, notation = None))]
    fn new(
        position: Option<&Bound<'_, PyAny>>,
        size: Option<&str>,
        connect: Option<reading::Connect>,
        notation: Option<&str>,
    ) -> PyResult<Self> {
        let expected = reading::expected(size, connect)?;
        let Some(object) = position else {
            return Ok(Self(foursight::Position::empty(expected.size().map_err(value_error)?)));
        };
        Ok(Self(*reading::game(object, expected, notation)?.position()))
    }

    /// The position with the discs of an array.
    ///
    /// `layout` is one of `foursight.LAYOUTS`; without it, the shape distinguishes the layouts of the standard board.
    ///
    /// >>> import numpy as np
    /// >>> board = np.zeros((6, 7), dtype=int)
    /// >>> board[5, 3] = 1
    /// >>> foursight.Position.from_array(board)
    /// Position("4")
    #[classmethod]
    #[pyo3(signature = (array, layout = None, *, connect = None))]
    fn from_array<'py>(
        class: &Bound<'py, PyType>,
        array: &Bound<'py, PyAny>,
        layout: Option<&str>,
        connect: Option<reading::Connect>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let arrays = class.py().import("foursight._arrays")?;
        arrays.call_method1("position", (array, layout, connect.map_or(4, |connect| connect.0)))
    }

    /// The discs as an array in one of `foursight.LAYOUTS`.
    ///
    /// >>> foursight.Position("4").to_array()[5]
    /// array([0, 0, 0, 1, 0, 0, 0], dtype=int8)
    /// >>> foursight.Position("4").to_array("pettingzoo").shape
    /// (6, 7, 2)
    #[pyo3(signature = (layout = "grid"))]
    fn to_array<'py>(slf: &Bound<'py, Self>, layout: &str) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("foursight._arrays")?.call_method1("to_array", (slf, layout))
    }

    /// The position with the discs in `cells`, rows from the top.
    #[staticmethod]
    fn _of_board(cells: &[u8], width: usize, height: usize, connect: usize) -> PyResult<Self> {
        let size = size_of(width, height, connect)?;
        if cells.len() != size.n_cells() {
            return Err(value_error(format!(
                "a {size} board has {} cells, not {}",
                size.n_cells(),
                cells.len()
            )));
        }
        Ok(Self(of_board(cells, size).map_err(value_error)?))
    }

    /// The bytes of the board in a layout.
    #[pyo3(name = "_board", signature = (layout = "grid"))]
    fn board<'py>(&self, py: Python<'py>, layout: &str) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &Layout::named(layout)?.of_position(&self.0)))
    }

    /// The numbers of the layout `openspiel`, as a list.
    fn _tensor<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let [zero, one] = [0.0, 1.0].map(|number| PyFloat::new(py, number));
        let cells = Layout::OpenSpiel.of_position(&self.0);
        PyList::new(py, cells.iter().map(|&cell| if cell == 1 { &one } else { &zero }))
    }

    /// Number of columns.
    #[getter]
    fn width(&self) -> usize {
        self.0.size().width()
    }

    /// Number of rows.
    #[getter]
    fn height(&self) -> usize {
        self.0.size().height()
    }

    /// Discs in a row needed to win.
    #[getter]
    fn connect(&self) -> usize {
        self.0.size().connect()
    }

    /// Number of discs.
    #[getter]
    fn ply(&self) -> usize {
        self.0.ply()
    }

    /// Whose turn it is, `first` or `second`; None after the end.
    #[getter(to_move)]
    fn whose_turn(&self) -> Option<&'static str> {
        self.0.outcome().is_none().then(|| self.0.side_to_move().name())
    }

    /// How the game ended: `first` or `second` if that player won, or `draw`; None before the end.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.0.outcome().map(Outcome::name)
    }

    /// Whether the game has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.outcome().is_some()
    }

    /// The columns in which a disc can be played, counted from 0; none after the end.
    #[getter]
    fn legal_moves(&self) -> Vec<usize> {
        Self::columns(self.0.moves())
    }

    /// The columns that win with the next disc, counted from 0.
    #[getter]
    fn winning_moves(&self) -> Vec<usize> {
        Self::columns(self.0.moves().filter(|&column| self.0.is_winning_move(column)))
    }

    /// A number that identifies the position among all others on a board of this size.
    #[getter]
    fn key(&self) -> u128 {
        self.0.key()
    }

    /// The smaller of the position's key and its mirror image's.
    #[getter]
    fn canonical_key(&self) -> u128 {
        self.0.canonical_key()
    }

    /// The position after a disc in `column`, counted from 0.
    fn play(&self, column: isize) -> PyResult<Self> {
        let size = self.0.size();
        let column = reading::column(column, size)?;
        self.0.play(column).map(Self).map_err(|error| play_error(error, size))
    }

    /// The mirror image, which has the same score.
    fn mirror(&self) -> Self {
        Self(self.0.mirror())
    }

    /// The position in a notation: `moves`, `zero-based`, `grid`, `ascii`, `emoji`, `nested`, `symbols`, `flat` or `uci`.
    ///
    /// A position does not know its moves: `moves` is one order of moves that leads to it.
    ///
    /// >>> foursight.Position("....\n....\n.Y..\nRR..").text("moves")
    /// '221'
    #[pyo3(signature = (notation = "moves"))]
    fn text(&self, notation: &str) -> PyResult<String> {
        let notation: Notation = notation.parse().map_err(value_error)?;
        notation.write(&Game::new(self.0)).map_err(value_error)
    }

    /// The position as the JSON object that the server returns, where columns count from 1.
    fn json(&self) -> String {
        to_json(&PositionBody::new(&Game::new(self.0)))
    }

    /// The board as SVG.
    fn svg(&self) -> String {
        Diagram::new(&self.0).to_svg(&Look::default())
    }

    #[doc = with_options!("solve($self, *, ")]
    /// The result of `foursight.solve`.
    #[pyo3(signature = (**options), text_signature = None)]
    fn solve(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Solution> {
        solve_position(py, &self.0, options)
    }

    #[doc = with_options!("scores($self, *, ")]
    /// The result of `foursight.scores`.
    #[pyo3(signature = (**options), text_signature = None)]
    fn scores(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<MoveScores> {
        scores_of(py, &self.0, options)
    }

    #[doc = with_options!("analyze($self, *, ")]
    /// The result of `foursight.analyze`.
    #[pyo3(signature = (**options), text_signature = None)]
    fn analyze(slf: &Bound<'_, Self>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Analysis> {
        analyze(slf.py(), slf, options)
    }

    #[doc = with_options!("why($self, column=None, *, ")]
    /// The result of `foursight.why`.
    #[pyo3(signature = (column = None, **options), text_signature = None)]
    fn why(
        slf: &Bound<'_, Self>,
        column: Option<isize>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Why> {
        why(slf.py(), slf, column, options)
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __str__(&self) -> String {
        self.0.to_string().trim_end().to_owned()
    }

    pub(crate) fn __repr__(&self) -> String {
        let columns = match moves::order(&self.0) {
            Ok(columns) => columns,
            Err(error) => {
                let what = match error {
                    NoMoveOrder::Unreachable => "that no game reaches",
                    NoMoveOrder::GaveUp => "whose moves are not found",
                };
                return format!("<Position {what}:\n{}>", self.__str__());
            }
        };
        let (text, size) = (moves::write(&columns), self.0.size());
        if size == AnySize::default() {
            format!("Position(\"{text}\")")
        } else {
            format!("Position(\"{text}\", size=\"{size}\", connect={})", size.connect())
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, BoardParts<'py>> {
        let size = slf.get().0.size();
        let parts =
            (slf.get().board(slf.py(), "grid")?, size.width(), size.height(), size.connect());
        reduced(slf, "_of_board", parts)
    }
}

/// The arguments of `_of_board`.
type BoardParts<'py> = (Bound<'py, PyBytes>, usize, usize, usize);
