//! What is known without a search: the opening books, and scores solved earlier.

use std::ops::RangeInclusive;

use foursight::{AnySize, Position, Score, Size};
use foursight_engine::OpeningBooks;
use quick_cache::sync::Cache;

/// How many solved positions are remembered; one takes about 100 bytes.
const MAX_REMEMBERED: usize = 500_000;

/// The openings up to this ply are learned when a server starts: from here on a book answers in
/// microseconds, but a few plies earlier it takes milliseconds of search.
const OPENING_PLIES: usize = 8;

/// Exact scores of positions, for all threads.
pub(crate) struct Knowledge {
    books: OpeningBooks,
    solved: Cache<(AnySize, u128), Score>,
}

impl Knowledge {
    pub(crate) fn new(books: OpeningBooks) -> Self {
        Self { books, solved: Cache::new(MAX_REMEMBERED) }
    }

    /// The score of `position` for the side to move, unless it takes a search.
    pub(crate) fn score(&self, position: &Position<AnySize>) -> Option<Score> {
        Score::at_end(position).or_else(|| self.solved.get(&key(position))).or_else(|| {
            let score = self.books.score(position)?;
            self.learn(position, score);
            Some(score)
        })
    }

    /// What is `known` of the score of `position`, with what the books say.
    pub(crate) fn narrow(
        &self,
        position: &Position<AnySize>,
        known: RangeInclusive<Score>,
    ) -> RangeInclusive<Score> {
        self.books.narrow(position, known)
    }

    /// The scores of all columns for the side to move, `None` for one that cannot be played; nothing if any
    /// of them takes a search.
    pub(crate) fn scores(&self, position: &Position<AnySize>) -> Option<Vec<Option<Score>>> {
        let columns = position.size().columns();
        let of_column = |column| match position.play(column) {
            Err(_) => Some(None),
            Ok(next) => self.score(&next).map(|score| Some(-score)),
        };
        columns.map(of_column).collect()
    }

    /// Learns the scores of the openings, which takes about a second.
    pub(crate) fn learn_openings(&self) {
        // Without a book there is nothing to learn from.
        let _ = self.opening_score(&Position::empty(AnySize::default()));
    }

    fn opening_score(&self, position: &Position<AnySize>) -> Option<Score> {
        if let Some(score) = Score::at_end(position).or_else(|| self.solved.get(&key(position))) {
            return Some(score);
        }
        if position.ply() == OPENING_PLIES {
            return self.books.score(position);
        }
        let mut best = None;
        for column in position.moves() {
            let next = position.play(column).expect("the move is legal");
            best = best.max(Some(-self.opening_score(&next)?));
        }
        self.learn(position, best?);
        best
    }

    /// Remembers a score that has been proved.
    pub(crate) fn learn(&self, position: &Position<AnySize>, score: Score) {
        self.solved.insert(key(position), score);
    }
}

/// A position and its mirror image have the same score.
fn key(position: &Position<AnySize>) -> (AnySize, u128) {
    (position.size(), position.canonical_key())
}

#[cfg(test)]
mod tests {
    use foursight::notation::moves;

    use super::*;

    #[test]
    fn what_is_learned_is_what_the_books_say() {
        let knowledge = Knowledge::new(OpeningBooks::embedded());
        let positions = ["", "4", "44", "12", "4455", "273", "444444", "1234567"];
        let position = |text| moves::position(text, AnySize::default()).unwrap();
        let looked_up = positions.map(|text| knowledge.books.score(&position(text)));
        knowledge.learn_openings();
        let learned = positions.map(|text| knowledge.solved.get(&key(&position(text))));
        assert_eq!(learned, looked_up);
    }
}
