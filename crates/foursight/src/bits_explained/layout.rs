//! Two ways to number the cells.
//!
//! The rest of this crate computes with [`Layout::Sentinel`], and on a few boards without the spare bits (see
//! [`size::Packed`](crate::size::Packed)). [`Layout::Packed`] has no spare bits either: written as a binary
//! number, its first digit is the lower left cell, and the columns follow one another from the bottom up. On a board of
//! 4 columns by 3 rows:
//!
//! ```text
//!   sentinel           packed
//!   3  7 11 15
//!   2  6 10 14         9  6  3  0
//!   1  5  9 13        10  7  4  1
//!   0  4  8 12        11  8  5  2
//! ```

use alloc::vec;
use alloc::vec::Vec;

use crate::{AnySize, Bitboard, Bits, Cell, Player, Position, Size};

/// A way to number the cells of a board.
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
