//! The look of a picture, whatever it shows: colors, background and size.

use std::time::Duration;

use crate::Palette;
/// A width and a height in pixels; a picture is scaled to fit and centered.
///
/// ```
/// use foursight_render::Canvas;
///
/// assert!(Canvas::new(1200, 630).is_ok());
/// assert!(Canvas::new(0, 630).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
// Invariant: both from 1 to `Canvas::MAX`.
pub struct Canvas {
    width: u32,
    height: u32,
}

impl Canvas {
    /// The largest width and height, in pixels: 64 MiB as a picture.
    pub const MAX: u32 = 4096;

    /// A canvas of this size in pixels.
    ///
    /// # Errors
    ///
    /// If a side is 0 or more than [`Canvas::MAX`].
    pub fn new(width: u32, height: u32) -> Result<Self, CanvasError> {
        let is_possible = |side| (1..=Self::MAX).contains(&side);
        let canvas = Self { width, height };
        if is_possible(width) && is_possible(height) {
            Ok(canvas)
        } else {
            Err(CanvasError(canvas))
        }
    }

    /// The width in pixels.
    pub fn width(self) -> u32 {
        self.width
    }

    /// The height in pixels.
    pub fn height(self) -> u32 {
        self.height
    }

    /// The visible part of a picture of `width` by `height`: left, top, width and height, in the picture's units. It is
    /// the whole picture, with a margin on two sides if the shape of the canvas differs.
    pub(crate) fn view(self, width: i64, height: i64) -> [i64; 4] {
        let [own_width, own_height] = [i64::from(self.width), i64::from(self.height)];
        let wide = width.max(height * own_width / own_height);
        let high = height.max(width * own_height / own_width);
        [(width - wide) / 2, (height - high) / 2, wide, high]
    }
}

/// A picture cannot have this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a picture cannot be {}x{} pixels: each side must be from 1 to {}", .0.width, .0.height, Canvas::MAX)]
pub struct CanvasError(Canvas);

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
