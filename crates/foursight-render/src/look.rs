//! What a picture looks like, whatever it shows.

use crate::{Canvas, Palette, Theme};

/// Colors, background and size of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Look {
    /// The colors of board and discs; [`Palette::Classic`] has a geometry of its own.
    pub palette: Palette,
    /// What is behind the board.
    pub theme: Theme,
    /// The size of the picture; without one it is as large as the board asks for.
    pub canvas: Option<Canvas>,
}
