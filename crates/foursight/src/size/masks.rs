//! Masks that depend only on the sides of a board, computed by the compiler.

use super::AnySize;

/// A mask for every width and height.
type MaskTable = [[u128; AnySize::MAX_SIDE + 1]; AnySize::MAX_SIDE + 1];

/// The table of a mask; a macro, because a `const fn` cannot take a function.
macro_rules! mask_table {
    ($mask:ident) => {{
        let mut masks = [[0; AnySize::MAX_SIDE + 1]; AnySize::MAX_SIDE + 1];
        let mut width = 0;
        while width <= AnySize::MAX_SIDE {
            let mut height = 0;
            while height <= AnySize::MAX_SIDE {
                masks[width][height] = $mask(width, height);
                height += 1;
            }
            width += 1;
        }
        masks
    }};
}

/// The lowest cell of every column, by width and height.
pub(super) static BOTTOMS: MaskTable = mask_table!(bottom);

/// The even rows, by width and height.
pub(super) static EVEN_ROWS: MaskTable = mask_table!(even_rows);

/// The lowest cell of every column.
pub(super) const fn bottom(width: usize, height: usize) -> u128 {
    let mut bottom = 0;
    let mut column = 0;
    while column < width {
        bottom |= 1 << (column * (height + 1));
        column += 1;
    }
    bottom
}

/// The cells with an even number of cells above them.
pub(super) const fn even_rows(width: usize, height: usize) -> u128 {
    let mut rows = 0;
    let mut n_above = 0;
    while n_above < height {
        rows |= bottom(width, height) << (height - 1 - n_above);
        n_above += 2;
    }
    rows
}
