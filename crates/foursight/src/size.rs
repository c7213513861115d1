//! Board sizes: width, height, line length, and the word that stores a bitboard of that size.
//!
//! All code that knows the rules is generic over a [`Size`], which is a value:
//!
//! - [`AnySize`] is known at run time. One copy of the code serves every board from 3x3 to 10x10 with
//!   lines of three to six, in words of 128 bits.
//! - [`Fixed`] is known at compile time and takes no memory: every mask and shift folds to a constant.
//! - [`FixedHeight`] is between the two: the height, and so every shift, is known at compile time; the width, and so
//!   the masks, only at run time.
//! - [`Packed`] is known at compile time, too, and its bitboards have no sentinels.
//!
//! [`AnySize::dispatch`] turns a run-time size into the form that suits it best: [`STANDARD`] for the board
//! of the original game, [`Packed`] for 8x8, 9x7 and 10x6, [`FixedHeight`] for the others with lines of four, and
//! [`AnySize`] for other lines.
//!
//! A bitboard gives each column `height + 1` bits. No disc sets the bit above the top row, the sentinel, so no line can
//! run from one column into the next:
//!
//! ```text
//!   6 13 20 27 34 41 48   sentinels
//!   5 12 19 26 33 40 47   row 5, the top
//!   4 11 18 25 32 39 46
//!   3 10 17 24 31 38 45
//!   2  9 16 23 30 37 44
//!   1  8 15 22 29 36 43
//!   0  7 14 21 28 35 42   row 0, the bottom
//! ```

#![expect(clippy::inline_always, reason = "a loop that calls a function is not vectorized")]

mod any;
mod fixed;
mod fixed_height;
mod masks;
mod packed;

use core::fmt::Debug;
use core::hash::Hash;

pub use any::{AnySize, SizeError};
pub use fixed::{Fixed, STANDARD, Standard};
pub use fixed_height::FixedHeight;
pub use packed::Packed;

use crate::{Bits, Column};

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::AnySize {}
    impl<const H: usize, const W: usize, B> Sealed for super::FixedHeight<H, W, B> {}
    impl<const W: usize, const H: usize, const C: usize> Sealed for super::Fixed<W, H, C> {}
    impl<const W: usize, const H: usize> Sealed for super::Packed<W, H> {}
}

