//! Lists of zero-based columns: `[0 6 0 5 1 4 1]`, with or without brackets and commas.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{MoveError, MovesError, column};
use crate::{Column, Game, Position, Size};

/// The game with the columns of `text` on an empty board of `size`.
pub(super) fn read<S: Size>(text: &str, size: S) -> Result<Game<S>, MovesError> {
    let mut game = Game::new(Position::empty(size));
    for (number, word) in (1..).zip(super::flat::words(text)) {
        word.parse::<usize>()
            .map_err(|_| MoveError::Number { word: word.to_owned(), width: size.width() })
            .and_then(|index| column(index, size))
            .and_then(|column| Ok(game.play(column)?))
            .map_err(|cause| MovesError { number, cause })?;
    }
    Ok(game)
}

/// The columns as a list.
pub(super) fn write(columns: &[Column]) -> String {
    let indices: Vec<String> = columns.iter().map(|column| column.index().to_string()).collect();
    format!("[{}]", indices.join(" "))
}
