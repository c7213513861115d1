//! Diagrams as SVG: the one drawing that every picture is made of.
//!
//! Numbers are drawn as lines, not written in a font, so that a picture is the same on every machine.

mod classic;
mod glyph;
mod standing;

use std::fmt::Write;

use crate::{Diagram, Look, Palette};

/// Shapes in a box of `width` by `height` units, which are pixels unless there is a canvas.
struct Drawing {
    width: u32,
    height: u32,
    background: Option<&'static str>,
    shapes: String,
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
        let background = drawing.background.map_or(String::new(), |color| background(color, view));
        let shapes = drawing.shapes;
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{own_width}" height="{own_height}" viewBox="{x} {y} {wide} {high}">
<title>{title}</title>
<desc>{description}</desc>
{background}{shapes}</svg>
"#
        )
    }
}

/// A unit more on each side than is seen: rounding leaves no gap at the border of a canvas.
fn background(color: &str, [x, y, wide, high]: [i64; 4]) -> String {
    let (x, y, wide, high) = (x - 1, y - 1, wide + 2, high + 2);
    let mut shape = String::new();
    push(
        &mut shape,
        format_args!(r#"<rect x="{x}" y="{y}" width="{wide}" height="{high}" fill="{color}"/>"#),
    );
    shape
}

fn push(shapes: &mut String, shape: std::fmt::Arguments<'_>) {
    writeln!(shapes, "{shape}").expect("a string takes all");
}

/// Notes may have any character.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
