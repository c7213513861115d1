//! Which of two equals comes first, so that the image of a position in a mirror gets the image of what is said.

use foursight::{AnySize, Cell, Column, Position, Size};

/// Whether the image of `position` in a mirror comes before it.
pub(super) fn is_mirrored<S: Size>(position: &Position<S>) -> bool {
    let key = |position: &Position<S>| (position.mover().bits(), position.discs().bits());
    key(&position.mirror()) > key(position)
}

/// What `find` finds where left comes before right: it is asked about `position` or its image.
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

/// The order of columns where a move is explained.
#[derive(Clone, Copy)]
pub(super) struct Ties {
    width: usize,
    is_mirrored: bool,
}

impl Ties {
    /// For a move from `before` to a disc in `played`.
    pub(super) fn new(before: &Position<AnySize>, played: Cell) -> Self {
        let is_other_half = || {
            let after = before.play(played.column);
            before.mirror() == *before && after.is_ok_and(|after| is_mirrored(&after))
        };
        let is_mirrored = is_mirrored(before) || is_other_half();
        Self { width: before.size().width(), is_mirrored }
    }

    /// Comes first near the center; of two columns that are equally near, on the left, or on the mirrored board on the
    /// right.
    pub(super) fn key(self, column: Column) -> (usize, usize) {
        let in_order = if self.is_mirrored { column.mirror(self.width) } else { column };
        ((2 * column.index() + 1).abs_diff(self.width), in_order.index())
    }
}
