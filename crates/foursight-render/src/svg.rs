//! Diagrams as SVG: the one drawing behind every picture.
//!
//! Numbers and letters are drawn as lines, not written in a font, so that a picture is the same on every machine. A
//! font inside the program would not save code: the WebAssembly module has no room for a font and its parser, so the
//! digits and letters of boards would stay as lines, and the font would only replace a card's 40 further letters.

mod board;
mod classic;
mod definitions;
mod glyph;
#[cfg(feature = "raster")]
mod lettering;
mod overlay;
mod plate;

use std::fmt::{Display, Write};

pub(crate) use self::definitions::{Colors, definitions};
pub use self::glyph::SIGNS;
#[cfg(feature = "raster")]
pub(crate) use self::lettering::Lettering;
pub use self::plate::page_definitions;
#[cfg(feature = "raster")]
pub(crate) use self::plate::push_disc;
use crate::{Diagram, Look, Palette};

/// Shapes in a box: left, top, width and height in units.
struct Drawing {
    view: [i64; 4],
    /// Pixels per unit, unless there is a canvas.
    scale: f64,
    background: Option<&'static str>,
    shapes: Shapes,
}

impl Diagram {
    /// The diagram as an SVG document, with its title and a description in words.
    ///
    /// The same diagram and look always give the same text.
    pub fn to_svg(&self, look: &Look) -> String {
        let Drawing { view: own_view, scale, background, shapes } = match look.palette {
            Palette::Classic => classic::draw(self, look.theme),
            _ => board::draw(self, look),
        };
        let [left, top, width, height] = own_view;
        let (own_size, view) = match look.canvas {
            None => ([width, height].map(|side| (side as f64 * scale).round() as u32), own_view),
            Some(canvas) => {
                let [x, y, wide, high] = canvas.view(width, height);
                ([canvas.width(), canvas.height()], [left + x, top + y, wide, high])
            }
        };
        let ([own_width, own_height], [x, y, wide, high]) = (own_size, view);
        let title = self.title(look.palette);
        let description = escape(&self.description(look.palette));
        // One unit more on each side than is visible, so that rounding leaves no gap at the border of a canvas.
        let background = background.map_or(String::new(), |color| {
            format!(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{color}\"/>\n",
                x - 1,
                y - 1,
                wide + 2,
                high + 2
            )
        });
        let shapes = shapes.as_str();
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{own_width}" height="{own_height}" viewBox="{x} {y} {wide} {high}">
<title>{title}</title>
<desc>{description}</desc>
{background}{shapes}</svg>
"#
        )
    }
}

/// Escapes text; notes may contain any character, even those that XML cannot represent.
fn escape(text: &str) -> String {
    let is_unknown = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    text.replace(is_unknown, "?").replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// SVG elements, one per line: shapes, from back to front, and the source of their colors.
pub(crate) struct Shapes {
    pub(crate) colors: Colors,
    text: String,
}

impl Shapes {
    pub(crate) fn new(colors: Colors) -> Self {
        Self { colors, text: String::new() }
    }

    pub(crate) fn push(&mut self, element: impl Display) {
        writeln!(self.text, "{element}").expect("a string takes all");
    }

    pub(super) fn circle(&mut self, [x, y]: [i64; 2], radius: i64, style: &str) {
        self.push(format_args!(r#"<circle cx="{x}" cy="{y}" r="{radius}" {style}/>"#));
    }

    /// A line, and a wider one behind it that makes it visible.
    pub(super) fn cased(&mut self, commands: &str, [core, edge]: [(&'static str, i64); 2]) {
        for (color, width) in [edge, core] {
            let style = stroke(&self.colors.get(color), width);
            self.push(format_args!(r#"<path {style} d="{commands}"/>"#));
        }
    }

    /// One of the [definitions](definitions()), with its middle here.
    pub(crate) fn place(&mut self, name: &str, [x, y]: [i64; 2]) {
        let id = self.colors.id(name);
        self.push(format_args!(r##"<use href="#{id}" x="{x}" y="{y}"/>"##));
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }
}

/// An outline.
pub(super) fn ring(color: &str, width: impl Display) -> String {
    format!(r#"fill="none" stroke="{color}" stroke-width="{width}""#)
}

/// A line as a round pen draws it.
pub(super) fn stroke(color: &str, width: impl Display) -> String {
    format!(r#"{} stroke-linecap="round" stroke-linejoin="round""#, ring(color, width))
}
