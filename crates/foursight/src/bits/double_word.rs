//! Bitboards of two words that compilers handle side by side.

#![expect(clippy::inline_always, reason = "a loop that calls a function is not vectorized")]

use core::cmp::Ordering;
use core::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr, Sub};

use super::Bits;

/// A number of 128 bits as two words.
///
/// Everything works as with `u128`, which processors have no vectors for: a loop over several of these becomes vector
/// instructions. Sums and differences wrap around.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct DoubleWord {
    low: u64,
    high: u64,
}

const WORD_BITS: usize = u64::BITS as usize;

impl Bits for DoubleWord {
    const ZERO: Self = Self { low: 0, high: 0 };
    const ONE: Self = Self { low: 1, high: 0 };
    const HAS_VECTORS: bool = true;

    #[inline(always)]
    fn count(self) -> usize {
        (self.low.count_ones() + self.high.count_ones()) as usize
    }

    #[inline(always)]
    fn lowest(self) -> usize {
        self.widen().lowest()
    }

    #[inline(always)]
    fn highest(self) -> usize {
        self.widen().highest()
    }

    #[inline(always)]
    fn widen(self) -> u128 {
        u128::from(self.high) << WORD_BITS | u128::from(self.low)
    }

    #[inline(always)]
    fn narrow(wide: u128) -> Self {
        Self { low: wide as u64, high: (wide >> WORD_BITS) as u64 }
    }
}

impl Ord for DoubleWord {
    #[inline(always)]
    fn cmp(&self, other: &Self) -> Ordering {
        self.widen().cmp(&other.widen())
    }
}

impl PartialOrd for DoubleWord {
    #[inline(always)]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Implements operators that treat every bit alike.
macro_rules! word_by_word {
    ($($operator:ident $function:ident),*) => {$(
        impl $operator for DoubleWord {
            type Output = Self;

            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                Self { low: self.low.$function(other.low), high: self.high.$function(other.high) }
            }
        }
    )*};
}

word_by_word!(BitAnd bitand, BitOr bitor, BitXor bitxor);

impl Not for DoubleWord {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self { low: !self.low, high: !self.high }
    }
}

impl Add for DoubleWord {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let low = self.low.wrapping_add(other.low);
        let carry = u64::from(low < other.low);
        Self { low, high: self.high.wrapping_add(other.high).wrapping_add(carry) }
    }
}

impl Sub for DoubleWord {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        let low = self.low.wrapping_sub(other.low);
        let borrow = u64::from(self.low < other.low);
        Self { low, high: self.high.wrapping_sub(other.high).wrapping_sub(borrow) }
    }
}

// Nearly every distance is known at compile time, so that a single arm is left of each `match`.
impl Shl<usize> for DoubleWord {
    type Output = Self;

    #[inline(always)]
    fn shl(self, distance: usize) -> Self {
        let Self { low, high } = self;
        match distance {
            0 => self,
            1..WORD_BITS => Self {
                low: low << distance,
                high: high << distance | low >> (WORD_BITS - distance),
            },
            _ => Self { low: 0, high: low << (distance - WORD_BITS) },
        }
    }
}

impl Shr<usize> for DoubleWord {
    type Output = Self;

    #[inline(always)]
    fn shr(self, distance: usize) -> Self {
        let Self { low, high } = self;
        match distance {
            0 => self,
            1..WORD_BITS => Self {
                low: low >> distance | high << (WORD_BITS - distance),
                high: high >> distance,
            },
            _ => Self { low: high >> (distance - WORD_BITS), high: 0 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers with carries, borrows and bits at the seam.
    fn numbers() -> impl Iterator<Item = u128> {
        let seam = 1 << WORD_BITS;
        let edges = [0, 1, seam - 1, seam, seam + 1, u128::MAX - 1, u128::MAX];
        // Multiples of an odd number whose bits follow no pattern.
        let others =
            (1..50_u128).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15_d6e8_feb8_6659_fd93));
        edges.into_iter().chain(others)
    }

    #[test]
    fn two_words_are_as_one_number() {
        let two = DoubleWord::narrow;
        for a in numbers() {
            assert_eq!(two(a).widen(), a);
            assert_eq!((!two(a)).widen(), !a);
            assert_eq!(two(a).count(), a.count());
            assert_eq!(two(a).lowest(), a.lowest());
            assert!(a == 0 || two(a).highest() == a.highest());
            for distance in 0..u128::BITS as usize {
                assert_eq!((two(a) << distance).widen(), a << distance, "{a:x} {distance}");
                assert_eq!((two(a) >> distance).widen(), a >> distance, "{a:x} {distance}");
            }
            for b in numbers() {
                assert_eq!((two(a) + two(b)).widen(), a.wrapping_add(b), "{a:x} {b:x}");
                assert_eq!((two(a) - two(b)).widen(), a.wrapping_sub(b), "{a:x} {b:x}");
                assert_eq!((two(a) & two(b)).widen(), a & b);
                assert_eq!((two(a) | two(b)).widen(), a | b);
                assert_eq!((two(a) ^ two(b)).widen(), a ^ b);
                assert_eq!(two(a).cmp(&two(b)), a.cmp(&b));
            }
        }
    }
}
