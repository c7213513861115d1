//! Sizes with only the height known at compile time, and dispatch to all forms of a size.

use super::masks::BOTTOMS;
use super::{AnySize, Packed, STANDARD, Size, SizeVisitor};
use crate::Bits;
use crate::bits::DoubleWord;

/// A size with `H` rows, at most `W` columns and lines of four: the height is known at compile time, the width at run
/// time.
///
/// Every shift depends on the height alone and so is a constant; only the masks depend on the width. So a few of these
/// types serve all boards nearly as fast as a separate [`Fixed`](super::Fixed) size for each. [`AnySize::dispatch`]
/// makes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FixedHeight<const H: usize, const W: usize, B = u64> {
    width: u8,
    // The mask itself: looking it up by the width at each use would take a quarter more time.
    bottom: B,
}

impl<const H: usize, const W: usize, B: Bits> FixedHeight<H, W, B> {
    fn new(width: u8) -> Self {
        const { assert!(W * (H + 1) <= 8 * size_of::<B>(), "the widest board fits into a bitboard") }
        debug_assert!(usize::from(width) <= W, "{width} of at most {W} columns");
        Self { width, bottom: B::narrow(BOTTOMS[usize::from(width)][H]) }
    }
}

impl<const H: usize, const W: usize, B: Bits> Size for FixedHeight<H, W, B> {
    type Bits = B;
    type Key = B;

    #[inline]
    fn width(self) -> usize {
        usize::from(self.width)
    }

    #[inline]
    fn max_width(self) -> usize {
        W
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
    fn bottom(self) -> B {
        self.bottom
    }

    #[inline]
    fn even_rows(self) -> B {
        let mut rows = B::ZERO;
        for n_above in (0..H).step_by(2) {
            rows = rows | self.bottom << (H - 1 - n_above);
        }
        rows
    }
}

impl AnySize {
    /// Calls `visitor` with the fastest form of this size.
    ///
    /// The height is known at compile time for boards with lines of four. Bitboards that do not fit into 64 bits even
    /// without sentinels have two words there.
    pub fn dispatch<V: SizeVisitor>(self, visitor: V) -> V::Output {
        let width = self.width;
        match (width, self.height, self.connect) {
            (7, 6, 4) => visitor.visit(STANDARD),
            _ if cfg!(target_family = "wasm") => visitor.visit(self),
            (_, 3, 4) => visitor.visit(FixedHeight::<3, 10>::new(width)),
            (_, 4, 4) => visitor.visit(FixedHeight::<4, 10>::new(width)),
            (..=8, 5, 4) => visitor.visit(FixedHeight::<5, 8>::new(width)),
            (_, 5, 4) => visitor.visit(FixedHeight::<5, 10>::new(width)),
            (..=8, 6, 4) => visitor.visit(FixedHeight::<6, 8>::new(width)),
            (9, 6, 4) => visitor.visit(FixedHeight::<6, 9>::new(width)),
            (10, 6, 4) => visitor.visit(Packed::<10, 6>),
            (..=8, 7, 4) => visitor.visit(FixedHeight::<7, 8>::new(width)),
            (9, 7, 4) => visitor.visit(Packed::<9, 7>),
            (_, 7, 4) => visitor.visit(FixedHeight::<7, 10, DoubleWord>::new(width)),
            (..=7, 8, 4) => visitor.visit(FixedHeight::<8, 7>::new(width)),
            (8, 8, 4) => visitor.visit(Packed::<8, 8>),
            (_, 8, 4) => visitor.visit(FixedHeight::<8, 10, DoubleWord>::new(width)),
            (..=6, 9, 4) => visitor.visit(FixedHeight::<9, 6>::new(width)),
            (_, 9, 4) => visitor.visit(FixedHeight::<9, 10, DoubleWord>::new(width)),
            (..=5, 10, 4) => visitor.visit(FixedHeight::<10, 5>::new(width)),
            (_, 10, 4) => visitor.visit(FixedHeight::<10, 10, DoubleWord>::new(width)),
            _ => visitor.visit(self),
        }
    }
}
