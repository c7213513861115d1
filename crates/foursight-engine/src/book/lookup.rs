//! Looking positions up, and searching a few plies to those that are stored.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

use foursight::notation::moves;
use foursight::{Column, Position, STANDARD, Score, Size};

use super::OpeningBook;
use crate::solve::sort_from_center;
use crate::{Control, Goal, Solution, Solve};

/// Opening books, for any boards and plies; cheap to clone.
///
/// [`BookSolver`] consults them before it asks a solver.
#[derive(Clone, Debug, Default)]
pub struct OpeningBooks {
    // Invariant: by ply, from the lowest.
    books: Arc<Vec<Arc<OpeningBook>>>,
}

impl OpeningBooks {
    /// No books.
    pub fn none() -> Self {
        Self::default()
    }

    /// All books that are compiled in, by the features `book-8` and `book-12`.
    pub fn embedded() -> Self {
        let mut books = Self::none();
        for bytes in EMBEDDED {
            books.add(OpeningBook::embedded(bytes));
        }
        books
    }

    /// Adds a book; it comes before others of the same board and ply.
    pub fn add(&mut self, book: OpeningBook) {
        let place = self.books.partition_point(|known| known.plies() < book.plies());
        Arc::make_mut(&mut self.books).insert(place, Arc::new(book));
    }

    /// All books, by ply from the lowest.
    pub fn all(&self) -> impl Iterator<Item = &OpeningBook> {
        self.books.iter().map(Arc::as_ref)
    }

    /// The exact score of `position`, if a book stores this position or the positions that it leads to.
    ///
    /// `None` for a game that is over, and for an arrangement of discs that no game reaches.
    ///
    /// ```
    /// use foursight::Position;
    /// use foursight_engine::OpeningBooks;
    ///
    /// let score = OpeningBooks::embedded().score(&Position::new());
    /// assert_eq!(score.map(|score| score.value()), Some(1), "the first player wins with its last disc");
    /// ```
    pub fn score<S: Size>(&self, position: &Position<S>) -> Option<Score> {
        match position.with_size(STANDARD) {
            Some(position) => self.score_on_standard_board(&position),
            None => self.look_up(position),
        }
    }

    /// Not generic, so it is compiled with this crate: for the standard board, which takes half the time of a board
    /// whose size is known only at run time.
    fn score_on_standard_board(&self, position: &Position) -> Option<Score> {
        self.look_up(position)
    }

    fn look_up<S: Size>(&self, position: &Position<S>) -> Option<Score> {
        let size = position.size().to_any();
        let ply = position.ply();
        let is_near = |plies: usize| plies >= ply && plies - ply <= MAX_SEARCH_PLIES;
        let book = self.all().find(|book| book.size() == size && is_near(book.plies()))?;
        if position.is_won() || position.is_full() || !moves::has_order(position) {
            return None;
        }
        Some(Probe::new(book, position).score(position, LOWEST, -LOWEST))
    }

    /// The exact score of `position` without a search: only if a book stores the position itself.
    ///
    /// ```
    /// use foursight::Position;
    /// use foursight_engine::OpeningBooks;
    ///
    /// let (books, stored): (_, Position) = (OpeningBooks::embedded(), "44444422".parse()?);
    /// assert_eq!(books.stored_score(&stored), books.score(&stored), "it has 8 discs");
    /// assert!(books.stored_score(&stored).is_some());
    /// assert_eq!(books.stored_score(&Position::new()), None, "its score takes a search");
    /// # Ok::<(), foursight::notation::MovesError>(())
    /// ```
    pub fn stored_score<S: Size>(&self, position: &Position<S>) -> Option<Score> {
        let size = position.size().to_any();
        let mut books = self.all();
        let is_stored = books.any(|book| book.size() == size && book.plies() == position.ply());
        if is_stored { self.score(position) } else { None }
    }

    /// A lower bound on the score of `position`, if it has one disc more than a book stores: no move is worth more than
    /// the position before it, whichever disc was the last.
    fn least_score<S: Size>(&self, position: &Position<S>) -> Option<Score> {
        let size = position.size().to_any();
        let is_next =
            |book: &OpeningBook| book.size() == size && book.plies() + 1 == position.ply();
        if !self.all().any(is_next) {
            return None;
        }
        position.before().filter_map(|before| self.score(&before)).min().map(|most| -most)
    }

    /// The `known` bounds of the score of `position`, narrowed by the positions before it: no move is worth more than
    /// the position before it.
    pub fn narrow<S: Size>(
        &self,
        position: &Position<S>,
        known: RangeInclusive<Score>,
    ) -> RangeInclusive<Score> {
        let (least, most) = known.into_inner();
        self.least_score(position).map_or(least, |known| known.max(least))..=most
    }
}

/// The files of the books that are compiled in.
const EMBEDDED: &[&[u8]] = &[
    #[cfg(feature = "book-8")]
    include_bytes!("../../books/7x6-8.book"),
    // From the empty board, the search takes microseconds to four discs, but hundreds of them to eight.
    #[cfg(feature = "book-12")]
    include_bytes!("../../books/7x6-4.book"),
    #[cfg(feature = "book-12")]
    foursight_book_12::BYTES,
];

