//! Bitboards explained: how they number the cells, and how shifting finds a line, step by step.
//!
//! The rules and the search do not use this module; they find lines with [`line`](crate::line).
//! It serves programs that show these steps, such as `foursight bits`.

use alloc::vec;
use alloc::vec::Vec;
use core::iter;

use crate::{AnySize, Bitboard, Bits, Cell, Direction, Player, Position, Size};

/// A way to number the cells of a board.
///
/// The rest of this crate computes with [`Layout::Sentinel`], and on a few boards without the spare bits (see
/// [`size::Packed`](crate::size::Packed)). [`Layout::Packed`] has no spare bits either: written as a binary number, its
/// first digit is the lower left cell, and the columns follow one another from the bottom up. On a board of 4 columns by
/// 3 rows:
///
/// ```text
///   sentinel           packed
///   3  7 11 15
///   2  6 10 14         9  6  3  0
///   1  5  9 13        10  7  4  1
///   0  4  8 12        11  8  5  2
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Bit 0 is the lower left cell; bits go up each column, with a spare bit above every column.
    Sentinel,
    /// The leading bit is the lower left cell; bits go up each column, without spare bits.
    Packed,
}

impl Layout {
    /// The number of bits per column on a board of `size`.
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
    /// use foursight::{Bitboard, Position, bits_explained::Layout};
    ///
    /// let disc = "1".parse::<Position>()?.discs();
    /// assert_eq!(Layout::Sentinel.encode(disc), 1);
    /// assert_eq!(Layout::Packed.encode(disc), 1 << 41);
    /// # Ok::<(), foursight::notation::MovesError>(())
    /// ```
    pub fn encode<S: Size>(self, cells: Bitboard<S>) -> u128 {
        match self {
            Self::Sentinel => cells.size().unpack(cells.bits()).widen(),
            Self::Packed => cells.cells().fold(0, |word, cell| {
                word | 1 << self.bit_index(cells.size().to_any(), cell.column.index(), cell.row)
            }),
        }
    }

    /// The words that describe a position in this layout, with their names.
    pub fn words(self, position: &Position<AnySize>) -> Vec<(&'static str, u128)> {
        match self {
            Self::Sentinel => vec![
                ("mask", self.encode(position.discs())),
                ("position", self.encode(position.mover())),
                ("opponent", self.encode(position.opponent())),
                ("bottom", position.size().bottom()),
                ("key", position.key()),
            ],
            Self::Packed => vec![
                ("available", self.encode(!position.discs())),
                ("red", self.encode(position.discs_of(Player::First))),
                ("yellow", self.encode(position.discs_of(Player::Second))),
            ],
        }
    }

    /// The set of cells that `word` stands for in this layout; bits outside the board are ignored.
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
}

/// The line test in one direction, made by [`Layout::line_test`].
///
/// In the packed layout the top of a column touches the bottom of the next, so the test must drop the cells whose
/// neighbor comes from another column. [`ShiftStep::wrapped`] shows them; the sentinel layout has none.
///
/// Each step shifts the previous step's word and keeps the cells that are set in both. A line of four takes two steps,
/// by one cell and by two:
///
/// ```
/// use foursight::bits_explained::Layout;
/// use foursight::{Direction, Position};
///
/// let red = "1213141".parse::<Position>()?.opponent();
/// let test = Layout::Sentinel.line_test(red, Direction::Vertical);
/// assert_eq!(test.steps[0].before, 0b1111);
/// assert_eq!(test.steps[0].remaining, 0b0111);
/// assert_eq!(test.steps[1].remaining, 0b0001);
/// assert_eq!(test.remaining(), 0b0001);
/// # Ok::<(), foursight::notation::MovesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineTest {
    /// The direction.
    pub direction: Direction,
    /// The number of bits between neighbors.
    pub stride: usize,
    /// The steps, in order.
    pub steps: Vec<ShiftStep>,
}

/// One step of a [`LineTest`]: `remaining = before & (before >> shift) & !wrapped`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShiftStep {
    /// The word before the step.
    pub before: u128,
    /// The number of bits by which the step shifts the word to the right.
    pub shift: usize,
    /// The word after the shift.
    pub shifted: u128,
    /// The cells whose shifted bit comes from beyond an edge of the board and is ignored.
    pub wrapped: u128,
    /// The cells that remain.
    pub remaining: u128,
}

impl LineTest {
    /// The cells that remain after the last step: 0 if there is no line.
    pub fn remaining(&self) -> u128 {
        self.steps.last().map_or(0, |step| step.remaining)
    }
}

impl Layout {
    /// The line test for `cells` in `direction`, step by step.
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

    /// The cells that have a neighbor on the board `distance` cells away, on the side that the shift brings in.
    ///
    /// In the sentinel layout a shift brings in neighbors above and to the right; in the packed layout, which numbers
    /// the cells the other way round, it brings in those below and to the left.
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

/// The shifts, in multiples of a stride, that shrink a run of `connect` discs to its first one: `1, 2`
/// for a line of four and `1, 2, 2` for one of six.
fn doublings(connect: usize) -> impl Iterator<Item = usize> {
    let mut length = 1;
    iter::from_fn(move || {
        let step = length.min(connect - length);
        length += step;
        (step > 0).then_some(step)
    })
}
