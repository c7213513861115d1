//! Openings that leave a board almost full.

use fastrand::Rng;
use foursight::{AnySize, Column, Position, Size};

/// Number of fresh starts, and of moves to try in each: a bad start is soon abandoned.
const N_ATTEMPTS: u64 = 1_000;
const N_TRIES: usize = 250;

/// Moves that leave the top cells of three columns empty, after which nobody can complete a line at once. Every call
/// returns the same moves.
///
/// The middle column, where many players like to play, is full. `None` if no such moves are found, as on boards where
/// three in a row win.
pub(super) fn moves(size: AnySize) -> Option<Vec<Column>> {
    (0..N_ATTEMPTS).find_map(|seed| {
        let mut random = Rng::with_seed(seed);
        let middle = size.width() / 2;
        let others = (0..size.width()).filter(|&column| size.width() == 3 || column != middle);
        let open = random.choose_multiple(others.map(Column::new), 3);
        let mut search = Search { random, n_tries: N_TRIES, open, columns: Vec::new() };
        search.fills(Position::empty(size)).then_some(search.columns)
    })
}

/// A search that tries moves in random order.
struct Search {
    random: Rng,
    n_tries: usize,
    /// The columns whose top cells stay empty.
    open: Vec<Column>,
    columns: Vec<Column>,
}

impl Search {
    fn fills(&mut self, position: Position<AnySize>) -> bool {
        if position.n_empty() == self.open.len() {
            let wins = position.winning_cells() | position.opponent_winning_cells();
            return (position.playable_cells() & wins).is_empty();
        }
        let mut columns: Vec<Column> =
            position.moves().filter(|&column| !self.is_finished(column, &position)).collect();
        self.random.shuffle(&mut columns);
        columns.into_iter().any(|column| {
            let Some(n_left) = self.n_tries.checked_sub(1) else { return false };
            self.n_tries = n_left;
            let next = position.play(column).expect("the move is legal");
            self.columns.push(column);
            let fills = next.outcome().is_none() && self.fills(next);
            if !fills {
                self.columns.pop();
            }
            fills
        })
    }

    /// Whether the only empty cell of a column is the one that stays empty.
    fn is_finished(&self, column: Column, position: &Position<AnySize>) -> bool {
        let n_discs = self.columns.iter().filter(|&&played| played == column).count();
        self.open.contains(&column) && n_discs + 1 == position.size().height()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_filled_without_a_line() {
        for size in ["7x6", "9x7", "4x4", "10x10", "5x4", "3x10"] {
            let size: AnySize = size.parse().unwrap();
            let columns = moves(size).unwrap_or_else(|| panic!("{size:?}"));
            let position = Position::from_columns(size, columns).unwrap();
            assert_eq!((position.n_empty(), position.outcome()), (3, None), "{size:?}");
            assert_eq!(position.moves().count(), 3, "{size:?}");
        }
        let three = AnySize::new(7, 6, 3).unwrap();
        assert_eq!(moves(three), None);
    }
}
