//! The checks that all fuzz targets share.

use foursight::AnySize;
use foursight::notation::{Expected, Notation};

/// A width, a height and a line length, which a board may or may not be able to have.
pub type Board = (u8, u8, u8);

/// Reads `text` for `board`, and if it is a position, writes it and reads it back.
pub fn round_trip(notation: Notation, board: Board, text: &str) {
    let Ok(game) = notation.read(text, expected(board)) else { return };
    let Ok(written) = notation.write(&game) else { return };
    let size = Expected::Size(game.position().size());
    let again = notation.read(&written, size).expect("what was written can be read");
    assert_eq!(again.position(), game.position(), "{written}");
}

/// Reads `text` in the notation that it appears to have.
pub fn detect(board: Board, text: &str) {
    round_trip(Notation::detect(text, expected(board)), board, text);
}

fn expected((width, height, connect): Board) -> Expected {
    let [width, height, connect] = [width, height, connect].map(usize::from);
    AnySize::new(width % 12, height % 12, connect % 8)
        .map_or(Expected::AnyWithConnect(connect), Expected::Size)
}

/// A file of an opening book with these contents, and a checksum that fits.
pub fn book(contents: &[u8]) -> Vec<u8> {
    let mut bytes = [b"4sight\r\n\x01", contents].concat();
    let words = bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    let sum = words.fold(0xcbf2_9ce4_8422_2325_u64, |sum, word| {
        (sum ^ word).wrapping_mul(0x0100_0000_01b3)
    });
    bytes.extend(sum.to_le_bytes());
    bytes
}
