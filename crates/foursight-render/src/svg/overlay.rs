//! The overlay of a board: what a reason points at.
//!
//! Each kind of sign has a shape of its own, and a border in the color of the board, so that it is seen
//! without color too, on discs and on every page.

use foursight::{Cell, Player};

use super::glyph;
use super::shapes::{fill, ring, stroke};
use super::standing::Standing;
use crate::palette::Disc;

/// The radius of a ring around a cell; its outer edge touches that of the next cell.
const RING_RADIUS: u32 = 28;
/// Of rings and arrows.
const PEN: u32 = 6;
/// Of links, which pass over many cells.
const THIN_PEN: u32 = 5;
/// The dot at each end of a link.
const END: u32 = 9;
/// How much wider the border of a sign is.
const BORDER: u32 = 5;
/// The disc of a step; smaller than one that has been played.
const STEP_RADIUS: u32 = 22;
/// What is inside: a ring for the first player and a dot for the second, as on other discs.
const STEP_MARK_RADIUS: u32 = 17;
const STEP_NUMBER: [u32; 2] = [18, 22];
const NUMBER_BORDER_PEN: f32 = 8.0;
/// From the middle of a cell to the tail of an arrow, and from its tip to the middle of the other.
const ARROW_GAPS: [f64; 2] = [10.0, 14.0];
const ARROW_HEAD: f64 = 15.0;
/// How far a link is bent, in parts of its length: links in the same row do not meet.
const BEND: f64 = 0.2;

type Point = [f64; 2];

impl Standing<'_> {
    /// Steps, links, arrows, rings, and the numbers of the steps above them all.
    pub(super) fn push_overlay(&mut self) {
        let overlay = &self.diagram.overlay;
        for &(cell, player) in &overlay.steps {
            self.push_step(cell, player);
        }
        for &(one, two) in &overlay.links {
            self.push_link(one, two);
        }
        for &(from, to) in &overlay.arrows {
            self.push_arrow(from, to);
        }
        for &cell in &overlay.rings {
            let middle = self.middle_of(cell);
            let colors = self.palette.board();
            self.shapes.circle(middle, RING_RADIUS, &ring(colors.board, PEN + BORDER));
            self.shapes.circle(middle, RING_RADIUS, &ring(colors.sign, PEN));
        }
        for (number, &(cell, player)) in (1..).zip(&overlay.steps) {
            self.push_step_number(number, cell, player);
        }
    }

    fn push_step(&mut self, cell: Cell, player: Player) {
        let Disc { fill: color, mark, .. } = self.palette.disc(player);
        let middle = self.middle_of(cell);
        self.shapes.circle(middle, STEP_RADIUS + 2, &fill(self.palette.board().board));
        self.shapes.circle(middle, STEP_RADIUS, &fill(color));
        match player {
            Player::First => self.shapes.circle(middle, STEP_MARK_RADIUS, &ring(mark, 3)),
            Player::Second => self.shapes.circle(middle, STEP_MARK_RADIUS, &fill(mark)),
        }
    }

    fn push_step_number(&mut self, number: usize, cell: Cell, player: Player) {
        let Disc { fill: color, mark, .. } = self.palette.disc(player);
        let (ink, behind) = if player == Player::First { (mark, color) } else { (color, mark) };
        let [height, width] = STEP_NUMBER;
        let number = glyph::write(&number.to_string(), self.middle_of(cell), height, width);
        for (color, pen) in [(behind, NUMBER_BORDER_PEN), (ink, glyph::PEN)] {
            self.shapes.push(format_args!("<g {}>", stroke(color, pen)));
            self.shapes.push(&number);
            self.shapes.push("</g>");
        }
    }

    /// A dotted curve with a dot in each of the two cells, bent towards the middle of the board.
    fn push_link(&mut self, one: Cell, two: Cell) {
        let [a, b] = [one, two].map(|cell| self.middle_of(cell).map(f64::from));
        let middle = [0, 1].map(|axis| f64::midpoint(a[axis], b[axis]));
        let across = [a[1] - b[1], b[0] - a[0]];
        let inwards = self.middle().map(f64::from);
        let inside = (inwards[0] - middle[0]) * across[0] + (inwards[1] - middle[1]) * across[1];
        // In the middle of the board it is bent up.
        let side = if inside == 0.0 { -across[1].signum() } else { inside.signum() };
        let control = [0, 1].map(|axis| middle[axis] + 2.0 * BEND * side * across[axis]);
        let curve = format!("M{}Q{} {}", point(a), point(control), point(b));
        let colors = self.palette.board();
        self.shapes.path(&curve, &stroke(colors.board, THIN_PEN + 3));
        let dots = format!(r#"stroke-dasharray="1 {}""#, 2 * THIN_PEN);
        let dotted = format!("{} {dots}", stroke(colors.sign, THIN_PEN));
        self.shapes.path(&curve, &dotted);
        for cell in [one, two] {
            let middle = self.middle_of(cell);
            self.shapes.circle(middle, END + BORDER / 2, &fill(colors.board));
            self.shapes.circle(middle, END, &fill(colors.sign));
        }
    }

    fn push_arrow(&mut self, from: Cell, to: Cell) {
        let [a, b] = [from, to].map(|cell| self.middle_of(cell).map(f64::from));
        let [wide, high] = [b[0] - a[0], b[1] - a[1]];
        // Not `hypot`, which machines round differently.
        let length = (wide * wide + high * high).sqrt();
        if length == 0.0 {
            return;
        }
        let [x, y] = [wide / length, high / length];
        let [tail_gap, tip_gap] = ARROW_GAPS;
        let tail = [a[0] + x * tail_gap, a[1] + y * tail_gap];
        let tip = [b[0] - x * tip_gap, b[1] - y * tip_gap];
        let side = |turn: f64| {
            point([tip[0] - ARROW_HEAD * (x - turn * y), tip[1] - ARROW_HEAD * (y + turn * x)])
        };
        let tip = point(tip);
        let commands = format!("M{}L{tip}M{}L{tip}L{}", point(tail), side(0.8), side(-0.8));
        let colors = self.palette.board();
        self.shapes.path(&commands, &stroke(colors.board, PEN + BORDER));
        self.shapes.path(&commands, &stroke(colors.sign, PEN));
    }
}

/// Tenths of a unit are fine enough.
fn point([x, y]: Point) -> String {
    format!("{x:.1} {y:.1}")
}
