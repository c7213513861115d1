//! The cells of a set, one after another, and sets collected from cells.

use core::iter::FusedIterator;

use super::Bitboard;
use crate::size::Fixed;
use crate::{Bits, Cell, Size};

/// The cells of a [`Bitboard`], column by column from the left, each from the bottom up.
#[derive(Clone, Debug)]
pub struct Cells<S: Size>(Bitboard<S>);

impl<S: Size> Cells<S> {
    #[inline]
    fn take(&mut self, index: usize) -> Cell {
        let Bitboard { size, bits } = self.0;
        self.0.bits = bits ^ (S::Bits::ONE << index);
        let stride = size.column_bits();
        Cell::new(index / stride, index % stride)
    }
}

impl<S: Size> Iterator for Cells<S> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        (!self.0.is_empty()).then(|| self.take(self.0.bits.lowest()))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n_cells = self.0.count();
        (n_cells, Some(n_cells))
    }
}

impl<S: Size> DoubleEndedIterator for Cells<S> {
    #[inline]
    fn next_back(&mut self) -> Option<Cell> {
        (!self.0.is_empty()).then(|| self.take(self.0.bits.highest()))
    }
}

impl<S: Size> ExactSizeIterator for Cells<S> {}

impl<S: Size> FusedIterator for Cells<S> {}

impl<S: Size> IntoIterator for Bitboard<S> {
    type Item = Cell;
    type IntoIter = Cells<S>;

    #[inline]
    fn into_iter(self) -> Cells<S> {
        Cells(self)
    }
}

/// Adds cells; cells outside the board are ignored.
impl<S: Size> Extend<Cell> for Bitboard<S> {
    fn extend<I: IntoIterator<Item = Cell>>(&mut self, cells: I) {
        for cell in cells {
            *self |= Self::from_cell(self.size, cell);
        }
    }
}

/// The set of these cells; cells outside the board are ignored. [`Bitboard::from_cells`] does the same for a size known
/// at run time.
///
/// ```
/// use foursight::{Bitboard, Cell};
///
/// let bottom: Bitboard = (0..7).map(|column| Cell::new(column, 0)).collect();
/// assert_eq!(bottom.count(), 7);
/// ```
impl<const W: usize, const H: usize, const C: usize> FromIterator<Cell>
    for Bitboard<Fixed<W, H, C>>
{
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        Self::from_cells(Fixed, cells)
    }
}
