//! What every fuzz target checks.

use foursight::AnySize;
use foursight::notation::{Expected, Notation};

/// Some of the sides and line lengths that a board can have, or have not.
pub type Board = (u8, u8, u8);

/// Reads `text` for `board`, and if it is a position, writes it and reads it back.
pub fn round_trip(notation: Notation, board: Board, text: &str) {
    let Ok(game) = notation.read(text, expected(board)) else { return };
    let Ok(written) = notation.write(&game) else { return };
    let size = Expected::Size(game.position().size());
    let again = notation.read(&written, size).expect("what was written can be read");
    assert_eq!(again.position(), game.position(), "{written}");
}

/// Reads `text` as whatever it looks like.
pub fn detect(board: Board, text: &str) {
    round_trip(Notation::detect(text, expected(board)), board, text);
}

fn expected((width, height, connect): Board) -> Expected {
    let [width, height, connect] = [width, height, connect].map(usize::from);
    AnySize::new(width % 12, height % 12, connect % 8)
        .map_or(Expected::AnyWithConnect(connect), Expected::Size)
}
