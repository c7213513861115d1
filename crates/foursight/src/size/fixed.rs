//! Sizes known at compile time, the table of those that exist, and dispatch to them.

use super::{AnySize, Size, SizeVisitor, masks};

/// A size known at compile time: `W` columns, `H` rows, lines of `C`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fixed<const W: usize, const H: usize, const C: usize = 4>;

impl<const W: usize, const H: usize, const C: usize> Fixed<W, H, C> {
    /// Number of columns.
    pub const WIDTH: usize = W;
    /// Number of rows.
    pub const HEIGHT: usize = H;
    /// Number of discs in a row that win.
    pub const CONNECT: usize = C;
}

/// The board of the original game: 7 columns, 6 rows, lines of four.
pub type Standard = Fixed<7, 6>;

/// The value of [`Standard`].
pub const STANDARD: Standard = Fixed;

macro_rules! fixed_sizes {
    ($($width:literal x $height:literal in $bits:ty;)*) => {
        $(
            impl Size for Fixed<$width, $height> {
                type Bits = $bits;

                #[inline]
                fn width(self) -> usize {
                    $width
                }

                #[inline]
                fn height(self) -> usize {
                    $height
                }

                #[inline]
                fn connect(self) -> usize {
                    Self::CONNECT
                }

                #[inline]
                fn bottom(self) -> $bits {
                    const BOTTOM: $bits = masks::bottom($width, $height) as $bits;
                    BOTTOM
                }

                #[inline]
                fn even_rows(self) -> $bits {
                    const EVEN_ROWS: $bits = masks::even_rows($width, $height) as $bits;
                    EVEN_ROWS
                }
            }
            const _: () = assert!($width * ($height + 1) <= <$bits>::BITS);
        )*

        impl AnySize {
            /// The sizes that exist as [`Fixed`]. The solver is fast on these.
            pub const FIXED: &[AnySize] = &[
                $(AnySize { width: $width, height: $height, connect: 4 },)*
            ];

            /// Calls `visitor` with the compile-time form of this size, or with the size itself if
            /// there is none.
            pub fn dispatch<V: SizeVisitor>(self, visitor: V) -> V::Output {
                match (self.width, self.height, self.connect) {
                    $(($width, $height, 4) => visitor.visit(Fixed::<$width, $height>),)*
                    _ => visitor.visit(self),
                }
            }
        }
    };
}

fixed_sizes! {
    4 x 3 in u64; 4 x 4 in u64; 4 x 5 in u64; 4 x 6 in u64; 4 x 7 in u64;
    5 x 3 in u64; 5 x 4 in u64; 5 x 5 in u64; 5 x 6 in u64; 5 x 7 in u64;
    6 x 3 in u64; 6 x 4 in u64; 6 x 5 in u64; 6 x 6 in u64; 6 x 7 in u64;
    7 x 3 in u64; 7 x 4 in u64; 7 x 5 in u64; 7 x 6 in u64; 7 x 7 in u64;
    8 x 6 in u64; 8 x 7 in u64; 8 x 8 in u128;
    9 x 6 in u64; 9 x 7 in u128;
}
