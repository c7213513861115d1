//! What every fuzz target checks.

use foursight::notation::{Expected, Notation};

/// Reads `text`, and if it is a position, writes it and reads it back.
pub fn round_trip(notation: Notation, text: &str) {
    let Ok(game) = notation.read(text, Expected::default()) else { return };
    let expected = Expected::Size(game.position().size());
    let Ok(written) = notation.write(&game) else { return };
    let again = notation.read(&written, expected).expect("what was written can be read");
    assert_eq!(again.position(), game.position(), "{written}");
}
