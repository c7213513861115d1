//! Lines of the UCI data set `connect-4`: cells column by column from the left, each from the
//! bottom up, separated by commas: `x` the first player, `o` the second, `b` blank.
//!
//! The data set (J. Tromp, UCI Machine Learning Repository) ends each line with the result for the
//! first player: `win`, `loss` or `draw`. The reader ignores it, and accepts lines without it. Copies of the data set
//! have semicolons or tabs, quotes, and a header that begins with `a1`.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::grid::word;
use super::{GridError, GridErrorKind};
use crate::{AnySize, Board, Column, Player, Size};

/// Reads a line for a board of `size`.
///
/// # Errors
///
/// If an entry is not x, o or b, or the line does not have one for each cell. The error gives the location on the
/// board, with rows from the top.
pub fn read(text: &str, size: AnySize) -> Result<Board, GridError> {
    let mut words: Vec<&str> = words(text).collect();
    if matches!(words.last(), Some(&("win" | "loss" | "draw"))) {
        words.pop();
    }
    super::flat::check_length(words.len(), size)?;
    let mut board = Board::empty(size);
    for (index, word) in words.into_iter().enumerate() {
        let column = Column::new(index / size.height());
        let row = size.height() - 1 - index % size.height();
        let disc = match word {
            "b" => None,
            "x" => Some(Player::First),
            "o" => Some(Player::Second),
            _ => {
                let (found, expected) = (word.to_owned(), "x, o or b (blank)");
                let kind = GridErrorKind::Cell { found, expected };
                return Err(GridError { row: row + 1, cell: Some(column.index() + 1), kind });
            }
        };
        board.set(row, column, disc);
    }
    Ok(board)
}

/// Whether a text has a word for each cell, most of them those of this notation.
pub(super) fn is_line(text: &str, size: AnySize) -> bool {
    let n_known = words(text).filter(|word| ["b", "x", "o"].contains(word)).count();
    (size.n_cells()..=size.n_cells() + 1).contains(&words(text).count())
        && 2 * n_known > size.n_cells()
}

/// Whether a line is the header of a copy of the data set, which names its cells.
///
/// ```
/// assert!(foursight::notation::uci::is_header("a1;a2;a3;a4;a5;a6;b1;b2;class"));
/// ```
pub fn is_header(line: &str) -> bool {
    let mut words = words(line.trim_start_matches('\u{feff}'));
    words.by_ref().take(3).eq(["a1", "a2", "a3"]) && words.count() >= 6
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split([',', ';', '\t']).map(|word| word.trim().trim_matches(['"', '\'']))
}

/// Writes the cells, without a result.
pub fn write(board: &Board) -> String {
    let size = board.size();
    let cells = size.columns().flat_map(|column| {
        let rows = (0..size.height()).rev();
        rows.map(move |row| word(board.disc_at(row, column), ["x", "o", "b"]))
    });
    cells.collect::<Vec<_>>().join(",")
}
