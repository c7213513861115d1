//! Connect Four as bitboards: rules, positions and notations.
//!
//! A [`Position`] says which discs stand where and whose turn it is. It is a small `Copy` value: to
//! undo a move is to keep the position before it. The standard board is 7 columns by 6 rows with
//! lines of four; every other [`Size`] runs the same code.
//!
//! ```
//! use foursight::{Column, Outcome, Player, Position};
//!
//! let position: Position = "112233".parse()?;
//! assert!(position.is_winning_move(Column::new(3)));
//!
//! let won = position.play(Column::new(3))?;
//! assert_eq!(won.outcome(), Some(Outcome::Win(Player::First)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate has no dependencies and does no input or output of its own.

#![no_std]

extern crate alloc;

mod bitboard;
mod bits;
mod board;
mod column;
pub mod duration;
mod game;
pub mod game_file;
mod grade;
pub mod layout;
pub mod line;
pub mod notation;
mod outcome;
pub mod perft;
mod player;
mod position;
pub mod protocol;
pub mod record;
mod score;
#[cfg(feature = "serde")]
mod serde;
pub mod size;

pub use bitboard::{Bitboard, Cell, Cells};
pub use bits::Bits;
pub use board::Board;
pub use column::Column;
pub use game::Game;
pub use grade::{Accuracy, Grade, Mark};
pub use line::{Direction, Line};
pub use outcome::Outcome;
pub use player::Player;
pub use position::{PlayError, Position, PositionError};
pub use score::{Score, Verdict};
pub use size::{AnySize, STANDARD, Size, Standard};

/// The example in the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
