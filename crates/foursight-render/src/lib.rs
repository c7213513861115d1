//! Connect Four positions for the eye: a [`Diagram`] says what is to be seen, and each module draws
//! it in one way.
//!
//! ```
//! use foursight::Position;
//! use foursight_render::{Diagram, Look};
//!
//! let position: Position = "44455".parse()?;
//! let svg = Diagram::new(&position).to_svg(&Look::default());
//! assert!(svg.contains("<title>Connect Four, 7 by 6, after 5 moves: yellow to move</title>"));
//! # Ok::<(), foursight::notation::MovesError>(())
//! ```

mod canvas;
mod description;
mod diagram;
mod gif;
mod look;
mod overlay;
mod palette;
mod raster;
mod svg;
mod text;
mod theme;

pub use canvas::{Canvas, CanvasError};
pub use diagram::Diagram;
pub use gif::{pictures_to_gif, to_gif, to_gif_while};
pub use look::Look;
pub use palette::Palette;
pub use svg::{SIGNS, pieces};
pub use text::TextStyle;
pub use theme::Theme;

/// The example in the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