/// The size of a board, as a value: [`Fixed`] at compile time or [`AnySize`] at run time.
///
/// The masks are raw words; [`Bitboard`](crate::Bitboard) is the typed form. The trait is sealed: no
/// other type can implement it.
pub trait Size: sealed::Sealed + Copy + Debug + Eq + Hash + Send + Sync + 'static {
    /// The word type of bitboards, with room for `width * column_bits` bits.
    type Bits: Bits;

    /// A word with room for `width * (height + 1)` bits: that of bitboards, except for those of [`Packed`] sizes.
    type Key: Bits;

    /// The same cells in the layout with a sentinel above every column.
    #[inline]
    fn unpack(self, cells: Self::Bits) -> Self::Key {
        Self::Key::narrow(cells.widen())
    }

    /// The bitboard of `cells` in the layout with a sentinel above every column; no sentinel may be set.
    #[inline]
    fn pack(self, cells: Self::Key) -> Self::Bits {
        Self::Bits::narrow(cells.widen())
    }

    /// [`Position::key`](crate::Position::key) of the position with these discs of the side to move and of both sides.
    #[inline]
    fn key(self, mover: Self::Bits, mask: Self::Bits) -> Self::Key {
        self.unpack(mover) + self.unpack(mask) + self.unpack(self.bottom())
    }

    /// Number of columns.
    ///
    /// ```
    /// use foursight::{STANDARD, Size, Standard};
    /// assert_eq!(STANDARD.width(), Standard::WIDTH);
    /// assert_eq!(Standard::WIDTH, 7);
    /// ```
    #[doc(alias = "WIDTH")]
    fn width(self) -> usize;

    /// The maximum number of columns of a board of this type, as a constant: at least [`Size::width`].
    ///
    /// A loop over this many columns is unrolled even if the width is known only at run time.
    fn max_width(self) -> usize;

    /// Number of rows.
    ///
    /// ```
    /// use foursight::{STANDARD, Size, Standard};
    /// assert_eq!(STANDARD.height(), Standard::HEIGHT);
    /// assert_eq!(Standard::HEIGHT, 6);
    /// ```
    #[doc(alias = "HEIGHT")]
    fn height(self) -> usize;

    /// Number of discs in a winning line; longer lines win too.
    fn connect(self) -> usize;

    /// The lowest cell of every column.
    ///
    /// ```
    /// use foursight::{STANDARD, Size};
    /// assert_eq!(STANDARD.bottom(), 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28 | 1 << 35 | 1 << 42);
    /// ```
    #[doc(alias = "BOTTOM_MASK")]
    fn bottom(self) -> Self::Bits;

    /// The cells with an even number of cells above them: the top row and every second row below.
    ///
    /// A player who always answers in the column just played gets these cells in every column with an
    /// even number of empty cells.
    ///
    /// ```
    /// use foursight::{STANDARD, Size};
    /// assert_eq!(STANDARD.even_rows(), STANDARD.bottom() * 0b10_1010);
    /// ```
    fn even_rows(self) -> Self::Bits;

    /// The cells with an odd number of cells above them: all cells outside [`Size::even_rows`].
    ///
    /// ```
    /// use foursight::{STANDARD, Size};
    /// assert_eq!(STANDARD.odd_rows(), STANDARD.bottom() * 0b01_0101);
    /// ```
    #[inline]
    fn odd_rows(self) -> Self::Bits {
        self.board() ^ self.even_rows()
    }

    /// The number of bits from a cell to its neighbor on the right: the height, and one for the sentinel unless the size
    /// is [`Packed`].
    #[inline]
    fn column_bits(self) -> usize {
        self.height() + 1
    }

    /// The highest cell of every column.
    ///
    /// ```
    /// use foursight::{STANDARD, Size};
    /// assert_eq!(STANDARD.top(), STANDARD.bottom() << 5);
    /// ```
    #[inline]
    fn top(self) -> Self::Bits {
        self.bottom() << (self.height() - 1)
    }

    /// The cells right above `cells`, and sentinels for those at the top.
    #[inline(always)]
    fn above(self, cells: Self::Bits) -> Self::Bits {
        cells << 1
    }

    /// The cells right below `cells`, and sentinels for those at the bottom.
    #[inline(always)]
    fn below(self, cells: Self::Bits) -> Self::Bits {
        cells >> 1
    }

    /// In every column, the lowest cell of `cells` and all cells above it.
    ///
    /// ```
    /// use foursight::{STANDARD, Size};
    /// assert_eq!(STANDARD.at_or_above(0b10_0100), 0b11_1100);
    /// ```
    // The sentinel minus the column's cells is their negative, which shares the lowest bit with them, but no higher one.
    #[inline(always)]
    fn at_or_above(self, cells: Self::Bits) -> Self::Bits {
        let sentinels = self.bottom() << self.height();
        (cells | (sentinels - cells)) & self.board()
    }

    /// The cell where the next disc lands in every column with room, if there are discs in the cells of `mask`.
    ///
    /// ```
    /// use foursight::{STANDARD, Size};
    /// assert_eq!(STANDARD.next_cells(STANDARD.board()), 0);
    /// assert_eq!(STANDARD.next_cells(0b11), STANDARD.bottom() + 0b11);
    /// ```
    #[inline(always)]
    fn next_cells(self, mask: Self::Bits) -> Self::Bits {
        (mask + self.bottom()) & self.board()
    }

    /// Drops the `cells` with fewer than `n_below` rows below or fewer than `n_above` above, up to three each, if
    /// bitboards have no sentinels: a shift along a line may have carried them from one column into another.
    #[inline(always)]
    fn drop_wrapped(self, cells: Self::Bits, n_below: usize, n_above: usize) -> Self::Bits {
        let _ = (n_below, n_above);
        cells
    }

    /// Number of cells, which is also the number of discs on a full board.
    #[inline]
    fn n_cells(self) -> usize {
        self.width() * self.height()
    }

    /// Every cell.
    ///
    /// ```
    /// use foursight::{STANDARD, Size};
    /// assert_eq!(STANDARD.board(), STANDARD.bottom() * 0b11_1111);
    /// ```
    #[doc(alias = "BOARD_MASK")]
    #[inline]
    fn board(self) -> Self::Bits {
        self.top() | (self.top() - self.bottom())
    }

    /// The lowest cell of `column`.
    ///
    /// ```
    /// use foursight::{Column, STANDARD, Size};
    /// assert_eq!(STANDARD.bottom_mask(Column::new(0)), 0x1);
    /// assert_eq!(STANDARD.bottom_mask(Column::new(3)), 0x20_0000);
    /// ```
    #[inline]
    fn bottom_mask(self, column: Column) -> Self::Bits {
        Self::Bits::ONE << (column.index() * self.column_bits())
    }

    /// The cells of `column`, without its sentinel.
    ///
    /// ```
    /// use foursight::{Column, STANDARD, Size};
    /// assert_eq!(STANDARD.column_mask(Column::new(0)), 0b11_1111);
    /// assert_eq!(STANDARD.column_mask(Column::new(1)), 0b11_1111 << 7);
    /// ```
    #[inline]
    fn column_mask(self, column: Column) -> Self::Bits {
        self.top_mask(column) | (self.top_mask(column) - self.bottom_mask(column))
    }

    /// The highest cell of `column`, below its sentinel.
    ///
    /// ```
    /// use foursight::{Column, STANDARD, Size};
    /// assert_eq!(STANDARD.top_mask(Column::new(0)), 1 << 5);
    /// ```
    #[inline]
    fn top_mask(self, column: Column) -> Self::Bits {
        self.bottom_mask(column) << (self.height() - 1)
    }

    /// Whether the board has this column.
    #[inline]
    fn has_column(self, column: Column) -> bool {
        column.index() < self.width()
    }

    /// The columns from left to right.
    fn columns(self) -> impl DoubleEndedIterator<Item = Column> + Clone + use<Self> {
        (0..self.width()).map(Column::new)
    }

    /// The same size as a run-time value.
    #[inline]
    fn to_any(self) -> AnySize {
        AnySize {
            width: self.width() as u8,
            height: self.height() as u8,
            connect: self.connect() as u8,
        }
    }
}

/// Work that is generic over the size, for a size chosen at run time.
///
/// ```
/// use foursight::perft::perft;
/// use foursight::size::SizeVisitor;
/// use foursight::{AnySize, Position, Size};
///
/// /// Counts the games of a number of plies.
/// struct Count(usize);
///
/// impl SizeVisitor for Count {
///     type Output = u64;
///
///     fn visit<S: Size>(self, size: S) -> u64 {
///         perft(&Position::empty(size), self.0)
///     }
/// }
///
/// let size: AnySize = "8x7".parse()?;
/// assert_eq!(size.dispatch(Count(2)), 64);
/// # Ok::<(), foursight::size::SizeError>(())
/// ```
pub trait SizeVisitor {
    /// The result of the work.
    type Output;

    /// Carries out the work for boards of `size`.
    fn visit<S: Size>(self, size: S) -> Self::Output;
}
