//! Everything that thinks about Connect Four: an exact solver, opening books, playing levels, and reviews
//! of games.
//!
//! # Solving
//!
//! A [`Solver`] finds the exact [`Score`](foursight::Score) of any position on boards of one size. The trait [`Solve`]
//! has the questions that it answers: the score, the scores of all moves, the best move, the line that follows.
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
//!
//! [`AnySolver`] does the same for a board whose size is known only at run time.
//!
//! # Opening books
//!
//! The first moves take longest to solve. A [`BookSolver`] looks positions up in [`OpeningBooks`] before it
//! searches; the feature `book-8` (on by default, 40 KB) or `book-12` (2.4 MB) compiles one in for the
//! standard board.
//!
//! ```
//! use foursight::{Position, STANDARD};
//! use foursight_engine::{BookSolver, OpeningBooks, Solve, Solver};
//!
//! let mut solver = BookSolver::new(OpeningBooks::embedded(), Solver::new(STANDARD));
//! assert_eq!(solver.score(&Position::new()).value(), 1, "the first player wins with the last disc");
//! ```
//!
//! # Limits
//!
//! Every search takes a [`Control`]: [`Limits`] on its time and nodes, a flag that cancels it, and a callback
//! for its [`Progress`]. A search that reaches a limit returns the bounds proved so far.
//!
//! ```
//! use foursight::{Position, STANDARD};
//! use foursight_engine::{Control, Goal, Limits, Solve, Solver};
//!
//! let limits = Limits { nodes: Some(50_000), ..Limits::default() };
//! let mut solver = Solver::new(STANDARD);
//! let solution = solver.solve(&Position::new(), Goal::Score, &mut Control::limited(limits));
//! assert!(solution.lower.value() <= 1 && 1 <= solution.upper.value());
//! ```
//!
//! # Levels
//!
//! A [`LevelPlayer`] plays at a [`Level`] from 0 (random) to 10 (perfect).
//!
//! ```
//! use foursight::{Column, Position, STANDARD};
//! use foursight_engine::{Control, Level, LevelPlayer, Solver};
//!
//! let position: Position = "112233".parse()?;
//! let mut player = LevelPlayer::new(Level::new(6)?, 7);
//! let column = player.choose(&position, &mut Solver::new(STANDARD), &mut Control::default());
//! assert_eq!(column, Some(Column::new(3)), "it sees the win");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Reviews
//!
//! A [`Review`](review::Review) grades every move of a game and says who was ahead at each moment.
//!
//! ```
//! use foursight::{Column, Game, Player, Position, STANDARD};
//! use foursight_engine::{Control, Goal, Solve, Solver, review::Review};
//!
//! let mut game = Game::new("37313333717124171162542".parse::<Position>()?);
//! game.play(Column::new(4))?;
//!
//! let mut solver = Solver::new(STANDARD);
//! let review = Review::new(&game, |position| {
//!     Some(solver.solve_moves(position, Goal::Score, &mut Control::default()))
//! });
//! assert_eq!(review.accuracy(Player::Second).blunders, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Reasons
//!
//! [`why`] says why a position or a move has its result: a strategy that a checker has played against every
//! reply, in at most three sentences.
//!
//! [`Analysis`] says in words and lines what each move of a position leads to, and [`Advice`] says which to play.
//! [`session`] runs the engine as a program that obeys commands.

mod advice;
mod analysis;
mod any_solver;
mod book;
mod bounds;
pub mod clock;
mod control;
mod cpu;
mod equivalence;
mod estimate;
mod forecast;
#[cfg(test)]
mod interleavings;
mod lanes;
mod level;
mod lookahead;
#[cfg(test)]
mod negamax;
mod node;
mod of_size;
pub mod ordering;
pub mod planner;
pub mod review;
mod search;
pub mod session;
mod short_sort;
mod solve;
mod solver;
mod table;
mod team;
mod thread_budget;
pub mod why;

pub use advice::{Advice, Guess};
pub use analysis::{Analysis, MoveAnalysis};
pub use any_solver::AnySolver;
pub use book::{BookError, BookSolver, OpeningBook, OpeningBooks, stored_positions};
pub use control::{Control, Limits, Progress};
pub use forecast::Forecast;
pub use level::{Level, LevelError, LevelPlayer, Ties};
pub use lookahead::rate_moves;
pub use of_size::OfSize;
pub use solve::{Goal, MoveScores, Solution, Solve, sort_from_center};
pub use solver::Solver;
pub use table::{TableError, TableSize};
pub use thread_budget::{SEARCH_STACK_BYTES, ThreadBudget, n_cores};

/// The example in the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The examples in the chapters on how the solver works and on reasons are tests, too.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/solver/bitboards.md")]
#[doc = include_str!("../../../docs/solver/small.md")]
#[doc = include_str!("../../../docs/solver/moves.md")]
#[doc = include_str!("../../../docs/why.md")]
struct Chapters;
