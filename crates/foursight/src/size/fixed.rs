//! Sizes known at compile time.

use super::{AnySize, Size, masks};

/// A size known at compile time: `W` columns, `H` rows, lines of `C`.
///
/// It exists for the same sides and lines as [`AnySize`], provided that the bitboard fits into 64 bits; a program that
/// uses any other size does not compile.
///
/// ```compile_fail
/// const WIDTH: usize = foursight::size::Fixed::<8, 8>::WIDTH;
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fixed<const W: usize, const H: usize, const C: usize = 4>;

impl<const W: usize, const H: usize, const C: usize> Fixed<W, H, C> {
    /// Number of columns.
    pub const WIDTH: usize = {
        assert!(AnySize::MIN_SIDE <= W && W <= AnySize::MAX_SIDE, "a side is from 3 to 10");
        assert!(AnySize::MIN_SIDE <= H && H <= AnySize::MAX_SIDE, "a side is from 3 to 10");
        assert!(AnySize::MIN_CONNECT <= C && C <= AnySize::MAX_CONNECT, "a line is from 3 to 6");
        assert!(W * (H + 1) <= u64::BITS as usize, "a bitboard has at most 64 bits");
        W
    };
    /// Number of rows.
    pub const HEIGHT: usize = H;
    /// Number of discs in a row that win.
    pub const CONNECT: usize = C;
}

/// The board of the original game: 7 columns, 6 rows, lines of four.
pub type Standard = Fixed<7, 6>;

/// The value of [`Standard`].
pub const STANDARD: Standard = Fixed;

impl<const W: usize, const H: usize, const C: usize> Size for Fixed<W, H, C> {
    type Bits = u64;
    type Key = u64;

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
        C
    }

    #[inline]
    fn bottom(self) -> u64 {
        const { masks::bottom(Self::WIDTH, H) as u64 }
    }

    #[inline]
    fn even_rows(self) -> u64 {
        const { masks::even_rows(Self::WIDTH, H) as u64 }
    }
}
