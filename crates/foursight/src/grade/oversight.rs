//! Oversights: missed wins and blocks that the next disc decides.

use crate::{AnySize, Bitboard, Cell, Column, Position, Size};

/// An immediate win or threat that a move ignored.
///
/// It follows from the rules alone. The scores show whether it cost anything: see
/// [`Grade::with_oversight`](crate::Grade::with_oversight).
///
/// ```
/// use foursight::{Cell, Column, Oversight, Position};
///
/// let position: Position = "12121".parse()?;
/// let block = Cell::new(0, 3);
/// assert_eq!(Oversight::of_move(&position, Column::new(4)), Some(Oversight::Block(block)));
/// assert_eq!(Oversight::of_move(&position, Column::new(0)), None);
/// # Ok::<(), foursight::notation::MovesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Oversight {
    /// A disc in any of these cells would have won at once.
    Win(Bitboard<AnySize>),
    /// The opponent can win at once in this cell, and only there.
    Block(Cell),
}

impl Oversight {
    /// The oversight of the move in `column`; `None` also if the column cannot be played.
    ///
    /// A player who can win need not block, and no single move blocks two cells.
    pub fn of_move<S: Size>(position: &Position<S>, column: Column) -> Option<Self> {
        position.play(column).ok()?;
        let position = position.to_any();
        let playable = position.playable_cells();
        let wins = playable & position.winning_cells();
        if !wins.is_empty() {
            return wins.in_column(column).is_empty().then_some(Self::Win(wins));
        }
        let mut threats = (playable & position.opponent_winning_cells()).cells();
        let threat = threats.next().filter(|threat| threat.column != column)?;
        threats.next().is_none().then_some(Self::Block(threat))
    }
}
