//! Positions, games and columns as Python passes them.
//!
//! Text can become any of the package's values, and values contain others, so their modules import each other.

use foursight::notation::{Expected, Notation};
use foursight::record::read_size;
use foursight::{AnySize, Column, Game, Position, Size};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::{no_such_column, play_error, value_error};
use crate::{game, position};

/// The number of discs in a row that win.
#[derive(Clone, Copy)]
pub(crate) struct Connect(pub(crate) usize);

impl<'py> FromPyObject<'_, 'py> for Connect {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let wrong =
            || value_error(format!("connect is {object:?}; it must be a whole number from 3 to 6"));
        object.extract().map(Self).map_err(|_| wrong())
    }
}

/// The board to read a position for, from `size` (`"9x7"`, or with a line length `"9x7-5"`) and `connect`.
pub(crate) fn expected(size: Option<&str>, connect: Option<Connect>) -> PyResult<Expected> {
    let connect = connect.map(|Connect(length)| length);
    let sides = size.map(read_size).transpose().map_err(value_error)?;
    let has_length = size.is_some_and(|text| text.contains('-'));
    let length = sides.filter(|_| has_length).map(Size::connect);
    let expected = Expected::new(sides, connect.or(length));
    expected.size().map_err(value_error)?;
    Ok(expected)
}

/// The game that an object stands for: a `Game`, a `Position`, text in any notation, or columns counted from 0.
pub(crate) fn game(
    object: &Bound<'_, PyAny>,
    expected: Expected,
    notation: Option<&str>,
) -> PyResult<Game<AnySize>> {
    if let Ok(game) = object.cast::<game::Game>() {
        let game = game.borrow().0.clone();
        return fits(expected, game.position().size()).map(|()| game);
    }
    if let Ok(position) = object.cast::<position::Position>() {
        let position = position.get().0;
        return fits(expected, position.size()).map(|()| Game::new(position));
    }
    if let Ok(text) = object.cast::<PyString>() {
        return read_text(text.to_str()?, expected, notation);
    }
    let mut game = Game::new(Position::empty(expected.size().map_err(value_error)?));
    for column in object.try_iter().map_err(|_| not_a_position(object))? {
        let index = column?.extract().map_err(|_| not_a_position(object))?;
        play(&mut game, index)?;
    }
    Ok(game)
}

/// Refuses a position on a board other than `size` and `connect` say.
pub(crate) fn fits(expected: Expected, size: AnySize) -> PyResult<()> {
    expected.and(Expected::of_size(size)).map(drop).map_err(value_error)
}

fn read_text(text: &str, expected: Expected, notation: Option<&str>) -> PyResult<Game<AnySize>> {
    let game = match notation {
        Some(name) => name.parse::<Notation>().map_err(value_error)?.read(text, expected),
        None => Notation::read_any(text, expected),
    };
    game.map_err(value_error)
}

fn not_a_position(object: &Bound<'_, PyAny>) -> PyErr {
    let kind = object.get_type().name().map_or_else(|_| "this".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!(
        "{kind} is not a position: pass a Position, a Game, text such as \"4455\", or columns counted from 0; \
         for an array of discs, use Position.from_array"
    ))
}

/// The position that an object stands for.
pub(crate) fn position(object: &Bound<'_, PyAny>) -> PyResult<Position<AnySize>> {
    match object.cast::<position::Position>() {
        Ok(position) => Ok(position.get().0),
        Err(_) => Ok(*game(object, Expected::ANY, None)?.position()),
    }
}

/// The column with this index.
pub(crate) fn column(index: isize, size: AnySize) -> PyResult<Column> {
    let column = usize::try_from(index).ok().and_then(Column::checked);
    column.filter(|&column| size.has_column(column)).ok_or_else(|| no_such_column(index, size))
}

/// Plays a disc into the column with this index.
pub(crate) fn play(game: &mut Game<AnySize>, index: isize) -> PyResult<()> {
    let size = game.position().size();
    game.play(column(index, size)?).map_err(|error| play_error(error, size))
}
