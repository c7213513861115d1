//! The solver of a game, and what its threads need.

use std::num::NonZeroUsize;
use std::thread;

use foursight::AnySize;
use foursight_engine::{AnySolver, BookSolver, OpeningBooks, TableSize};

/// A solver that looks positions up in opening books before it searches.
pub type Solver = BookSolver<AnySolver>;

/// The stack of a thread that searches; only what is used takes memory. A build that is not optimized
/// needs more than 8 MiB on the largest boards.
pub const SEARCH_STACK_BYTES: usize = 64 << 20;

/// A solver that uses `n_threads` threads for one position.
pub fn solver(size: AnySize, books: OpeningBooks, n_threads: NonZeroUsize) -> Solver {
    let solver = AnySolver::with_threads(size, TableSize::for_threads(n_threads), n_threads);
    BookSolver::new(books, solver)
}

/// How many threads run at once on this machine.
pub fn n_cores() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}
