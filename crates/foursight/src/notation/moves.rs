//! Moves in order: strings such as `4455`, and lists of zero-based columns such as `[3 3 4 4]`.
//!
//! A move string has a character for each column played, from `1`; the tenth column is `a`. The word `startpos` is the
//! empty board, for readers that reject an empty text. People write moves in other ways as well, which [`read`] lists.

mod order;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
pub use order::{has_order, order};

use super::{MoveError, MovesError, NoMoveOrder, flat};
use crate::{Cell, Column, Game, Position, Size};

/// The empty board, as a word.
pub const STARTPOS: &str = "startpos";

/// The position after the moves of `text` on an empty board of `size`, as [`read`] reads them.
///
/// # Errors
///
/// As for [`read`].
pub fn position<S: Size>(text: &str, size: S) -> Result<Position<S>, MovesError> {
    if !is_move_string(text, size) {
        return Ok(*read(text, size)?.position());
    }
    (1..).zip(text.chars()).try_fold(Position::empty(size), |position, (number, symbol)| {
        column(symbol, size)
            .and_then(|column| Ok(position.play(column)?))
            .map_err(|cause| MovesError { number, cause })
    })
}

/// The game with the moves of `text` on an empty board of `size`.
///
/// Moves are a move string (`445`), or words between spaces, commas, semicolons, hyphens or arrows: columns (`4`, `d`),
/// cells (`d1`), columns with a color (`4_Red`), or from 0 with a player (`x3`). Letters and cells need no spaces. Numbers
/// of moves (`1.`) are skipped.
///
/// # Errors
///
/// At the first move that does not name a column of the board or is illegal.
pub fn read<S: Size>(text: &str, size: S) -> Result<Game<S>, MovesError> {
    let mut game = Game::new(Position::empty(size));
    let mut number = 0;
    let mut play = |step: Result<(Column, Option<usize>), MoveError>| {
        number += 1;
        step.and_then(|(column, row)| {
            let lands = Cell { column, row: game.position().discs().in_column(column).count() };
            match row {
                Some(row) if row != lands.row => {
                    Err(MoveError::Lands { cell: Cell { column, row }, lands })
                }
                _ => Ok(game.play(column)?),
            }
        })
        .map_err(|cause| MovesError { number, cause })
    };
    let text = text.trim();
    if is_move_string(text, size) {
        text.chars()
            .try_for_each(|symbol| play(column(symbol, size).map(|column| (column, None))))?;
    } else if text != STARTPOS {
        for word in words(text) {
            match letters(word, size) {
                Some(steps) => steps.into_iter().try_for_each(|step| play(Ok(step)))?,
                None => play(of_word(word, size))?,
            }
        }
    }
    Ok(game)
}

/// Whether a text is written as a list of moves, in one line.
pub(in crate::notation) fn is_list(text: &str, size: impl Size) -> bool {
    let is_move = |word: &str| letters(word, size).is_some() || of_word(word, size).is_ok();
    !text.trim().contains('\n') && words(text).all(is_move)
}

/// Whether a text has nothing but symbols of columns, or a typing error among them. On a board of ten columns, where `a` is
/// the last one, letters stand for columns only in words.
fn is_move_string(text: &str, size: impl Size) -> bool {
    let is_symbol = |c| Column::from_symbol(c).is_some_and(|column| size.has_column(column));
    let is_word = !text.contains(is_separator) && text != STARTPOS;
    text.chars().all(is_symbol)
        || is_word && size.width() > 9
        || is_word && letters(text, size).is_none() && of_word(text, size).is_err()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_number = |word: &str| word.strip_suffix('.').is_some_and(|n| n.parse::<usize>().is_ok());
    text.split(is_separator).filter(move |word| !word.is_empty() && !is_number(word))
}

fn is_separator(c: char) -> bool {
    " \t,;->→".contains(c)
}

/// A column, and the row if the text names one.
type Step = (Column, Option<usize>);

/// The columns or cells of a word in which letters stand for columns, such as `dde` or `d1d2e1`.
fn letters(word: &str, size: impl Size) -> Option<Vec<Step>> {
    let mut steps: Vec<Step> = Vec::new();
    let mut rest = word;
    while let Some(letter) = rest.bytes().next() {
        let index = usize::from(letter.to_ascii_lowercase().checked_sub(b'a')?);
        let column = Column::checked(index).filter(|&column| size.has_column(column))?;
        let n_digits = rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        let row = match &rest[1..=n_digits] {
            "" => None,
            digits => Some(digits.parse::<usize>().ok()?.checked_sub(1)?),
        };
        steps.push((column, row));
        rest = &rest[1 + n_digits..];
    }
    // Either every column has a row, or none has.
    steps.iter().all(|(_, row)| row.is_some() == steps[0].1.is_some()).then_some(steps)
}

/// The move of a word without letters of columns.
fn of_word(word: &str, size: impl Size) -> Result<Step, MoveError> {
    let unknown = || MoveError::Word { word: word.to_owned(), width: size.width() };
    let by_number = |number: &str, from: usize| {
        let index = number.parse::<usize>().ok()?.checked_sub(from)?;
        Column::checked(index).filter(|&column| size.has_column(column))
    };
    let column = match word.split_once('_') {
        Some((column, "Red" | "Yellow" | "red" | "yellow")) => by_number(column, 1).or_else(|| {
            letters(column, size).filter(|steps| steps.len() == 1).map(|steps| steps[0].0)
        }),
        _ => match word.strip_prefix(['x', 'o']) {
            Some(column) => by_number(column, 0),
            None => by_number(word, 1),
        },
    };
    column.map(|column| (column, None)).ok_or_else(unknown)
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
