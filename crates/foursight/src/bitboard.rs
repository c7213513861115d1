//! A set of cells, one bit each.
//!
//! The cell in column `c` and row `r` is bit `c * (height + 1) + r`, with row 0 at the bottom, or `c * height + r` for
//! [packed](crate::size::Packed) sizes. The module [`size`](crate::size) shows the numbers on a board.

mod cell;

use core::fmt;
use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

pub use cell::{Cell, CellError, Cells};

use crate::{Bits, Column, Size, Standard};

/// A set of cells of a board.
///
/// The operators `&`, `|`, `^`, `-` and `!` work cell by cell, and `!` stays on the board. Both
/// operands must belong to boards of the same size.
///
/// ```
/// use foursight::{Bitboard, Cell, STANDARD};
///
/// let corner = Bitboard::from_cell(STANDARD, Cell::new(6, 5));
/// assert_eq!(corner.bits(), 1 << 47);
///
/// let others = !corner;
/// assert_eq!(others.count(), 41);
/// assert!((others - corner).is_subset(others));
///
/// let cells: Vec<Cell> = corner.into_iter().collect();
/// assert_eq!(cells, [Cell::new(6, 5)]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bitboard<S: Size = Standard> {
    size: S,
    // Invariant: only bits of `size.board()`.
    bits: S::Bits,
}

impl<S: Size> Bitboard<S> {
    /// The empty set.
    #[inline]
    pub fn empty(size: S) -> Self {
        Self { size, bits: S::Bits::ZERO }
    }

    /// The cells of the board whose bits are set in `bits`.
    #[inline]
    pub fn from_bits(size: S, bits: S::Bits) -> Self {
        Self { size, bits: bits & size.board() }
    }

    /// The set of one cell; the empty set if it lies outside the board.
    #[inline]
    pub fn from_cell(size: S, cell: Cell) -> Self {
        if !size.has_column(cell.column) || cell.row >= size.height() {
            return Self::empty(size);
        }
        Self { size, bits: size.bottom_mask(cell.column) << cell.row }
    }

    /// The set of these cells; cells outside the board are ignored.
    ///
    /// ```
    /// use foursight::{AnySize, Bitboard, Cell};
    ///
    /// let size = AnySize::new(9, 7, 4)?;
    /// let corners = [(0, 0), (8, 0), (0, 6), (8, 6)].map(|(column, row)| Cell::new(column, row));
    /// assert_eq!(Bitboard::from_cells(size, corners).count(), 4);
    /// # Ok::<(), foursight::size::SizeError>(())
    /// ```
    pub fn from_cells(size: S, cells: impl IntoIterator<Item = Cell>) -> Self {
        let mut set = Self::empty(size);
        set.extend(cells);
        set
    }

    /// The size of the board.
    #[inline]
    pub fn size(self) -> S {
        self.size
    }

    /// The raw word.
    #[inline]
    pub fn bits(self) -> S::Bits {
        self.bits
    }

    /// Number of cells.
    #[inline]
    pub fn count(self) -> usize {
        self.bits.count()
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.bits == S::Bits::ZERO
    }

    /// Whether `cell` is in the set.
    #[inline]
    pub fn contains(self, cell: Cell) -> bool {
        !(self & Self::from_cell(self.size, cell)).is_empty()
    }

    /// Whether every cell of the set is also in `other`.
    #[inline]
    pub fn is_subset(self, other: Self) -> bool {
        (self - other).is_empty()
    }

    /// The cells of the set in `column`.
    #[inline]
    #[must_use]
    pub fn in_column(self, column: Column) -> Self {
        if !self.size.has_column(column) {
            return Self::empty(self.size);
        }
        Self { bits: self.bits & self.size.column_mask(column), ..self }
    }

    /// The cells, column by column from the left, each from the bottom up.
    #[inline]
    pub fn cells(self) -> Cells<S> {
        self.into_iter()
    }

    /// The columns with at least one cell in the set, from the left.
    pub fn columns(self) -> impl Iterator<Item = Column> + use<S> {
        self.size.columns().filter(move |&column| !self.in_column(column).is_empty())
    }

    /// The mirror image, with left and right swapped.
    #[must_use]
    pub fn mirror(self) -> Self {
        let stride = self.size.column_bits();
        let last = self.size.width() - 1;
        let bits = self.size.columns().fold(S::Bits::ZERO, |mirrored, column| {
            let cells = self.in_column(column).bits >> (column.index() * stride);
            mirrored | cells << ((last - column.index()) * stride)
        });
        Self { bits, ..self }
    }
}

/// The rows from the top, `#` for a cell of the set and `.` for any other.
impl<S: Size> fmt::Display for Bitboard<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..self.size.height()).rev() {
            for column in self.size.columns() {
                f.write_str(if self.contains(Cell { column, row }) { "#" } else { "." })?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

impl<S: Size> fmt::Debug for Bitboard<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitboard({:#x})", self.bits.widen())
    }
}

macro_rules! operators {
    ($(
        $doc:literal, $operator:ident $method:ident, $assign:ident $assign_method:ident:
        |$a:ident, $b:ident| $bits:expr;
    )*) => {$(
        #[doc = $doc]
        impl<S: Size> $operator for Bitboard<S> {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.bits, other.bits);
                Self { bits: $bits, ..self }
            }
        }

        #[doc = $doc]
        impl<S: Size> $assign for Bitboard<S> {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = $operator::$method(*self, other);
            }
        }
    )*};
}

operators! {
    "The cells in both sets.", BitAnd bitand, BitAndAssign bitand_assign: |a, b| a & b;
    "The cells in either set.", BitOr bitor, BitOrAssign bitor_assign: |a, b| a | b;
    "The cells in exactly one set.", BitXor bitxor, BitXorAssign bitxor_assign: |a, b| a ^ b;
    "The cells in the first set only.", Sub sub, SubAssign sub_assign: |a, b| a & !b;
}

/// The cells of the board that are not in the set.
impl<S: Size> Not for Bitboard<S> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self::from_bits(self.size, !self.bits)
    }
}
