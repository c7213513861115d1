//! Integration tests of diagrams.

mod gif;
mod overlay;
mod png;
mod svg;
mod text;

use foursight::notation::{Expected, Notation};
use foursight::{AnySize, Game};

fn game(moves: &str) -> Game<AnySize> {
    Notation::Moves.read(moves, Expected::default()).unwrap()
}

fn game_on(size: &str, moves: &str) -> Game<AnySize> {
    Notation::Moves.read(moves, Expected::of_size(size.parse().unwrap())).unwrap()
}
