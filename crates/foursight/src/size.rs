//! Board sizes: width, height, line length, and the word that stores a bitboard of that size.
//!
//! Everything that knows the rules is generic over a [`Size`], which is a value:
//!
//! - [`Fixed`] is known at compile time and takes no room, so that every mask and shift folds to a
//!   constant. Only the sizes in the table at the end of this file exist in this form.
//! - [`AnySize`] is known at run time. It serves every board from 3x3 to 10x10 with lines of three
//!   to six from one copy of the code.
//!
//! [`AnySize::dispatch`] is the one place where a run-time size becomes a compile-time one.
//!
//! A bitboard gives each column `height + 1` bits. The bit above the top row, the sentinel, is
//! never set by a disc, so that no line can run from one column into the next:
//!
//! ```text
//!   6 13 20 27 34 41 48   sentinels
//!   5 12 19 26 33 40 47   row 5, the top
//!   4 11 18 25 32 39 46
//!   3 10 17 24 31 38 45
//!   2  9 16 23 30 37 44
//!   1  8 15 22 29 36 43
//!   0  7 14 21 28 35 42   row 0, the bottom
//! ```

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::hash::Hash;
use core::str::FromStr;

use crate::{Bits, Column};

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::AnySize {}
    impl<const W: usize, const H: usize, const C: usize> Sealed for super::Fixed<W, H, C> {}
}

/// The size of a board, as a value: [`Fixed`] at compile time or [`AnySize`] at run time.
///
/// The masks below are raw words; [`Bitboard`](crate::Bitboard) is the typed form. The trait is
/// sealed: no other type can implement it.
pub trait Size: sealed::Sealed + Copy + fmt::Debug + Eq + Hash + Send + Sync + 'static {
    /// The word with room for `width * (height + 1)` bits.
    type Bits: Bits;

    /// Number of columns.
    ///
    /// ```
    /// use foursight::{STANDARD, Size, Standard};
    /// assert_eq!(STANDARD.width(), Standard::WIDTH);
    /// assert_eq!(Standard::WIDTH, 7);
    /// ```
    #[doc(alias = "WIDTH")]
    fn width(self) -> usize;

    /// Number of rows.
    ///
    /// ```
    /// use foursight::{STANDARD, Size, Standard};
    /// assert_eq!(STANDARD.height(), Standard::HEIGHT);
    /// assert_eq!(Standard::HEIGHT, 6);
    /// ```
    #[doc(alias = "HEIGHT")]
    fn height(self) -> usize;

    /// Number of discs in a row that win; longer lines win too.
    fn connect(self) -> usize;

    /// The lowest cell of every column.
    ///
    /// ```
    /// use foursight::{STANDARD, Size};
    /// assert_eq!(STANDARD.bottom(), 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28 | 1 << 35 | 1 << 42);
    /// ```
    #[doc(alias = "BOTTOM_MASK")]
    fn bottom(self) -> Self::Bits;

    /// The cells with an even number of cells above them: the top row and every second row below.
    ///
    /// A player who always answers in the column just played gets these where an even number of
    /// cells is left in the column.
    ///
    /// ```
    /// use foursight::{STANDARD, Size};
    /// assert_eq!(STANDARD.even_rows(), STANDARD.bottom() * 0b10_1010);
    /// ```
    fn even_rows(self) -> Self::Bits;

    /// The cells with an odd number of cells above them: those that are not [`Size::even_rows`].
    ///
    /// ```
    /// use foursight::{STANDARD, Size};
    /// assert_eq!(STANDARD.odd_rows(), STANDARD.bottom() * 0b01_0101);
    /// ```
    #[inline]
    fn odd_rows(self) -> Self::Bits {
        self.board() ^ self.even_rows()
    }

    /// The bit above the top cell of every column.
    ///
    /// ```
    /// use foursight::{STANDARD, Size};
    /// assert_eq!(STANDARD.sentinels(), STANDARD.bottom() << 6);
    /// ```
    #[inline]
    fn sentinels(self) -> Self::Bits {
        self.bottom() << self.height()
    }

    /// Number of cells, and so of discs on a full board.
    #[inline]
    fn n_cells(self) -> usize {
        self.width() * self.height()
    }

    /// Every cell.
    ///
    /// ```
    /// use foursight::{STANDARD, Size};
    /// assert_eq!(STANDARD.board(), STANDARD.bottom() * 0b11_1111);
    /// ```
    #[doc(alias = "BOARD_MASK")]
    #[inline]
    fn board(self) -> Self::Bits {
        (self.bottom() << self.height()) - self.bottom()
    }

    /// The lowest cell of `column`.
    ///
    /// ```
    /// use foursight::{Column, STANDARD, Size};
    /// assert_eq!(STANDARD.bottom_mask(Column::new(0)), 0x1);
    /// assert_eq!(STANDARD.bottom_mask(Column::new(3)), 0x20_0000);
    /// ```
    #[inline]
    fn bottom_mask(self, column: Column) -> Self::Bits {
        Self::Bits::ONE << (column.index() * (self.height() + 1))
    }

    /// The cells of `column`, without its sentinel.
    ///
    /// ```
    /// use foursight::{Column, STANDARD, Size};
    /// assert_eq!(STANDARD.column_mask(Column::new(0)), 0b11_1111);
    /// assert_eq!(STANDARD.column_mask(Column::new(1)), 0b11_1111 << 7);
    /// ```
    #[inline]
    fn column_mask(self, column: Column) -> Self::Bits {
        (self.bottom_mask(column) << self.height()) - self.bottom_mask(column)
    }

    /// The highest cell of `column`, below its sentinel.
    ///
    /// ```
    /// use foursight::{Column, STANDARD, Size};
    /// assert_eq!(STANDARD.top_mask(Column::new(0)), 1 << 5);
    /// ```
    #[inline]
    fn top_mask(self, column: Column) -> Self::Bits {
        self.bottom_mask(column) << (self.height() - 1)
    }

    /// Whether the board has this column.
    #[inline]
    fn has_column(self, column: Column) -> bool {
        column.index() < self.width()
    }

    /// The columns from left to right.
    fn columns(self) -> impl DoubleEndedIterator<Item = Column> + Clone + use<Self> {
        (0..self.width()).map(Column::new)
    }

    /// The same size as a run-time value.
    #[inline]
    fn to_any(self) -> AnySize {
        AnySize {
            width: self.width() as u8,
            height: self.height() as u8,
            connect: self.connect() as u8,
        }
    }
}

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

