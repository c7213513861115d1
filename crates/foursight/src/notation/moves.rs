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
    Ok(*read(text, size)?.position())
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
    play(steps(text, size.width()), size)
}

/// The game with these moves.
fn play<S: Size>(
    places: impl IntoIterator<Item = Result<Place, MoveError>>,
    size: S,
) -> Result<Game<S>, MovesError> {
    let mut game = Game::new(Position::empty(size));
    for (number, place) in (1..).zip(places) {
        let played = place.and_then(|(column, row)| {
            let lands = Cell { column, row: game.position().discs().in_column(column).count() };
            match row {
                Some(row) if row != lands.row => {
                    Err(MoveError::Lands { cell: Cell { column, row }, lands })
                }
                _ => game.play(column).map_err(MoveError::Play),
            }
        });
        played.map_err(|cause| MovesError { number, cause })?;
    }
    Ok(game)
}

/// Whether a text is written as a list of moves, in one line.
pub(crate) fn is_list(text: &str, width: usize) -> bool {
    !text.trim().contains('\n') && steps(text, width).iter().all(Result::is_ok)
}

/// A column, and the row if the text names one.
type Place = (Column, Option<usize>);

/// The moves as a text writes them.
fn steps(text: &str, width: usize) -> Vec<Result<Place, MoveError>> {
    let text = text.trim();
    let mut places: Vec<Result<Place, MoveError>> = Vec::new();
    if is_move_string(text, width) {
        places.extend(text.chars().map(|symbol| Ok((column(symbol, width)?, None))));
    } else if text != STARTPOS {
        for word in words(text) {
            match letters(word, width) {
                Some(cells) => places.extend(cells.into_iter().map(Ok)),
                None => places.push(of_word(word, width).map(|column| (column, None))),
            }
        }
    }
    places
}

/// Whether a text has nothing but symbols of columns, or a typing error among them. On a board of ten columns, where `a` is
/// the last one, letters stand for columns only in words.
fn is_move_string(text: &str, width: usize) -> bool {
    let is_word = !text.contains(is_separator) && text != STARTPOS;
    text.chars().all(|symbol| column(symbol, width).is_ok())
        || is_word && width > 9
        || is_word && letters(text, width).is_none() && of_word(text, width).is_err()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_number = |word: &str| word.strip_suffix('.').is_some_and(|n| n.parse::<usize>().is_ok());
    text.split(is_separator).filter(move |word| !word.is_empty() && !is_number(word))
}

fn is_separator(c: char) -> bool {
    " \t,;->→".contains(c)
}

/// The columns or cells of a word in which letters stand for columns, such as `dde` or `d1d2e1`.
fn letters(word: &str, width: usize) -> Option<Vec<Place>> {
    let mut places: Vec<Place> = Vec::new();
    let mut rest = word;
    while let Some(letter) = rest.bytes().next() {
        let index = letter.to_ascii_lowercase().checked_sub(b'a')?;
        let column = column_at(index.into(), width)?;
        let n_digits = rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        let row = match &rest[1..=n_digits] {
            "" => None,
            digits => Some(digits.parse::<usize>().ok()?.checked_sub(1)?),
        };
        places.push((column, row));
        rest = &rest[1 + n_digits..];
    }
    // Either every column has a row, or none has.
    places.iter().all(|(_, row)| row.is_some() == places[0].1.is_some()).then_some(places)
}

/// The column of a word without letters of columns.
fn of_word(word: &str, width: usize) -> Result<Column, MoveError> {
    let (name, from) = match word.strip_prefix(['x', 'o']) {
        Some(index) => (index, 0),
        None => (word, 1),
    };
    let name = name.strip_suffix("_Red").or_else(|| name.strip_suffix("_Yellow")).unwrap_or(name);
    let index = name.parse::<usize>().ok().and_then(|number| number.checked_sub(from));
    let column = match letters(name, width).as_deref() {
        Some(&[(column, None)]) => Some(column),
        _ => index.and_then(|index| column_at(index, width)),
    };
    column.ok_or_else(|| MoveError::Word { word: word.to_owned(), width })
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
    let mut words: Vec<&str> = flat::words(text).collect();
    // Without separators, each digit is a column.
    if let [word] = words[..]
        && word.bytes().all(|byte| byte.is_ascii_digit())
        && !text.contains('[')
    {
        words = (0..word.len()).map(|index| &word[index..=index]).collect();
    }
    let width = size.width();
    let places = words.into_iter().map(|word| {
        let column = word.parse().ok().and_then(|index| column_at(index, width));
        let column = column.ok_or_else(|| MoveError::Number { word: word.to_owned(), width })?;
        Ok((column, None))
    });
    play(places, size)
}

/// The columns as a list of zero-based numbers: `[3 3 4]`.
pub(in crate::notation) fn write_zero_based(columns: &[Column]) -> String {
    let indices: Vec<String> = columns.iter().map(|column| column.index().to_string()).collect();
    format!("[{}]", indices.join(" "))
}

fn column(symbol: char, width: usize) -> Result<Column, MoveError> {
    let column = Column::from_symbol(symbol).filter(|column| column.index() < width);
    column.ok_or(MoveError::Symbol { symbol, width })
}

/// The column of a board of `width` with this zero-based index.
fn column_at(index: usize, width: usize) -> Option<Column> {
    Column::checked(index).filter(|_| index < width)
}
