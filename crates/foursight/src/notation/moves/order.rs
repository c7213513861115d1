//! Sequences of moves that lead to a given position.
//!
//! Nobody has a line before the last move, so lines rule out no order of the earlier discs. The search treats each
//! column as a stack of both players' discs; the players take turns to remove a disc of their own from the bottom of a
//! stack.

mod search;
mod stacks;

use alloc::vec::Vec;

use self::stacks::{Stack, Stacks};
use crate::notation::NoMoveOrder;
use crate::{Bitboard, Bits, Column, Player, Position, Size};

/// Some sequence of moves that leads from the empty board to `position`.
///
/// The search is limited to a few hundredths of a second. It has found an order for every one of millions of boards
/// from games.
///
/// # Errors
///
/// If there is no order in which the players take turns, or the search gives up.
pub fn order<S: Size>(position: &Position<S>) -> Result<Vec<Column>, NoMoveOrder> {
    if !position.is_won() {
        return search::find(position.to_rest(None).to_stacks());
    }
    let mut error = NoMoveOrder::Unreachable;
    for last in position.last_moves() {
        match search::find(position.to_rest(Some(last)).to_stacks()) {
            Ok(mut columns) => {
                columns.push(last);
                return Ok(columns);
            }
            Err(NoMoveOrder::Unreachable) => {}
            Err(NoMoveOrder::GaveUp) => error = NoMoveOrder::GaveUp,
        }
    }
    Err(error)
}

/// Whether [`order`] finds a sequence of moves from the empty board to `position`. It does not return the moves, and is
/// much faster for most positions.
///
/// ```
/// use foursight::Position;
/// use foursight::notation::{Expected, Notation, moves};
///
/// let position: Position = "4455".parse()?;
/// assert!(moves::has_order(&position));
/// # Ok::<(), foursight::notation::MovesError>(())
/// ```
pub fn has_order<S: Size>(position: &Position<S>) -> bool {
    (!position.is_won() && position.to_rest(None).is_in_order_from_below())
        || order(position).is_ok()
}

/// The discs to be ordered. They contain no line, so any order is a game.
struct Rest<S: Size> {
    /// The discs of the player with the first disc, and of both players.
    first: Bitboard<S>,
    discs: Bitboard<S>,
}

impl<S: Size> Rest<S> {
    /// The discs of a player.
    fn of(&self, player: Player) -> Bitboard<S> {
        if player == Player::First { self.first } else { self.discs ^ self.first }
    }

    /// Whether an order is found by always taking a disc that has others on top, if there is one; if not, a different
    /// order may exist. This succeeds for 99.6 % of random positions of 12 discs.
    fn is_in_order_from_below(&self) -> bool {
        let discs = self.discs.bits();
        let [of_first, of_second] =
            [Player::First, Player::Second].map(|side| self.of(side).bits());
        let size = self.discs.size();
        let covered = discs & size.below(discs);
        let (mut played, mut of_mover, mut of_other) = (S::Bits::ZERO, of_first, of_second);
        while played != discs {
            let playable = size.next_cells(played) & of_mover;
            let better = playable & covered;
            let choice = if better == S::Bits::ZERO { playable } else { better };
            if choice == S::Bits::ZERO {
                return false;
            }
            let lowest = choice ^ (choice & (choice - S::Bits::ONE));
            played = played | lowest;
            (of_mover, of_other) = (of_other, of_mover);
        }
        true
    }

    fn to_stacks(&self) -> Stacks {
        let size = self.discs.size();
        let stack = |column: usize| {
            let of_column = |discs: Bitboard<S>| {
                let bits = discs.in_column(Column::new(column)).bits().widen();
                (bits >> (column * size.column_bits())) as u16
            };
            Stack::new(of_column(self.first), of_column(self.discs).count_ones() as usize)
        };
        Stacks::new((0..size.width()).map(stack))
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
