//! The positions that a book stores, in the order that suits a solver.

use std::collections::HashSet;

use foursight::{Position, Size};

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
