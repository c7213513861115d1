//! Breaks ties, so that a position's mirror image has the mirror image of its explanation.

use foursight::{AnySize, Cell, Column, Position, Size};

/// Whether the mirror image of `position` comes before it.
pub(super) fn is_mirrored<S: Size>(position: &Position<S>) -> bool {
    let key = |position: &Position<S>| (position.mover().bits(), position.discs().bits());
    key(&position.mirror()) > key(position)
}

/// The result of `find`, called with `position` or its mirror image, so that left comes before right.
pub(super) fn in_order(
    position: &Position<AnySize>,
    find: impl FnOnce(&Position<AnySize>) -> Vec<Column>,
) -> Vec<Column> {
    if !is_mirrored(position) {
        return find(position);
    }
    let width = position.size().width();
    find(&position.mirror()).into_iter().map(|column| column.mirror(width)).collect()
}

/// The order of columns in the explanation of a move.
#[derive(Clone, Copy)]
pub(crate) struct Ties {
    width: usize,
    is_mirrored: bool,
}

impl Ties {
    /// The ties for a disc in `position`.
    pub(crate) fn of(position: &Position<AnySize>) -> Self {
        Self { width: position.size().width(), is_mirrored: is_mirrored(position) }
    }

    /// The ties for a move from `before` to a disc in `played`.
    pub(crate) fn new(before: &Position<AnySize>, played: Cell) -> Self {
        let is_other_half = || {
            let after = before.play(played.column);
            before.mirror() == *before && after.is_ok_and(|after| is_mirrored(&after))
        };
        let ties = Self::of(before);
        Self { is_mirrored: ties.is_mirrored || is_other_half(), ..ties }
    }

    /// Whether right comes before left.
    pub(crate) fn is_mirrored(self) -> bool {
        self.is_mirrored
    }

    /// Columns near the center come first; of two equally near, the left one or, on a mirrored board, the right one.
    pub(crate) fn key(self, column: Column) -> (usize, usize) {
        let in_order = if self.is_mirrored { column.mirror(self.width) } else { column };
        ((2 * column.index() + 1).abs_diff(self.width), in_order.index())
    }
}