/// The board of the game as sold: 7 columns, 6 rows, lines of four.
pub type Standard = Fixed<7, 6>;

/// The value of [`Standard`].
pub const STANDARD: Standard = Fixed;

/// A size known at run time: 3 to 10 columns and rows, lines of three to six.
///
/// Written as `7x6`, columns first; the line length is not part of the text.
///
/// ```
/// use foursight::{AnySize, STANDARD, Size};
///
/// let size: AnySize = "7x6".parse()?;
/// assert_eq!(size, STANDARD.to_any());
/// assert_eq!(size.to_string(), "7x6");
/// # Ok::<(), foursight::size::SizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
// Invariant: width and height from 3 to 10, connect from 3 to 6.
pub struct AnySize {
    width: u8,
    height: u8,
    connect: u8,
}

impl AnySize {
    /// The fewest columns and rows of a board.
    pub const MIN_SIDE: usize = 3;
    /// The most columns and rows of a board.
    pub const MAX_SIDE: usize = 10;
    /// The shortest line that can win.
    pub const MIN_CONNECT: usize = 3;
    /// The longest line that a board can ask for.
    pub const MAX_CONNECT: usize = 6;

    /// A board of `width` columns and `height` rows where `connect` in a row win.
    ///
    /// # Errors
    ///
    /// If the sides are not from 3 to 10 or the line length is not from 3 to 6.
    pub fn new(width: usize, height: usize, connect: usize) -> Result<Self, SizeError> {
        let sides = Self::MIN_SIDE..=Self::MAX_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) {
            return Err(SizeError::Sides { width, height });
        }
        if !(Self::MIN_CONNECT..=Self::MAX_CONNECT).contains(&connect) {
            return Err(SizeError::Connect(connect));
        }
        Ok(Self { width: width as u8, height: height as u8, connect: connect as u8 })
    }

    /// The same board with another line length.
    ///
    /// # Errors
    ///
    /// If the line length is not from 3 to 6.
    pub fn with_connect(self, connect: usize) -> Result<Self, SizeError> {
        Self::new(self.width(), self.height(), connect)
    }
}

