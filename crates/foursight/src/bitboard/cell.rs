//! A cell of the board and its name; the cells of a set, one after another.

use core::fmt;
use core::iter::FusedIterator;
use core::str::FromStr;

use super::Bitboard;
use crate::size::Fixed;
use crate::{Bits, Column, Size};

/// A cell of the board.
///
/// As text, cells are named as in chess: a letter for the column, and the row from 1 at the bottom.
///
/// ```
/// use foursight::Cell;
///
/// let cell: Cell = "d6".parse()?;
/// assert_eq!(cell, Cell::new(3, 5));
/// assert_eq!(cell.to_string(), "d6");
/// # Ok::<(), foursight::CellError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The column.
    pub column: Column,
    /// The row, counted from 0 at the bottom.
    pub row: usize,
}

impl Cell {
    /// The cell in `column` and `row`, both counted from 0, the row from the bottom.
    ///
    /// # Panics
    ///
    /// If no board has this column.
    pub const fn new(column: usize, row: usize) -> Self {
        Self { column: Column::new(column), row }
    }

    /// The mirror image of the cell on a board of `width` columns.
    ///
    /// # Panics
    ///
    /// If the column is not below `width`.
    #[must_use]
    pub fn mirror(self, width: usize) -> Self {
        Self { column: self.column.mirror(width), ..self }
    }
}

/// The column as a letter and the row from 1: `a1` is the bottom left cell, `d6` the top of the fourth column.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.column.letter(), self.row + 1)
    }
}

/// Reads the format that [`Display`](fmt::Display) writes, also in capital letters, and `4.6`, which counts the column from
/// 1 as a move string does.
impl FromStr for Cell {
    type Err = CellError;

    fn from_str(name: &str) -> Result<Self, CellError> {
        let cell = || {
            let by_letter = || {
                let letter = name.chars().next()?.to_ascii_lowercase();
                let index = u32::from(letter).checked_sub(u32::from('a'))?;
                Some((Column::checked(index as usize)?, name.get(1..)?))
            };
            let (column, digits) = match name.split_once('.') {
                Some((symbol, row)) => (Column::from_symbol(symbol.parse().ok()?)?, row),
                None => by_letter()?,
            };
            let digits = Some(digits).filter(|digits| !digits.starts_with(['0', '+']))?;
            Some(Self { column, row: digits.parse::<usize>().ok()?.checked_sub(1)? })
        };
        cell().ok_or(CellError)
    }
}

/// The text does not name a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellError;

impl fmt::Display for CellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a cell is a letter from a to j for the column and a row from 1, as in d6 or 4.6")
    }
}

impl core::error::Error for CellError {}

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
