//! Operators on sets of cells.

use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use super::Bitboard;
use crate::Size;

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
