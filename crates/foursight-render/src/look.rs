//! The look of a picture, whatever it shows.

use std::time::Duration;

use crate::{Canvas, Palette};

/// How long an animation shows each move unless somebody chooses otherwise.
pub const MOVE_DELAY: Duration = Duration::from_millis(700);

/// Colors, background and size of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Look {
    /// The colors of board and discs; [`Palette::Classic`] has a geometry of its own.
    pub palette: Palette,
    /// The background of the board.
    pub theme: Theme,
    /// The size of the picture; without one it is as large as the board asks for.
    pub canvas: Option<Canvas>,
}

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
