//! SVG elements, one per line.

use std::fmt::{Display, Write};

use super::Colors;

/// Shapes, from back to front, and the source of their colors.
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

    /// One of the [definitions](super::definitions()), with its middle here.
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
