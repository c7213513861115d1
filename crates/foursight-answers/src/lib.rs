//! What can be asked about a position or a game, and the answers as they travel.
//!
//! A server, a browser without one and bindings for other languages ask here, so all give the same answers in the same
//! JSON. Nothing here knows HTTP: each question is a value that is read from text, each answer one that serializes,
//! and [`answer()`] does both. Who asks lends the [`Means`]: a solver, limits, the date and a random number.

pub mod analysis;
mod answer;
pub mod bits;
pub mod color;
pub mod exercise;
pub mod game_file;
pub mod level;
mod limits;
pub mod picture;
pub mod position;
mod problem;
pub mod puzzle;
mod query;
pub mod review;
pub mod score;
pub mod scores;
mod solvers;
pub mod text;
pub mod why;

pub use answer::{Answer, Means, Request, answer};
pub use problem::{Kind, Problem, ProblemBody, Result};
pub use query::{PositionParams, read_body, read_column, read_game, read_query, read_size};
pub use solvers::Solvers;

/// The example in the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
