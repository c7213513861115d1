//! The board as the page draws it: shapes with the class names of its style sheets and with the paints of its
//! first HTML. A cell is 100 units wide.

use foursight::{Cell, Player, Size};

use super::shapes::Shapes;
use crate::Diagram;

const CELL: i64 = 100;
/// The frame of the plate.
const PAD: i64 = 20;
/// The foot of the plate, with the names of the columns.
const FOOT: i64 = 52;
const HOLE: i64 = 43;
const CORNER: i64 = 30;
/// A capsule around a line keeps this distance from the middles of its cells.
const CAPSULE: i64 = 45;

/// The shapes of a board that a page gives its colors to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plate {
    /// In units, 100 for a cell.
    pub width: i64,
    /// In the same units.
    pub height: i64,
    /// SVG elements, from back to front; the left upper corner is at 0, 0.
    pub shapes: String,
}

impl Diagram {
    /// The board as the page draws it: the plate with its holes and discs, the last move, completed lines.
    ///
    /// The shapes have class names and paints instead of colors. The names of the columns are not among them.
    pub fn to_plate(&self) -> Plate {
        let size = self.board.size();
        let [wide, high] = [size.width(), size.height()].map(|n| CELL * n as i64);
        let [width, height] = [wide + 2 * PAD, PAD + high + FOOT];
        let mut shapes = Shapes::default();
        shapes.rectangle([PAD, PAD, wide, high], r#"class="hole" fill="url(#hole-paint)""#);
        let middles: Vec<_> = self.cells().map(|cell| (cell, self.middle(cell))).collect();
        for &(cell, middle) in &middles {
            if let Some(player) = self.disc_at(cell) {
                push_disc(&mut shapes, player, middle);
            }
        }
        let outline = [1, 1, width - 2, height - 2];
        let holes: String = middles.iter().map(|&(_, middle)| hole(middle)).collect();
        let plate = rounded(outline) + &holes;
        shapes.path(&plate, r#"class="plate" fill-rule="evenodd" fill="url(#plate-paint)""#);
        shapes.path(&plate, r#"fill-rule="evenodd" fill="url(#sheen-paint)""#);
        let edge = format!(r#"class="plate-edge" rx="{CORNER}" stroke="url(#edge-paint)""#);
        shapes.rectangle(outline, &edge);
        let (right, foot) = (width - PAD - 6, PAD + high + 3);
        shapes.path(&format!("M{} {foot}H{right}", PAD + 6), r#"class="groove""#);
        for &(_, [x, y]) in &middles {
            let [shade, rim] = [HOLE - 3, HOLE];
            shapes.push(format_args!(
                r#"<circle class="hole-shade" cx="{x}" cy="{y}" r="{shade}" stroke="url(#shade-paint)"/><circle class="hole-rim" cx="{x}" cy="{y}" r="{rim}" stroke="url(#rim-paint)"/>"#
            ));
        }
        self.push_marks(&mut shapes);
        Plate { width, height, shapes: shapes.as_str().to_owned() }
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let size = self.board.size();
        size.columns()
            .flat_map(move |column| (0..size.height()).map(move |row| Cell { column, row }))
    }

    fn middle(&self, Cell { column, row }: Cell) -> [i64; 2] {
        let from_top = (self.board.size().height() - 1 - row) as i64;
        [PAD + CELL * column.index() as i64 + CELL / 2, PAD + CELL * from_top + CELL / 2]
    }

    /// The last move and completed lines.
    fn push_marks(&self, shapes: &mut Shapes) {
        if let Some(last) = self.last_move {
            let [x, y] = self.middle(last);
            shapes.push(format_args!(r#"<circle class="last-move" cx="{x}" cy="{y}" r="41"/>"#));
        }
        for line in &self.winning_lines {
            let middles: Vec<_> = line.cells.cells().map(|cell| self.middle(cell)).collect();
            let (Some(&[x, y]), Some(&[x2, y2])) = (middles.first(), middles.last()) else {
                continue;
            };
            let [across, down] = [(x2 - x) as f64, (y2 - y) as f64];
            let angle = down.atan2(across).to_degrees();
            let length = across.hypot(down).round() as i64 + 2 * CAPSULE;
            let shape = format!(
                r#"x="-{CAPSULE}" y="-{CAPSULE}" width="{length}" height="{}" rx="{CAPSULE}""#,
                2 * CAPSULE
            );
            shapes.push(format_args!(
                r#"<g transform="translate({x} {y}) rotate({angle:.2})"><rect class="line-edge" {shape}/><rect class="line-core" {shape}/></g>"#
            ));
        }
    }
}

/// A disc with the mark of its player.
pub(crate) fn push_disc(shapes: &mut Shapes, player: Player, [x, y]: [i64; 2]) {
    let (name, mark) = match player {
        Player::First => ("red", r#"<circle class="ring" r="16"/>"#),
        Player::Second => ("yellow", r#"<circle class="dot" r="11"/>"#),
    };
    shapes.push(format_args!(
        r#"<g class="disc {name}" transform="translate({x} {y})"><circle r="39.5" fill="url(#{name}-paint)"/><circle class="rim" r="38.3"/><circle r="30" fill="url(#{name}-inside)"/><path class="gloss" d="M-29.5-17A34 34 0 0 1 8-33"/>{mark}</g>"#
    ));
}

/// A rectangle with round corners.
fn rounded([left, top, width, height]: [i64; 4]) -> String {
    let [across, down] = [width - 2 * CORNER, height - 2 * CORNER];
    let corner = |x: i64, y: i64| format!("a{CORNER} {CORNER} 0 0 1 {x} {y}");
    let [one, two, three, four] = [
        corner(CORNER, CORNER),
        corner(-CORNER, CORNER),
        corner(-CORNER, -CORNER),
        corner(CORNER, -CORNER),
    ];
    format!("M{} {top}h{across}{one}v{down}{two}h-{across}{three}v-{down}{four}z", left + CORNER)
}

fn hole([x, y]: [i64; 2]) -> String {
    let (left, across) = (x - HOLE, 2 * HOLE);
    format!("M{left} {y}a{HOLE} {HOLE} 0 1 0 {across} 0a{HOLE} {HOLE} 0 1 0-{across} 0z")
}
