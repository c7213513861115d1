//! The questions about a position or a game, and the wire format of their answers.
//!
//! A server, a browser without one, and bindings for other languages all use this crate, so they give the same answers
//! in the same JSON. One table lists every [`Endpoint`]; text is read into a [`Question`], which returns the text of an
//! [`Answer`]. The caller provides a solver and limits.

pub mod analysis;
pub mod bits;
pub mod color;
mod endpoint;
pub mod level;
mod openapi;
pub mod opening;
mod parameters;
pub mod picture;
pub mod position;
mod problem;
pub mod puzzle;
mod question;
pub mod review;
pub mod score;
pub mod solve;
mod solvers;
pub mod text;
pub mod why;

pub use endpoint::{Cache, Endpoint};
pub use openapi::Description;
pub use parameters::{
    PositionParams, open_game, read_body, read_column, read_game, read_query, read_size,
};
pub use problem::{Problem, ProblemBody, ProblemKind, Result};
pub use question::{Answer, Context, Effort, Question, Request};
pub use solvers::Solvers;

/// The version of the JSON that people may store, in its field `version`: it changes when a field is renamed or
/// removed.
pub const CONTRACT: u32 = 1;

/// The example in the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
