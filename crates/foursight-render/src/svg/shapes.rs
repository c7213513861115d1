//! SVG elements, one a line.

use std::fmt::{Display, Write};

/// Shapes, from back to front.
#[derive(Default)]
pub(crate) struct Shapes(String);

impl Shapes {
    pub(super) fn circle(&mut self, [x, y]: [u32; 2], radius: u32, style: &str) {
        self.push(format_args!(r#"<circle cx="{x}" cy="{y}" r="{radius}" {style}/>"#));
    }

    pub(super) fn path(&mut self, commands: &str, style: &str) {
        self.push(format_args!(r#"<path {style} d="{commands}"/>"#));
    }

    /// Everything from `left`, `top` on, `width` by `height`.
    pub(super) fn rectangle(&mut self, [left, top, width, height]: [i64; 4], style: &str) {
        self.push(format_args!(
            r#"<rect x="{left}" y="{top}" width="{width}" height="{height}" {style}/>"#
        ));
    }

    pub(crate) fn push(&mut self, element: impl Display) {
        writeln!(self.0, "{element}").expect("a string takes all");
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

pub(super) fn fill(color: &str) -> String {
    format!(r#"fill="{color}""#)
}

pub(super) fn ring(color: &str, width: u32) -> String {
    format!(r#"fill="none" stroke="{color}" stroke-width="{width}""#)
}

/// A line as a round pen draws it.
pub(super) fn stroke(color: &str, width: impl Display) -> String {
    format!(
        r#"fill="none" stroke="{color}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round""#
    )
}
