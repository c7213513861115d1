//! A solver for boards of all sizes.

use std::ops::RangeInclusive;

use foursight::{AnySize, Position, Score};
use foursight_engine::{
    AnySolver, BookSolver, Control, Goal, OpeningBook, OpeningBooks, Solution, Solve, TableSize,
};

/// A solver for boards of all sizes, which asks opening books first.
///
/// It keeps what it has found for the standard board and for the other board that it was asked about last.
pub struct Solvers {
    books: OpeningBooks,
    standard: Option<BookSolver<AnySolver>>,
    // Only the last one used, so that memory stays bounded whatever sizes are asked about.
    other: Option<(AnySize, BookSolver<AnySolver>)>,
}

impl Solvers {
    /// Solvers that ask `books` first.
    pub fn new(books: OpeningBooks) -> Self {
        Self { books, standard: None, other: None }
    }

    /// Adds a book to those that are asked; what was found so far is forgotten.
    pub fn add_book(&mut self, book: OpeningBook) {
        self.books.add(book);
        self.clear();
    }

    fn of_size(&mut self, size: AnySize) -> &mut BookSolver<AnySolver> {
        let new =
            || BookSolver::new(self.books.clone(), AnySolver::new(size, TableSize::default()));
        if size == AnySize::default() {
            return self.standard.get_or_insert_with(new);
        }
        let kept = self.other.take().filter(|(known, _)| *known == size);
        &mut self.other.insert(kept.unwrap_or_else(|| (size, new()))).1
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
        (self.standard, self.other) = (None, None);
    }
}
