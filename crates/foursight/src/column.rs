//! A column of the board, which is all that a move consists of.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// A column, counted from 0 at the left.
///
/// Move strings count columns from 1 and write the tenth as `a`; sentences use the letters of [cells](crate::Cell).
///
/// ```
/// use foursight::Column;
///
/// let center = Column::new(3);
/// assert_eq!(center.to_string(), "4");
/// assert_eq!(Column::from_symbol('4'), Some(center));
/// assert_eq!(Column::from_symbol('a'), Some(Column::new(9)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
// Invariant: below `Column::MAX_COUNT`.
pub struct Column(u8);

impl Column {
    /// The columns of the widest board.
    pub const MAX_COUNT: usize = 10;

    /// The column with this zero-based index.
    ///
    /// # Panics
    ///
    /// If `index` is not below [`Column::MAX_COUNT`]. [`Column::checked`] returns `None` instead.
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < Self::MAX_COUNT, "no board has that many columns");
        Self(index as u8)
    }

    /// The column with this zero-based index, or `None` if no board is that wide.
    pub fn checked(index: usize) -> Option<Self> {
        (index < Self::MAX_COUNT).then(|| Self::new(index))
    }

    /// The column that this character stands for: `1` to `9`, then `a`.
    pub fn from_symbol(symbol: char) -> Option<Self> {
        let digit = symbol.to_digit(11)?;
        Self::checked((digit as usize).checked_sub(1)?)
    }

    /// The zero-based index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The column with left and right exchanged, on a board of `width` columns.
    ///
    /// # Panics
    ///
    /// If the column is not below `width`.
    #[must_use]
    pub fn mirror(self, width: usize) -> Self {
        Self::new(width - 1 - self.index())
    }

    /// The character that stands for this column in text: `1` to `9`, then `a`.
    pub fn symbol(self) -> char {
        char::from_digit(u32::from(self.0) + 1, 11).expect("a column is below ten")
    }

    /// Columns in words: `column e`, `columns b and f`, `columns a, b and j`.
    ///
    /// ```
    /// use foursight::Column;
    ///
    /// assert_eq!(Column::list([0, 1, 9].map(Column::new)), "columns a, b and j");
    /// ```
    pub fn list(columns: impl IntoIterator<Item = Self>) -> String {
        let names: Vec<String> = columns.into_iter().map(|column| column.letter().into()).collect();
        match &names[..] {
            [] => "no column".to_owned(),
            [name] => format!("column {name}"),
            [others @ .., last] => format!("columns {} and {last}", others.join(", ")),
        }
    }

    /// The letter of this column in the names of its [cells](crate::Cell): `a` to `j`.
    pub fn letter(self) -> char {
        char::from(b'a' + self.0)
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.symbol())
    }
}