impl Default for AnySize {
    fn default() -> Self {
        STANDARD.to_any()
    }
}

impl fmt::Display for AnySize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for AnySize {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Self, SizeError> {
        let sides = text.split_once(['x', 'X']).and_then(|(width, height)| {
            Some((width.trim().parse().ok()?, height.trim().parse().ok()?))
        });
        let (width, height) = sides.ok_or_else(|| SizeError::Text(text.to_owned()))?;
        Self::new(width, height, STANDARD.connect())
    }
}

/// Why there is no board of a size.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SizeError {
    /// The text is not of the form `7x6`.
    Text(String),
    /// A side is not from 3 to 10.
    Sides {
        /// The number of columns asked for.
        width: usize,
        /// The number of rows asked for.
        height: usize,
    },
    /// The line length is not from 3 to 6.
    Connect(usize),
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => {
                write!(f, "{text:?} is not a board size such as 7x6 (columns x rows)")
            }
            Self::Sides { width, height } => {
                write!(f, "a board of {width}x{height} is not played; each side is from 3 to 10")
            }
            Self::Connect(connect) => {
                write!(f, "a line length of {connect} is not played; it is from 3 to 6")
            }
        }
    }
}

impl core::error::Error for SizeError {}

type MaskTable = [[u128; AnySize::MAX_SIDE + 1]; AnySize::MAX_SIDE + 1];

/// The mask of every width and height; a `const fn` cannot take a function.
macro_rules! mask_table {
    ($mask:ident) => {{
        let mut masks = [[0; AnySize::MAX_SIDE + 1]; AnySize::MAX_SIDE + 1];
        let mut width = 0;
        while width <= AnySize::MAX_SIDE {
            let mut height = 0;
            while height <= AnySize::MAX_SIDE {
                masks[width][height] = $mask(width, height);
                height += 1;
            }
            width += 1;
        }
        masks
    }};
}

/// The lowest cell of every column, by width and height.
static BOTTOMS: MaskTable = mask_table!(bottom);

/// The even rows, by width and height.
static EVEN_ROWS: MaskTable = mask_table!(even_rows);

const fn bottom(width: usize, height: usize) -> u128 {
    let mut bottom = 0;
    let mut column = 0;
    while column < width {
        bottom |= 1 << (column * (height + 1));
        column += 1;
    }
    bottom
}

const fn even_rows(width: usize, height: usize) -> u128 {
    let mut rows = 0;
    let mut n_above = 0;
    while n_above < height {
        rows |= bottom(width, height) << (height - 1 - n_above);
        n_above += 2;
    }
    rows
}

impl Size for AnySize {
    type Bits = u128;

    #[inline]
    fn width(self) -> usize {
        usize::from(self.width)
    }

    #[inline]
    fn height(self) -> usize {
        usize::from(self.height)
    }

    #[inline]
    fn connect(self) -> usize {
        usize::from(self.connect)
    }

    #[inline]
    fn bottom(self) -> u128 {
        BOTTOMS[self.width()][self.height()]
    }

    #[inline]
    fn even_rows(self) -> u128 {
        EVEN_ROWS[self.width()][self.height()]
    }
}

/// Work to be done for a size that is chosen at run time; see [`AnySize::dispatch`].
pub trait SizeVisitor {
    /// What the work returns.
    type Output;

    /// Does the work for boards of `size`.
    fn visit<S: Size>(self, size: S) -> Self::Output;
}

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
                    const BOTTOM: $bits = bottom($width, $height) as $bits;
                    BOTTOM
                }

                #[inline]
                fn even_rows(self) -> $bits {
                    const EVEN_ROWS: $bits = even_rows($width, $height) as $bits;
                    EVEN_ROWS
                }
            }
            const _: () = assert!($width * ($height + 1) <= <$bits>::BITS);
        )*

        impl AnySize {
            /// The sizes that exist as [`Fixed`]: on these the solver is fast.
            pub const FIXED: &[AnySize] = &[
                $(AnySize { width: $width, height: $height, connect: 4 },)*
            ];

            /// Hands the compile-time form of this size to `visitor`, or the size itself where
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
