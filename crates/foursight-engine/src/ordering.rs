//! The order in which moves are searched: most likely the best one first.

use foursight::{Bitboard, Column, Position, Size};

/// The landing cells of some moves, best first.
pub(crate) struct OrderedMoves<S: Size> {
    cells: [Option<Bitboard<S>>; Column::MAX_COUNT],
}

impl<S: Size> OrderedMoves<S> {
    /// Orders `moves` by the number of cells where the mover could then complete a line, and
    /// moves with equally many from the center outward.
    pub(crate) fn new(position: &Position<S>, moves: Bitboard<S>, columns: &[Column]) -> Self {
        let mut ordered = Self { cells: [None; Column::MAX_COUNT] };
        let mut counts = [0; Column::MAX_COUNT];
        let landings = columns.iter().map(|&column| moves.in_column(column));
        for (n, landing) in landings.filter(|landing| !landing.is_empty()).enumerate() {
            let threats = position.play_unchecked(landing).opponent_winning_cells().count();
            // Insertion sort: stable, and there are at most ten moves.
            let better = counts[..n].partition_point(|&count| count >= threats);
            counts[better..=n].rotate_right(1);
            ordered.cells[better..=n].rotate_right(1);
            counts[better] = threats;
            ordered.cells[better] = Some(landing);
        }
        ordered
    }
}

impl<S: Size> IntoIterator for OrderedMoves<S> {
    type Item = Bitboard<S>;
    type IntoIter = std::iter::Flatten<std::array::IntoIter<Option<Bitboard<S>>, 10>>;

    fn into_iter(self) -> Self::IntoIter {
        self.cells.into_iter().flatten()
    }
}
