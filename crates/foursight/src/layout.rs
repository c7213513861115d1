//! Two ways to number the cells, and the win test by shifting, one step at a time.
//!
//! [`Layout::Sentinel`] is what the rest of this crate computes with. [`Layout::Packed`] has no
//! spare bits: written as a binary number, the leading digit is the lower left cell, and the
//! columns follow one another from the bottom up. On a board of 4 columns by 3 rows:
//!
//! ```text
//!   sentinel           packed
//!   3  7 11 15
//!   2  6 10 14         9  6  3  0
//!   1  5  9 13        10  7  4  1
//!   0  4  8 12        11  8  5  2
//! ```
//!
//! Without a sentinel the top of a column touches the bottom of the next, so the packed test must
//! drop the cells whose neighbor was taken from another column. [`LineTest`] shows that step too.

use alloc::vec::Vec;

use crate::line::doublings;
use crate::{AnySize, Bitboard, Bits, Cell, Direction, Size};

/// A numbering of the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// From the lower left cell as bit 0 up each column, with an empty bit above every column.
    Sentinel,
    /// From the lower left cell as the leading bit up each column, without spare bits.
    Packed,
}

/// The test for a line in one direction.
///
/// Each step shifts what the one before it left and keeps the cells that both have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineTest {
    /// The direction.
    pub direction: Direction,
    /// How many bits lie between neighbors.
    pub stride: usize,
    /// The steps, in order.
    pub steps: Vec<ShiftStep>,
}

/// One step of a [`LineTest`]: `remaining = before & (before >> shift) & !wrapped`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShiftStep {
    /// The word that is tested.
    pub before: u128,
    /// By how many bits it is shifted to the right.
    pub shift: usize,
    /// The word after the shift.
    pub shifted: u128,
    /// The cells whose shifted bit came from beyond an edge of the board, and does not count.
    pub wrapped: u128,
    /// The cells that remain.
    pub remaining: u128,
}

impl LineTest {
    /// The cells that remain after the last step: not 0 if there is a line.
    pub fn remaining(&self) -> u128 {
        self.steps.last().map_or(0, |step| step.remaining)
    }
}

impl Layout {
    /// The number of bits that a column takes on a board of `size`.
    pub fn bits_per_column(self, size: AnySize) -> usize {
        match self {
            Self::Sentinel => size.height() + 1,
            Self::Packed => size.height(),
        }
    }

    /// The number of bits of a whole board.
    pub fn n_bits(self, size: AnySize) -> usize {
        size.width() * self.bits_per_column(size)
    }

    /// The number of the cell in zero-based `column` and `row`, row 0 at the bottom.
    ///
    /// In the sentinel layout `row` can also be the height, for the bit above the column.
    ///
    /// # Panics
    ///
    /// If there is no such bit.
    pub fn bit_index(self, size: AnySize, column: usize, row: usize) -> usize {
        let bits_per_column = self.bits_per_column(size);
        assert!(column < size.width() && row < bits_per_column, "the cell is on the board");
        let index = column * bits_per_column + row;
        match self {
            Self::Sentinel => index,
            Self::Packed => self.n_bits(size) - 1 - index,
        }
    }

    /// The set of cells as a number in this layout.
    ///
    /// ```
    /// use foursight::{Bitboard, Position, STANDARD, layout::Layout};
    ///
    /// let disc = "1".parse::<Position>()?.discs();
    /// assert_eq!(Layout::Sentinel.encode(disc), 1);
    /// assert_eq!(Layout::Packed.encode(disc), 1 << 41);
    /// # Ok::<(), foursight::notation::MovesError>(())
    /// ```
    pub fn encode<S: Size>(self, cells: Bitboard<S>) -> u128 {
        match self {
            Self::Sentinel => cells.bits().widen(),
            Self::Packed => cells.cells().fold(0, |word, cell| {
                word | 1 << self.bit_index(cells.size().to_any(), cell.column.index(), cell.row)
            }),
        }
    }

    /// The set of cells that `word` means in this layout, bits outside the board left out.
    pub fn decode(self, size: AnySize, word: u128) -> Bitboard<AnySize> {
        match self {
            Self::Sentinel => Bitboard::from_bits(size, word),
            Self::Packed => {
                let is_set = |cell: &Cell| {
                    word >> self.bit_index(size, cell.column.index(), cell.row) & 1 != 0
                };
                Bitboard::from_cells(size, (!Bitboard::empty(size)).cells().filter(is_set))
            }
        }
    }

    /// The test for a line among `cells` in `direction`, step by step.
    pub fn line_test<S: Size>(self, cells: Bitboard<S>, direction: Direction) -> LineTest {
        let size = cells.size().to_any();
        let stride = self.stride(size, direction);
        let mut before = self.encode(cells);
        let steps = doublings(size.connect()).map(|step| {
            let shift = step * stride;
            let shifted = before >> shift;
            let wrapped = before & shifted & !self.reached(size, direction, step);
            let remaining = before & shifted & !wrapped;
            let done = ShiftStep { before, shift, shifted, wrapped, remaining };
            before = remaining;
            done
        });
        LineTest { direction, stride, steps: steps.collect() }
    }

    fn stride(self, size: AnySize, direction: Direction) -> usize {
        match (self, direction) {
            (Self::Sentinel, _) => direction.stride(size),
            (Self::Packed, Direction::Vertical) => 1,
            (Self::Packed, Direction::Horizontal) => size.height(),
            (Self::Packed, Direction::Rising) => size.height() + 1,
            (Self::Packed, Direction::Falling) => size.height() - 1,
        }
    }

    /// The cells that have a neighbor `distance` cells away, on the side that the shift brings in.
    ///
    /// The sentinel layout shifts the neighbors above and to the right onto a cell, the packed one,
    /// which numbers the cells the other way round, those below and to the left.
    fn reached(self, size: AnySize, direction: Direction, distance: usize) -> u128 {
        let all = !Bitboard::empty(size);
        let toward_origin = self == Self::Packed;
        let rises = matches!(direction, Direction::Vertical | Direction::Rising);
        let has_room =
            |at: usize, n: usize, low: bool| if low { at >= distance } else { at + distance < n };
        let reached = all.cells().filter(|cell| {
            let in_row = match direction {
                Direction::Horizontal => true,
                _ => has_room(cell.row, size.height(), rises == toward_origin),
            };
            let in_column = match direction {
                Direction::Vertical => true,
                _ => has_room(cell.column.index(), size.width(), toward_origin),
            };
            in_row && in_column
        });
        reached
            .fold(0, |word, cell| word | 1 << self.bit_index(size, cell.column.index(), cell.row))
    }
}
