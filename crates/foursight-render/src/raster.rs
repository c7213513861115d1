//! Diagrams as pixels, and as PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::{Diagram, Look};

impl Diagram {
    /// The diagram as a PNG file; the same diagram and look always give the same bytes.
    pub fn to_png(&self, look: &Look) -> Vec<u8> {
        self.to_pixmap(look).encode_png().expect("memory takes all")
    }

    pub(crate) fn to_pixmap(&self, look: &Look) -> Pixmap {
        draw(&self.to_svg(look))
    }
}

/// A drawing as a PNG file of this width in pixels; `None` if it is not SVG, or the picture would be empty or too large
/// for the memory.
pub fn svg_to_png(svg: &str, width: u32) -> Option<Vec<u8>> {
    let tree = Tree::from_str(svg, &Options::default()).ok()?;
    let size = tree.size().to_int_size().scale_to_width(width)?;
    let scale = width as f32 / tree.size().width();
    let mut pixmap = Pixmap::new(size.width(), size.height())?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().ok()
}

/// One of this crate's documents as pixels.
pub(crate) fn draw(svg: &str) -> Pixmap {
    let tree = Tree::from_str(svg, &Options::default()).expect("our own drawing is valid");
    let size = tree.size().to_int_size();
    let mut pixmap =
        Pixmap::new(size.width(), size.height()).expect("boards are small and a canvas is limited");
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    pixmap
}
