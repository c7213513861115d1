//! The words that store a bitboard: a `u64` for boards that fit into it, a `u128` or two words for the rest.

mod double_word;

use core::fmt::Debug;
use core::hash::Hash;
use core::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr, Sub};

pub(crate) use double_word::DoubleWord;

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
    impl Sealed for super::DoubleWord {}
}

/// An unsigned integer with one bit per cell: a `u64`, a `u128`, or two words of 64 bits. The trait is sealed: no other
/// type can implement it.
pub trait Bits:
    sealed::Sealed
    + Copy
    + Debug
    + Default
    + Eq
    + Hash
    + Ord
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
    + 'static
{
    /// The value without set bits.
    const ZERO: Self;
    /// The value with only the lowest bit set.
    const ONE: Self;
    /// Whether a loop over several of these is compiled to vector instructions.
    const HAS_VECTORS: bool;

    /// Number of bits set.
    fn count(self) -> usize;

    /// Index of the lowest bit set; the width of the type if there is none.
    fn lowest(self) -> usize;

    /// Index of the highest bit set.
    ///
    /// # Panics
    ///
    /// If no bit is set.
    fn highest(self) -> usize;

    /// This value as `u128`.
    fn widen(self) -> u128;

    /// The low bits of `wide`.
    fn narrow(wide: u128) -> Self;
}

macro_rules! bits {
    ($($word:ty: $has_vectors:literal),*) => {$(
        impl Bits for $word {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const HAS_VECTORS: bool = $has_vectors;

            #[inline]
            fn count(self) -> usize {
                self.count_ones() as usize
            }

            #[inline]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn highest(self) -> usize {
                self.ilog2() as usize
            }

            #[inline]
            fn widen(self) -> u128 {
                u128::from(self)
            }

            #[inline]
            fn narrow(wide: u128) -> Self {
                wide as Self
            }
        }
    )*};
}

bits!(u64: true, u128: false);
