//! Integration tests of the rules, positions and notations.

mod bitboard;
mod bits_explained;
mod board;
mod duration;
mod game;
mod grade;
mod lines;
mod naive;
mod notation;
mod order;
mod perft;
mod plan;
mod position;
mod proof;
mod properties;
mod protocol;
mod reason;
mod record;
#[cfg(feature = "serde")]
mod serde;
mod size;
