//! Orders of moves that lead to a given position.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use crate::notation::NoMoveOrder;
use crate::{Bitboard, Column, Player, Position, Size};

/// Some order of moves that leads from the empty board to `position`.
///
/// The search gives up after a million dead ends; positions from real games need far fewer.
///
/// # Errors
///
/// If there is no order in which the players take turns, or the search gives up.
pub fn order<S: Size>(position: &Position<S>) -> Result<Vec<Column>, NoMoveOrder> {
    if !position.is_won() {
        return OrderSearch::new(position.to_rest(None)).run();
    }
    position
        .last_moves()
        .find_map(|last| {
            let mut columns = OrderSearch::new(position.to_rest(Some(last))).run().ok()?;
            columns.push(last);
            Some(columns)
        })
        .ok_or(NoMoveOrder)
}

/// The discs to put in order. Nobody has a line among them, so any order is a game.
struct Rest<S: Size> {
    /// The discs of the player with the first disc, and of both.
    first: Bitboard<S>,
    discs: Bitboard<S>,
}

/// A depth-first search over the columns that remembers the sets of discs that lead nowhere.
struct OrderSearch<S: Size> {
    rest: Rest<S>,
    dead_ends: BTreeSet<S::Bits>,
    columns: Vec<Column>,
}

impl<S: Size> OrderSearch<S> {
    const MAX_DEAD_ENDS: usize = 1_000_000;

    fn new(rest: Rest<S>) -> Self {
        let columns = Vec::with_capacity(rest.discs.count());
        Self { rest, dead_ends: BTreeSet::new(), columns }
    }

    fn run(mut self) -> Result<Vec<Column>, NoMoveOrder> {
        let start = Position::empty(self.rest.discs.size());
        if self.extend(&start) { Ok(self.columns) } else { Err(NoMoveOrder) }
    }

    /// Whether `played` can be extended to all the discs; `columns` then holds how.
    fn extend(&mut self, played: &Position<S>) -> bool {
        if played.discs() == self.rest.discs {
            return true;
        }
        let key = played.discs().bits();
        if self.dead_ends.len() >= Self::MAX_DEAD_ENDS || self.dead_ends.contains(&key) {
            return false;
        }
        let of_mover = if played.side_to_move() == Player::First {
            self.rest.first
        } else {
            self.rest.discs ^ self.rest.first
        };
        let playable = played.playable_cells() & of_mover;
        for column in playable.columns() {
            self.columns.push(column);
            if self.extend(&played.play_unchecked(playable.in_column(column))) {
                return true;
            }
            self.columns.pop();
        }
        self.dead_ends.insert(key);
        false
    }
}

impl<S: Size> Position<S> {
    /// The discs, without the last one if its column is given.
    fn to_rest(self, last: Option<Column>) -> Rest<S> {
        let top = |column| {
            let discs = self.discs().in_column(column);
            let top = discs.cells().next_back().expect("a last move has left its disc");
            Bitboard::from_cell(self.size(), top)
        };
        let without = last.map_or(Bitboard::empty(self.size()), top);
        Rest { first: self.discs_of(Player::First) - without, discs: self.discs() - without }
    }
}
