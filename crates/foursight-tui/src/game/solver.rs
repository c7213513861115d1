//! The solver of a game.

use std::num::NonZeroUsize;

use foursight::AnySize;
use foursight_engine::{AnySolver, BookSolver, OpeningBooks, TableSize};

/// A solver that looks positions up in opening books before it searches.
pub type Solver = BookSolver<AnySolver>;

/// A solver that uses `n_threads` threads for one position.
pub fn solver(size: AnySize, books: OpeningBooks, n_threads: NonZeroUsize) -> Solver {
    let solver = AnySolver::with_threads(size, TableSize::for_threads(n_threads), n_threads);
    BookSolver::new(books, solver)
}
