//! Sizes whose bitboards have no sentinels.

#![expect(clippy::inline_always, reason = "a loop that calls a function is not vectorized")]

use super::{AnySize, Size};

/// A size known at compile time with lines of four: `W` columns of `H` rows, a bit for each cell and none for sentinels.
///
/// So a board of 64 cells fits into a word. In return, whatever a shift carries from one column into the next has to be
/// removed.
///
/// ```compile_fail
/// use foursight::Size;
/// let board = foursight::size::Packed::<9, 8>.board();
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Packed<const W: usize, const H: usize>;

impl<const W: usize, const H: usize> Packed<W, H> {
    const WIDTH: usize = {
        assert!(4 <= W && W <= AnySize::MAX_SIDE, "a side is from 4 to 10");
        assert!(4 <= H && H <= AnySize::MAX_SIDE, "a side is from 4 to 10");
        assert!(W * H <= u64::BITS as usize, "a board has at most 64 cells");
        W
    };

    const BOTTOM: u64 = Self::rows(0, 1);
    const TOP: u64 = Self::rows(H - 1, H);

    /// The cells with so many rows below and above: a table, because a loop would not become a constant.
    const INNER: [[u64; 4]; 4] = {
        let mut inner = [[0; 4]; 4];
        let mut index = 0;
        while index < 16 {
            let (n_below, n_above) = (index / 4, index % 4);
            inner[n_below][n_above] = Self::rows(n_below, H.saturating_sub(n_above));
            index += 1;
        }
        inner
    };

    /// The cells of some rows, counted from the bottom.
    const fn rows(first: usize, end: usize) -> u64 {
        let mut rows = 0;
        let mut column = 0;
        while column < Self::WIDTH {
            let mut row = first;
            while row < end {
                rows |= 1 << (column * H + row);
                row += 1;
            }
            column += 1;
        }
        rows
    }
}

impl<const W: usize, const H: usize> Size for Packed<W, H> {
    type Bits = u64;
    type Key = u128;

    #[inline]
    fn unpack(self, cells: u64) -> u128 {
        let column = |index: usize| u128::from(cells >> (index * H) & ((1 << H) - 1));
        (0..W).map(|index| column(index) << (index * (H + 1))).sum()
    }

    #[inline]
    fn pack(self, cells: u128) -> u64 {
        let column = |index: usize| (cells >> (index * (H + 1))) as u64 & ((1 << H) - 1);
        (0..W).map(|index| column(index) << (index * H)).sum()
    }

    #[inline]
    fn width(self) -> usize {
        Self::WIDTH
    }

    #[inline]
    fn max_width(self) -> usize {
        Self::WIDTH
    }

    #[inline]
    fn height(self) -> usize {
        H
    }

    #[inline]
    fn connect(self) -> usize {
        4
    }

    #[inline]
    fn bottom(self) -> u64 {
        Self::BOTTOM
    }

    #[inline]
    fn even_rows(self) -> u64 {
        const {
            let mut rows = 0;
            let mut n_above = 0;
            while n_above < H {
                rows |= Self::TOP >> n_above;
                n_above += 2;
            }
            rows
        }
    }

    #[inline]
    fn column_bits(self) -> usize {
        H
    }

    #[inline(always)]
    fn above(self, cells: u64) -> u64 {
        (cells & !Self::TOP) << 1
    }

    #[inline(always)]
    fn below(self, cells: u64) -> u64 {
        (cells & !Self::BOTTOM) >> 1
    }

    // The top cell minus the cells below it is their negative without the top cell's bit, unless there are none.
    #[inline(always)]
    fn at_or_above(self, cells: u64) -> u64 {
        cells | Self::TOP ^ (Self::TOP - (cells & !Self::TOP))
    }

    // What leaves a full column is set in the next one anyway.
    #[inline(always)]
    fn next_cells(self, mask: u64) -> u64 {
        (mask << 1 | Self::BOTTOM) & !mask & self.board()
    }

    #[inline(always)]
    fn drop_wrapped(self, cells: u64, n_below: usize, n_above: usize) -> u64 {
        cells & Self::INNER[n_below][n_above]
    }
}
