//! Nested arrays: rows from the top, as written in Ruby and JSON.
//!
//! An empty cell is `nil`, `null`, `None` or `:none`; the first player is `0` or `:red`, the second
//! `1`, `:blue`, `:black` or `:yellow`.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{GridError, GridErrorKind, board_from_rows};
use crate::notation::grid::{Disc, rows, word};
use crate::{Board, Player};

/// Reads an array of rows; lines of `connect` win.
///
/// # Errors
///
/// If the brackets do not match, a cell is not one of these words, or the rows differ in length.
pub fn read(text: &str, connect: usize) -> Result<Board, GridError> {
    let text = text.trim();
    let is_closed = text.matches('[').count() == text.matches(']').count();
    if !text.starts_with('[') || !is_closed {
        return Err(GridErrorKind::Brackets.into());
    }
    let rows = (1..).zip(lists(text)).map(|(number, cells)| read_row(&cells, number));
    board_from_rows(&rows.collect::<Result<Vec<_>, _>>()?, connect)
}

/// The cells of nested lists.
pub(super) fn lists(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let inner = text.trim_start_matches('[').trim_end_matches([']', ',', ' ', '\n']);
    inner.split(']').map(|row| row.trim_start_matches([',', '[', ' ', '\n']).split(',').collect())
}

fn read_row(cells: &[&str], row: usize) -> Result<Vec<Disc>, GridError> {
    let words = cells.iter().map(|word| word.trim().trim_matches(['"', '\'']));
    let discs = (1..).zip(words).map(|(cell, word)| match word.trim_start_matches(':') {
        "nil" | "null" | "None" | "none" => Ok(None),
        "0" | "red" => Ok(Some(Player::First)),
        "1" | "blue" | "black" | "yellow" => Ok(Some(Player::Second)),
        _ => {
            let expected = "nil, 0 or 1, or :none, :red or :blue";
            let kind = GridErrorKind::Cell { found: word.to_owned(), expected };
            Err(GridError { row, cell: Some(cell), kind })
        }
    });
    discs.collect()
}

/// Writes the rows with these words for an empty cell, the first and the second player.
pub fn write(board: &Board, [empty, first, second]: [&str; 3]) -> String {
    let rows = rows(board).map(|row| {
        let words: Vec<&str> = row.map(|disc| word(disc, [first, second, empty])).collect();
        format!("[{}]", words.join(", "))
    });
    format!("[{}]", rows.collect::<Vec<_>>().join(", "))
}
