//! Everything that thinks about Connect Four: an exact solver, analysis and playing levels.
//!
//! ```
//! use foursight::{Position, STANDARD};
//! use foursight_engine::{Solve, Solver};
//!
//! let position: Position = "37313333717124171162542".parse()?;
//! let mut solver = Solver::new(STANDARD);
//! assert_eq!(solver.score(&position).value(), 3);
//! # Ok::<(), foursight::notation::MovesError>(())
//! ```

mod analysis;
mod any_solver;
mod book;
mod bounds;
mod control;
mod cpu;
mod lanes;
mod level;
mod lookahead;
mod move_scores;
mod node;
mod ordering;
pub mod review;
mod search;
pub mod session;
mod solve;
mod solver;
mod table;
mod team;

pub use analysis::{Analysis, MoveAnalysis, Words};
pub use any_solver::AnySolver;
pub use book::{BookError, BookSolver, OpeningBook, OpeningBooks, stored_positions};
pub use control::{Control, Limits, Progress};
pub use level::{Level, LevelError, LevelPlayer, Ties};
pub use lookahead::rate_moves;
pub use move_scores::MoveScores;
pub use solve::{Goal, Solution, Solve};
pub use solver::Solver;
pub use table::TableSize;

/// The example in the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
