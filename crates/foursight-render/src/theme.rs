//! What is behind a board.

/// The page that a picture is made for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Nearly white.
    #[default]
    Light,
    /// Nearly black.
    Dark,
    /// Nothing: the page is seen around the board and through its holes.
    Transparent,
}

impl Theme {
    /// The color behind the board, if any.
    pub(crate) fn background(self) -> Option<&'static str> {
        match self {
            Self::Light => Some("#f5f7fc"),
            Self::Dark => Some("#0b1020"),
            Self::Transparent => None,
        }
    }
}
