//! Connect Four positions for the eye: a [`Diagram`] says what to show, and each module draws it in one way.
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

mod alt_text;
#[cfg(feature = "raster")]
mod card;
mod diagram;
#[cfg(feature = "raster")]
mod gif;
mod look;
mod measures;
mod overlay;
mod palette;
mod plan_tree;
#[cfg(feature = "raster")]
mod raster;
mod svg;
mod text;

#[cfg(feature = "raster")]
pub use card::Card;
pub use diagram::Diagram;
#[cfg(feature = "raster")]
pub use gif::{GifDrawing, to_gif};
pub use look::{Canvas, CanvasError, Look, MOVE_DELAY, Theme};
pub use measures::measures_script;
pub use overlay::Overlay;
pub use palette::{Palette, style_sheet};
pub use plan_tree::plan_tree;
#[cfg(feature = "raster")]
pub use raster::svg_to_png;
pub use svg::{SIGNS, page_definitions};
pub use text::TextStyle;

/// The example in the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
