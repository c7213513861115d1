//! The look of a picture, whatever it shows.

use std::time::Duration;

use crate::{Canvas, Palette};

/// The default time for which an animation shows each move.
pub const MOVE_DELAY: Duration = Duration::from_millis(700);

/// Colors, background and size of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Look {
    /// The colors of board and discs; [`Palette::Classic`] has its own geometry.
    pub palette: Palette,
    /// The background of the board.
    pub theme: Theme,
    /// The size of the picture; without one, the board determines it.
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
    /// No background: the page shows around the board and through its holes.
    Transparent,
}
