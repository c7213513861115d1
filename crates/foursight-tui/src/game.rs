//! A game between people and machines at one terminal, independent of how it is displayed: players, start, record and
//! solver.

mod local_game;
mod player_kind;
mod why;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use foursight::AnySize;
use foursight_engine::{AnySolver, BookSolver, OpeningBooks, TableSize};

pub use local_game::{Asked, Choices, LocalGame, summary};
pub use player_kind::PlayerKind;
pub use why::{WhyAnswer, WhyQuestion, overlay};

/// The answer to a person who wants a hint while placing discs by the opening rule.
pub const NO_HINT: &str = "no hint here: place discs so that neither side is better";

/// The start of a game.
pub struct Setup {
    /// The players and the moves so far.
    pub local: LocalGame,
    /// Decides the random choices of machines.
    pub seed: u64,
    /// The perfect level's time limit per move.
    pub move_time: Duration,
    /// The opening books that the solver asks.
    pub books: OpeningBooks,
    /// The file that the game comes from.
    pub path: Option<PathBuf>,
}

/// A solver that looks positions up in opening books before it searches.
pub type Solver = BookSolver<AnySolver>;

/// A solver that uses `n_threads` threads for one position.
pub fn solver(size: AnySize, books: OpeningBooks, n_threads: NonZeroUsize) -> Solver {
    let solver = AnySolver::with_threads(size, TableSize::for_threads(n_threads), n_threads);
    BookSolver::new(books, solver)
}
