//! Sizes known at run time.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use super::masks::{BOTTOMS, EVEN_ROWS};
use super::{STANDARD, Size};
use crate::Column;

/// A size known at run time: 3 to 10 columns and rows, lines of three to six.
///
/// As text it is `7x6`, columns first, without the length of a line.
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
    pub(super) width: u8,
    pub(super) height: u8,
    pub(super) connect: u8,
}

impl AnySize {
    /// The minimum number of columns and rows of a board.
    pub const MIN_SIDE: usize = 3;
    /// The maximum number of columns and rows of a board.
    pub const MAX_SIDE: usize = Column::MAX_COUNT;
    /// The shortest line that can win.
    pub const MIN_CONNECT: usize = 3;
    /// The longest line that a board can require.
    pub const MAX_CONNECT: usize = 6;

    /// A board of `width` columns and `height` rows where `connect` discs in a row win.
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

    /// The same board with a different line length.
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

/// The reason why a size is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SizeError {
    /// The text is not of the form `7x6`.
    Text(String),
    /// A side is not from 3 to 10.
    Sides {
        /// The requested number of columns.
        width: usize,
        /// The requested number of rows.
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
                let (min, max) = (AnySize::MIN_SIDE, AnySize::MAX_SIDE);
                let limits = format_args!("each side is {min} to {max}");
                write!(f, "boards of {width}x{height} are not supported ({limits})")
            }
            Self::Connect(connect) => {
                let (min, max) = (AnySize::MIN_CONNECT, AnySize::MAX_CONNECT);
                write!(f, "lines of {connect} are not supported ({min} to {max} in a row)")
            }
        }
    }
}

impl core::error::Error for SizeError {}

impl Size for AnySize {
    type Bits = u128;
    type Key = u128;

    #[inline]
    fn width(self) -> usize {
        usize::from(self.width)
    }

    #[inline]
    fn max_width(self) -> usize {
        Self::MAX_SIDE
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