/// The maximum number of plies searched to reach stored positions; on the standard board this takes a few milliseconds.
const MAX_SEARCH_PLIES: usize = 8;

/// Below every score.
const LOWEST: Score = Score::new(-i8::MAX);

/// A search down to the positions that a book stores.
struct Probe<'a> {
    book: &'a OpeningBook,
    columns_from_center: Vec<Column>,
}

impl<'a> Probe<'a> {
    fn new<S: Size>(book: &'a OpeningBook, root: &Position<S>) -> Self {
        let mut columns_from_center = Vec::new();
        // A position that is stored needs no search.
        if root.ply() < book.plies() {
            columns_from_center.extend(root.size().columns());
            sort_from_center(&mut columns_from_center, root.size());
        }
        Self { book, columns_from_center }
    }

    /// The score of an open position with at most as many discs as the book's positions, or a bound on it where it lies
    /// outside the window from `alpha` to `beta`.
    fn score<S: Size>(&self, position: &Position<S>, mut alpha: Score, beta: Score) -> Score {
        if !(position.playable_cells() & position.winning_cells()).is_empty() {
            return Score::win_now(position);
        }
        if position.ply() == self.book.plies() {
            return self.book.get(position);
        }
        let moves = position.non_losing_moves();
        let mut best = Score::loss_next(position);
        for &column in &self.columns_from_center {
            let landing = moves.in_column(column);
            if landing.is_empty() {
                continue;
            }
            best = best.max(-self.score(&position.play_unchecked(landing), -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// A solver that looks a position up in opening books before it searches.
///
/// ```
/// use foursight::{Position, STANDARD};
/// use foursight_engine::{BookSolver, OpeningBooks, Solve, Solver};
///
/// let mut solver = BookSolver::new(OpeningBooks::embedded(), Solver::new(STANDARD));
/// assert_eq!(solver.score(&Position::new()).value(), 1);
/// ```
#[derive(Debug)]
pub struct BookSolver<T> {
    books: OpeningBooks,
    solver: T,
}

impl<T> BookSolver<T> {
    /// A solver that asks `books` first, then `solver`.
    pub fn new(books: OpeningBooks, solver: T) -> Self {
        Self { books, solver }
    }
}

impl<S: Size, T: Solve<S>> Solve<S> for BookSolver<T> {
    fn solve_within(
        &mut self,
        position: &Position<S>,
        known: RangeInclusive<Score>,
        goal: Goal,
        control: &mut Control<'_>,
    ) -> Solution {
        if let Some(score) = self.books.score(position) {
            return Solution::of_book(score);
        }
        self.solver.solve_within(position, self.books.narrow(position, known), goal, control)
    }

    fn solve_each(
        &mut self,
        positions: &[(Position<S>, RangeInclusive<Score>)],
        goal: Goal,
        control: &mut Control<'_>,
    ) -> Vec<Solution> {
        let scores: Vec<_> =
            positions.iter().map(|(position, _)| self.books.score(position)).collect();
        let open = positions.iter().zip(&scores).filter(|(_, score)| score.is_none());
        let open = open
            .map(|((position, known), _)| (*position, self.books.narrow(position, known.clone())));
        let mut solved =
            self.solver.solve_each(&open.collect::<Vec<_>>(), goal, control).into_iter();
        let solution = |score: Option<Score>| match score {
            Some(score) => Some(Solution::of_book(score)),
            None => solved.next(),
        };
        scores.into_iter().filter_map(solution).collect()
    }

    fn known_score(&self, position: &Position<S>) -> Option<Score> {
        self.books.score(position)
    }

    fn clear(&mut self) {
        self.solver.clear();
    }
}

/// The positions that a book of `plies` plies stores; of two mirror images, the one with the smaller key.
///
/// These are the positions that games reach without a winner, except those in which the side to move wins with its next
/// disc. Positions from games that share their first moves stand together, which helps a search that keeps its table.
pub fn stored_positions<S: Size>(size: S, plies: usize) -> Vec<Position<S>> {
    let mut walk = Walk { plies, seen: vec![HashSet::new(); plies + 1], found: Vec::new() };
    walk.visit(&Position::empty(size));
    walk.found
}

struct Walk<S: Size> {
    plies: usize,
    /// The keys of the positions found, by ply.
    seen: Vec<HashSet<S::Key>>,
    found: Vec<Position<S>>,
}

impl<S: Size> Walk<S> {
    fn visit(&mut self, position: &Position<S>) {
        let ply = position.ply();
        let playable = position.playable_cells();
        let wins = playable & position.winning_cells();
        let is_last = ply == self.plies;
        // The last ply has most of the positions; those that are not stored need not be remembered by their keys.
        if (is_last && !wins.is_empty()) || !self.seen[ply].insert(position.key()) {
            return;
        }
        if is_last {
            self.found.push(*position);
            return;
        }
        for column in (playable & !wins).columns() {
            self.visit(&canonical(&position.play_unchecked(playable.in_column(column))));
        }
    }
}

/// The position or its mirror image, whichever has the smaller key.
fn canonical<S: Size>(position: &Position<S>) -> Position<S> {
    let mirror = position.mirror();
    if mirror.key() < position.key() { mirror } else { *position }
}
