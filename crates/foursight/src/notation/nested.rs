//! Nested arrays: rows from the top, as written in Ruby and JSON.
//!
//! An empty cell is `nil`, `null`, `None` or `:none`; the first player is `0` or `:red`, the second
//! `1`, `:blue`, `:black` or `:yellow`.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{GridError, GridErrorKind, board_from_rows};
use crate::notation::grid::{Disc, rows};
use crate::{Board, Player};

/// Reads an array of rows; lines of `connect` win.
///
/// # Errors
///
/// If the brackets do not match, a cell is not one of these words, or the rows differ in length.
pub fn read(text: &str, connect: usize) -> Result<Board, GridError> {
    let whole = |kind| GridError { row: 0, cell: None, kind };
    let inner = text.trim().strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let inner = inner.ok_or(whole(GridErrorKind::Brackets))?;
    let mut rest = inner.trim();
    let mut rows = Vec::new();
    while !rest.is_empty() {
        let (row, after) = rest
            .strip_prefix('[')
            .and_then(|rest| rest.split_once(']'))
            .ok_or(whole(GridErrorKind::Brackets))?;
        rows.push(read_row(row, rows.len() + 1)?);
        rest = after.trim_start().trim_start_matches(',').trim_start();
    }
    board_from_rows(&rows, connect)
}

fn read_row(text: &str, row: usize) -> Result<Vec<Disc>, GridError> {
    let words = text.split(',').map(|word| word.trim().trim_matches(['"', '\'']));
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
    let word = |disc| match disc {
        None => empty,
        Some(Player::First) => first,
        Some(Player::Second) => second,
    };
    let rows: Vec<String> = rows(board)
        .map(|row| format!("[{}]", row.map(word).collect::<Vec<_>>().join(", ")))
        .collect();
    format!("[{}]", rows.join(", "))
}
