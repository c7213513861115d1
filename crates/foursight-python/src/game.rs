//! A game as a Python object.

use foursight::notation::moves;
use foursight::{AnySize, Column, Outcome, Player};
use foursight_render::{Diagram, Look};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::value_error;
use crate::options::with_options;
use crate::pickle::{Reduced, reduced};
use crate::position::Position;
use crate::reading;
use crate::review::{Review, review};

/// A game: its starting position and the moves played since, with undo and redo.
///
/// `start` is a position, or moves as text or a list, which then belong to the game.
///
/// >>> game = foursight.Game("4455")
/// >>> game.play(2)
/// >>> game.moves
/// [3, 3, 4, 4, 2]
/// >>> game.undo()
/// 2
#[pyclass(module = "foursight")]
pub(crate) struct Game(pub(crate) foursight::Game<AnySize>);

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (start = None, *, size = None, connect = None, notation = None))]
    fn new(
        start: Option<&Bound<'_, PyAny>>,
        size: Option<&str>,
        connect: Option<reading::Connect>,
        notation: Option<&str>,
    ) -> PyResult<Self> {
        let expected = reading::expected(size, connect)?;
        let Some(start) = start else {
            let size = expected.size().map_err(value_error)?;
            return Ok(Self(foursight::Game::new(foursight::Position::empty(size))));
        };
        Ok(Self(reading::game(start, expected, notation)?))
    }

    /// The position from which the game started.
    #[getter]
    fn start(&self) -> Position {
        Position(*self.0.start())
    }

    /// The current position.
    #[getter]
    fn position(&self) -> Position {
        Position(*self.0.position())
    }

    /// The positions from the start to the current one.
    #[getter]
    fn positions(&self) -> Vec<Position> {
        self.0.positions().iter().copied().map(Position).collect()
    }

    /// The moves played since the start, counted from 0.
    #[getter]
    fn moves(&self) -> Vec<usize> {
        self.0.moves().iter().map(|column| column.index()).collect()
    }

    /// Whose turn it is, `first` or `second`; None after the end.
    #[getter]
    fn to_move(&self) -> Option<&'static str> {
        self.0.to_move().map(Player::name)
    }

    /// How the game ended: `first` or `second` if that player won, or `draw`; None before the end.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.0.outcome().map(Outcome::name)
    }

    /// Play a disc into `column`, counted from 0, and forget undone moves.
    fn play(&mut self, column: isize) -> PyResult<()> {
        reading::play(&mut self.0, column)
    }

    /// Take the last move back and return it; None at the start.
    fn undo(&mut self) -> Option<usize> {
        self.0.undo().map(Column::index)
    }

    /// Play the last undone move again and return it; None if there is none.
    fn redo(&mut self) -> Option<usize> {
        self.0.redo().map(Column::index)
    }

    /// With the moves that were undone, the next one first.
    #[staticmethod]
    fn _of_moves(start: &Position, moves: Vec<isize>, undone: Vec<isize>) -> PyResult<Self> {
        let mut game = Self(foursight::Game::new(start.0));
        let n_undone = undone.len();
        for column in moves.into_iter().chain(undone) {
            game.play(column)?;
        }
        for _ in 0..n_undone {
            game.undo();
        }
        Ok(game)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (Position, Vec<usize>, Vec<usize>)> {
        let game = slf.borrow();
        let mut rest = game.0.clone();
        let undone = std::iter::from_fn(|| rest.redo().map(Column::index)).collect();
        reduced(slf, "_of_moves", (game.start(), game.moves(), undone))
    }

    #[doc = with_options!("review($self, *, ")]
    /// The result of `foursight.review`.
    #[pyo3(signature = (**options), text_signature = None)]
    fn review(slf: &Bound<'_, Self>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Review> {
        review(slf.py(), slf, options)
    }

    /// The board as SVG, with a mark on the last move.
    fn svg(&self) -> String {
        Diagram::of_game(&self.0).to_svg(&Look::default())
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __str__(&self) -> String {
        self.0.position().to_string().trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        let played = moves::write(self.0.moves());
        if *self.0.start() == foursight::Position::empty(AnySize::default()) {
            format!("Game(\"{played}\")")
        } else {
            format!("<Game: {played} from {}>", self.start().__repr__())
        }
    }

    fn __len__(&self) -> usize {
        self.0.moves().len()
    }
}
