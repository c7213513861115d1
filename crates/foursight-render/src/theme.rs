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
