//! Boards as one list of cells, row by row from the top: the `observation.board` of Kaggle's
//! `ConnectX`, `0` for an empty cell, `1` for the first player, `2` for the second.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{GridError, GridErrorKind, board_from_rows};
use crate::notation::grid::{Disc, rows, word};
use crate::{AnySize, Board, Player, Size};

/// Reads a list of cells for a board of `size`, with or without brackets and commas.
///
/// # Errors
///
/// If an entry is not 0, 1 or 2, or the list does not have one for each cell.
pub fn read(text: &str, size: AnySize) -> Result<Board, GridError> {
    let expected = "0 (empty), 1 or 2";
    let cells = words(text).enumerate().map(|(index, word)| match word {
        "0" => Ok(None),
        "1" => Ok(Some(Player::First)),
        "2" => Ok(Some(Player::Second)),
        _ => Err(GridError {
            row: index / size.width() + 1,
            cell: Some(index % size.width() + 1),
            kind: GridErrorKind::Cell { found: word.to_owned(), expected },
        }),
    });
    let cells: Vec<Disc> = cells.collect::<Result<_, _>>()?;
    check_length(cells.len(), size)?;
    let rows: Vec<Vec<Disc>> = cells.chunks(size.width()).map(<[Disc]>::to_vec).collect();
    board_from_rows(&rows, size.connect())
}

/// Writes the cells as `[0, 0, ..., 1]`.
pub fn write(board: &Board) -> String {
    let cells = rows(board).flatten().map(|disc| word(disc, ["1", "2", "0"]));
    format!("[{}]", cells.collect::<Vec<_>>().join(", "))
}

/// The entries of a list, with or without brackets and commas.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    let inner = text.trim().trim_matches(['[', ']', '(', ')']);
    inner.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty())
}

pub(super) fn check_length(found: usize, size: AnySize) -> Result<(), GridError> {
    if found == size.n_cells() {
        return Ok(());
    }
    Err(GridErrorKind::Length { found, expected: size.n_cells() }.into())
}
