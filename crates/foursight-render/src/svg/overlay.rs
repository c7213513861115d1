//! The overlay of a board: what a reason points out, as the page draws it.
//!
//! Each kind of sign has its own shape, in a dark case, so that it is visible even without color, on discs and on every
//! page. No sign covers a disc: around one there is only an outline.

use foursight::Cell;

use super::board::write;
use super::glyph;
use super::plate::push_disc;
use super::{Shapes, ring};
use crate::Diagram;
use crate::measures::{BADGE, BADGE_AT, CAPSULE, LENS, PAD};

/// A line over the board, and its case.
const LINE: [(&str, i64); 2] = [("sign", 6), ("lens", 15)];
/// The distances from the middle of a cell to the tail of an arrow, and from its tip to the middle of the other cell.
const ARROW_GAPS: [f64; 2] = [16.0, 22.0];
const ARROW_HEAD: f64 = 23.0;
/// The bend of a link, as a fraction of its length, so that links in the same row do not meet.
const BEND: f64 = 0.2;

type Point = [f64; 2];

impl Diagram {
    /// Links and arrows, behind the discs that they pass; steps, rings, and the numbers of the steps.
    pub(super) fn push_overlay(&self, shapes: &mut Shapes) {
        let overlay = &self.overlay;
        for &(one, two) in &overlay.links {
            shapes.cased(&self.link(one, two), LINE);
        }
        for &(from, to) in overlay.arrows.iter().filter(|(from, to)| from != to) {
            shapes.cased(&self.arrow(from, to), LINE);
        }
        if !(overlay.links.is_empty() && overlay.arrows.is_empty()) {
            self.push_discs(shapes, &["hole"]);
            self.push_marks(shapes);
        }
        for &(cell, player) in &overlay.steps {
            shapes.push("<g opacity=\".62\">");
            push_disc(shapes, player, self.middle(cell));
            shapes.push("</g>");
        }
        for &cell in &overlay.rings {
            self.push_ring(shapes, cell);
        }
        for (number, &(cell, _)) in (1..).zip(&overlay.steps) {
            let [x, y] = self.middle(cell);
            let middle = [x - BADGE_AT, y - BADGE_AT];
            push_lens(shapes, middle, BADGE, (&number.to_string(), 18));
        }
    }

    /// Draws the name of an empty cell, or an outline around a disc.
    fn push_ring(&self, shapes: &mut Shapes, cell: Cell) {
        let middle = self.middle(cell);
        let is_step = self.overlay.steps.iter().any(|&(step, _)| step == cell);
        if self.disc_at(cell).is_none() && !is_step {
            return push_lens(shapes, middle, LENS, (&cell.to_string(), 22));
        }
        for (color, width) in [("lens", 11), ("sign", 5)] {
            let style = ring(&shapes.colors.get(color), width);
            shapes.circle(middle, CAPSULE, &style);
        }
    }

    /// A curve from one cell to the other, bent towards the middle of the board.
    fn link(&self, one: Cell, two: Cell) -> String {
        let [a, b] = [one, two].map(|cell| self.middle(cell).map(|at| at as f64));
        let middle = [0, 1].map(|axis| f64::midpoint(a[axis], b[axis]));
        let across = [a[1] - b[1], b[0] - a[0]];
        let inwards = self.cells_wide_and_high().map(|side| (PAD + side / 2) as f64);
        let inside = (inwards[0] - middle[0]) * across[0] + (inwards[1] - middle[1]) * across[1];
        // In the middle of the board it is bent up.
        let side = if inside == 0.0 { -across[1].signum() } else { inside.signum() };
        let control = [0, 1].map(|axis| middle[axis] + 2.0 * BEND * side * across[axis]);
        format!("M{}Q{} {}", point(a), point(control), point(b))
    }

    fn arrow(&self, from: Cell, to: Cell) -> String {
        let [a, b] = [from, to].map(|cell| self.middle(cell).map(|at| at as f64));
        let [wide, high] = [b[0] - a[0], b[1] - a[1]];
        // Not `hypot`, which machines round differently.
        let length = (wide * wide + high * high).sqrt();
        let [x, y] = [wide / length, high / length];
        let [tail_gap, tip_gap] = ARROW_GAPS;
        let tail = [a[0] + x * tail_gap, a[1] + y * tail_gap];
        let tip = [b[0] - x * tip_gap, b[1] - y * tip_gap];
        let side = |turn: f64| {
            point([tip[0] - ARROW_HEAD * (x - turn * y), tip[1] - ARROW_HEAD * (y + turn * x)])
        };
        let tip = point(tip);
        format!("M{}L{tip}M{}L{tip}L{}", point(tail), side(0.8), side(-0.8))
    }
}

/// A dark disc with a bright rim, and a word in it.
fn push_lens(shapes: &mut Shapes, middle: [i64; 2], radius: i64, (word, height): (&str, i64)) {
    let colors = shapes.colors;
    let lens = colors.get("lens");
    shapes.circle(middle, radius + 3, &format!(r#"fill="{lens}""#));
    shapes.circle(middle, radius, &ring(&colors.get("sign"), 4));
    write(shapes, &glyph::write(word, middle, height, 2 * radius - 12), "sign", glyph::PEN);
}

/// Tenths of a unit are fine enough.
fn point([x, y]: Point) -> String {
    format!("{x:.1} {y:.1}")
}
