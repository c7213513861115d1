//! Connect Four as bitboards: rules, positions, notations and records of games.
//!
//! # Positions
//!
//! A [`Position`] says which discs are on the board and whose turn it is. It is a small `Copy` value
//! without a history: to undo a move, keep the position before it, or use a [`Game`], which keeps them
//! all.
//!
//! ```
//! use foursight::{Column, Outcome, Player, Position};
//!
//! let position: Position = "112233".parse()?;
//! assert_eq!(position.side_to_move(), Player::First);
//! assert!(position.is_winning_move(Column::new(3)));
//!
//! let won = position.play(Column::new(3))?;
//! assert_eq!(won.outcome(), Some(Outcome::Win(Player::First)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Columns are numbered from 0 in code and from 1 in text. A position's cells are [`Bitboard`]s: sets that combine with
//! `&`, `|`, `^`, `-` and `!`.
//!
//! # Sizes
//!
//! The standard board has 7 columns, 6 rows and lines of four. All code is generic over a [`Size`],
//! which is either fixed at compile time and costs nothing, or an [`AnySize`] known at run time, from
//! 3x3 to 10x10 with lines of three to six.
//!
//! ```
//! use foursight::{AnySize, Position, Size};
//!
//! let size = AnySize::new(9, 7, 5)?;
//! assert_eq!(Position::empty(size).moves().count(), 9);
//! # Ok::<(), foursight::size::SizeError>(())
//! ```
//!
//! # Notations
//!
//! A [`Notation`](notation::Notation) reads and writes positions: move strings, lists, grids of letters or emoji,
//! arrays. [`Notation::read_any`](notation::Notation::read_any) recognizes the notation of a text.
//!
//! ```
//! use foursight::notation::{Expected, Notation};
//!
//! let text = ". . . .\n. Y . .\nR R . .";
//! let game = Notation::read_any(text, Expected::ANY)?;
//! assert_eq!(Notation::Moves.write(&game)?, "221");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Scores, grades and records
//!
//! A [`Score`] is the exact value of a position. This crate defines the scale and leaves solving to others, such as
//! `foursight-engine`; a [`Grade`] compares a move's score with the best one. A [`reason`] says why a position is won
//! or held, as a strategy that a checker has played against every reply, and a [`plan`] says what one side plays in
//! every game.
//!
//! [`record`] stores games with their players, result and ending in files, and [`protocol`] defines the lines that
//! engines and their drivers exchange. [`perft`] counts positions, and [`bits_explained`] explains bitboards step by
//! step.
//!
//! # Features
//!
//! The crate is `no_std`, needs `alloc`, and has no dependencies, no input or output, no clock and no
//! `unsafe` code. Its only feature is `serde`, which implements `Serialize` and `Deserialize`:
//!
//! | type | form | example |
//! |---|---|---|
//! | [`Position`] | the rows from the top, and the length of a line unless it is four | `".../.X./OX. 3"` |
//! | [`AnySize`] | columns x rows, and the length of a line unless it is four | `"9x7-5"` |
//! | [`Column`] | its character in a move string | `"4"` |
//! | [`Player`] | `first` or `second` | `"first"` |
//! | [`Outcome`] | the winner or `draw` | `"draw"` |
//! | [`OpeningRule`] | `none`, `pie` or `swap` | `"pie"` |
//! | [`Verdict`] | `win`, `draw` or `loss` | `"win"` |
//! | [`Score`] | a number | `-3` |
//! | [`GameResult`](record::GameResult), [`Ending`](record::Ending) | as in a game file | `"1-0"` |

#![no_std]

extern crate alloc;

mod bitboard;
mod bits;
pub mod bits_explained;
mod board;
mod column;
mod counted;
pub mod duration;
mod game;
mod grade;
mod key_set;
pub mod line;
pub mod notation;
mod opening_rule;
mod outcome;
pub mod perft;
pub mod plan;
mod player;
mod position;
pub mod protocol;
pub mod reason;
pub mod record;
mod score;
#[cfg(feature = "serde")]
mod serde;
pub mod size;

pub use bitboard::{Bitboard, Cell, CellError, Cells};
pub use bits::Bits;
pub use board::Board;
pub use column::Column;
pub use counted::counted;
pub use game::Game;
pub use grade::{Accuracy, Grade, Lost, Mark, Oversight};
pub use line::{Direction, Line};
pub use opening_rule::{Choice, Opening, OpeningRule, OpeningRuleError};
pub use outcome::Outcome;
pub use player::Player;
pub use position::{PlayError, Position, PositionError};
pub use score::{Score, Verdict};
pub use size::{AnySize, STANDARD, Size, Standard};

/// The example in the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
