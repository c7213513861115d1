//! Moves in order: strings such as `4455`, and lists of zero-based columns such as `[3 3 4 4]`.
//!
//! A move string has a character for each column played, from `1`; the tenth column is `a`. The word `startpos` is the
//! empty board, for readers that reject an empty text.

mod order;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::Chars;

pub use order::{has_order, order};

use super::{MoveError, MovesError, NoMoveOrder, flat};
use crate::{Column, Game, Position, Size};

/// The empty board, as a word.
pub const STARTPOS: &str = "startpos";

/// The position after the moves of `text` on an empty board of `size`; white space around them is ignored.
///
/// # Errors
///
/// At the first move that does not name a column of the board or is illegal.
pub fn position<S: Size>(text: &str, size: S) -> Result<Position<S>, MovesError> {
    (1..).zip(symbols(text)).try_fold(Position::empty(size), |position, (number, symbol)| {
        column(symbol, size)
            .and_then(|column| Ok(position.play(column)?))
            .map_err(|cause| MovesError { number, cause })
    })
}

/// The game with the moves of `text` on an empty board of `size`.
///
/// # Errors
///
/// As for [`position`].
pub fn read<S: Size>(text: &str, size: S) -> Result<Game<S>, MovesError> {
    let mut game = Game::new(Position::empty(size));
    for (number, symbol) in (1..).zip(symbols(text)) {
        column(symbol, size)
            .and_then(|column| Ok(game.play(column)?))
            .map_err(|cause| MovesError { number, cause })?;
    }
    Ok(game)
}

/// The columns as a move string.
pub fn write(columns: &[Column]) -> String {
    columns.iter().map(|column| column.symbol()).collect()
}

/// The moves of `game` from the empty board. If it started elsewhere, they begin with some sequence of moves that leads
/// to its start.
///
/// # Errors
///
/// If no order is found.
pub fn of_game<S: Size>(game: &Game<S>) -> Result<Vec<Column>, NoMoveOrder> {
    if game.start().ply() == 0 {
        return Ok(game.moves().to_vec());
    }
    let mut columns = order(game.start())?;
    columns.extend_from_slice(game.moves());
    Ok(columns)
}

/// The game with the zero-based columns of `text`, with or without brackets and commas, on an empty
/// board of `size`.
pub(in crate::notation) fn read_zero_based<S: Size>(
    text: &str,
    size: S,
) -> Result<Game<S>, MovesError> {
    let mut game = Game::new(Position::empty(size));
    for (number, word) in (1..).zip(flat::words(text)) {
        word.parse::<usize>()
            .map_err(|_| MoveError::Number { word: word.to_owned(), width: size.width() })
            .and_then(|index| column_at(index, size))
            .and_then(|column| Ok(game.play(column)?))
            .map_err(|cause| MovesError { number, cause })?;
    }
    Ok(game)
}

/// The columns as a list of zero-based numbers: `[3 3 4]`.
pub(in crate::notation) fn write_zero_based(columns: &[Column]) -> String {
    let indices: Vec<String> = columns.iter().map(|column| column.index().to_string()).collect();
    format!("[{}]", indices.join(" "))
}

/// The symbols of a move string: none for `startpos`.
fn symbols(text: &str) -> Chars<'_> {
    let text = text.trim();
    if text == STARTPOS { "".chars() } else { text.chars() }
}

fn column<S: Size>(symbol: char, size: S) -> Result<Column, MoveError> {
    Column::from_symbol(symbol)
        .filter(|&column| size.has_column(column))
        .ok_or(MoveError::Symbol { symbol, width: size.width() })
}

/// The column of `size` with this zero-based index.
fn column_at(index: usize, size: impl Size) -> Result<Column, MoveError> {
    let column = Column::checked(index).filter(|&column| size.has_column(column));
    column.ok_or(MoveError::Index { index, width: size.width() })
}
