//! A solver for boards of all sizes.

use std::ops::RangeInclusive;

use foursight::{AnySize, Position, Score};
use foursight_engine::{
    AnySolver, BookSolver, Control, Goal, OfSize, OpeningBook, OpeningBooks, Solution, Solve,
    TableSize,
};

/// A solver for boards of all sizes, which asks opening books first.
///
/// It keeps its results for the standard board and for the last other board.
pub struct Solvers {
    books: OpeningBooks,
    solvers: OfSize<BookSolver<AnySolver>>,
}

impl Solvers {
    /// Solvers that ask `books` first.
    pub fn new(books: OpeningBooks) -> Self {
        Self { books, solvers: OfSize::keeping_standard() }
    }

    /// Adds a book, and forgets the results so far.
    pub fn add_book(&mut self, book: OpeningBook) {
        self.books.add(book);
        self.clear();
    }

    fn of_size(&mut self, size: AnySize) -> &mut BookSolver<AnySolver> {
        let Self { books, solvers } = self;
        solvers.get(size, || {
            BookSolver::new(books.clone(), AnySolver::new(size, TableSize::default()))
        })
    }
}

impl Solve<AnySize> for Solvers {
    fn solve_within(
        &mut self,
        position: &Position<AnySize>,
        known: RangeInclusive<Score>,
        goal: Goal,
        control: &mut Control<'_>,
    ) -> Solution {
        self.of_size(position.size()).solve_within(position, known, goal, control)
    }

    fn known_score(&self, position: &Position<AnySize>) -> Option<Score> {
        Score::at_end(position).or_else(|| self.books.score(position))
    }

    fn clear(&mut self) {
        self.solvers.clear();
    }
}
