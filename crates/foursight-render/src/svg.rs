//! Diagrams as SVG: the one drawing that every picture is made of.
//!
//! Numbers are drawn as lines, not written in a font, so that a picture is the same on every machine.

mod classic;
mod glyph;
#[cfg(feature = "raster")]
mod lettering;
mod overlay;
mod pieces;
mod plate;
mod shapes;
mod standing;

pub use self::glyph::SIGNS;
#[cfg(feature = "raster")]
pub(crate) use self::lettering::Lettering;
pub use self::pieces::pieces;
pub use self::plate::Plate;
#[cfg(feature = "raster")]
pub(crate) use self::plate::push_disc;
pub(crate) use self::shapes::Shapes;
use self::shapes::fill;
use crate::{Diagram, Look, Palette};

/// Shapes in a box of `width` by `height` units, which are pixels unless there is a canvas.
struct Drawing {
    width: u32,
    height: u32,
    background: Option<&'static str>,
    shapes: Shapes,
}

impl Diagram {
    /// The diagram as an SVG document, with its title and a description in words.
    ///
    /// The same diagram and look always give the same text.
    pub fn to_svg(&self, look: &Look) -> String {
        let drawing = match look.palette {
            Palette::Classic => classic::draw(self, look.theme),
            _ => standing::draw(self, look),
        };
        let (width, height) = (drawing.width, drawing.height);
        let ([own_width, own_height], view) = match look.canvas {
            None => ([width, height], [0, 0, width.into(), height.into()]),
            Some(canvas) => ([canvas.width(), canvas.height()], canvas.view(width, height)),
        };
        let [x, y, wide, high] = view;
        let title = self.title(look.palette);
        let description = escape(&self.description(look.palette));
        let mut background = Shapes::default();
        if let Some(color) = drawing.background {
            // A unit more on each side than is seen: rounding leaves no gap at the border of a canvas.
            background.rectangle([x - 1, y - 1, wide + 2, high + 2], &fill(color));
        }
        let (background, shapes) = (background.as_str(), drawing.shapes.as_str());
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{own_width}" height="{own_height}" viewBox="{x} {y} {wide} {high}">
<title>{title}</title>
<desc>{description}</desc>
{background}{shapes}</svg>
"#
        )
    }
}

/// Notes may have any character, also those that XML has no way to write.
fn escape(text: &str) -> String {
    let is_unknown = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    text.replace(is_unknown, "?").replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
