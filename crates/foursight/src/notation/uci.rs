//! Lines of the UCI data set `connect-4`: cells column by column from the left, each from the
//! bottom up, separated by commas: `x` the first player, `o` the second, `b` blank.
//!
//! The data set (J. Tromp, UCI Machine Learning Repository) ends each line with the result for the
//! first player: `win`, `loss` or `draw`. The reader ignores it, and accepts lines without it.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::{GridError, GridErrorKind};
use crate::{AnySize, Board, Column, Player, Size};

/// Reads a line for a board of `size`.
///
/// # Errors
///
/// If an entry is not x, o or b, or the line does not have one for each cell. The error gives the location on the
/// board, with rows from the top.
pub fn read(text: &str, size: AnySize) -> Result<Board, GridError> {
    let mut words: Vec<&str> = text.split(',').map(str::trim).collect();
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
    let words = text.split(',').map(str::trim);
    let n_known = words.clone().filter(|word| ["b", "x", "o"].contains(word)).count();
    (size.n_cells()..=size.n_cells() + 1).contains(&words.count()) && 2 * n_known > size.n_cells()
}

/// Writes the cells, without a result.
pub fn write(board: &Board) -> String {
    let size = board.size();
    let cells = size.columns().flat_map(|column| {
        (0..size.height()).rev().map(move |row| match board.disc_at(row, column) {
            None => "b",
            Some(Player::First) => "x",
            Some(Player::Second) => "o",
        })
    });
    cells.collect::<Vec<_>>().join(",")
}
