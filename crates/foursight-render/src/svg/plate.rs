//! The plate of a board with its holes, the discs behind it, and their marks.

use std::fmt::Display;

use foursight::{Cell, Column, Direction, Player, Size};

use super::{Colors, Shapes, definitions, ring};
use crate::Diagram;
use crate::measures::{
    CAPSULE, CELL, CORNER, FOOT, HEAD, HOLE, LAST, PAD, ROW_NAME_WIDTH, ROW_NAMES_AT,
};

/// The parts of boards for a page that sets their colors, as an invisible `<svg>`.
pub fn page_definitions() -> String {
    let parts = definitions(Colors::OfPage);
    format!("<svg class=\"paints\" aria-hidden=\"true\">{parts}</svg>")
}

impl Diagram {
    /// The board as the page draws it, with the lane above it: an `<svg>` that needs [`page_definitions`] and the colors of
    /// [`style_sheet`](crate::style_sheet).
    pub fn to_page_svg(&self) -> String {
        let mut shapes = Shapes::new(Colors::OfPage);
        self.push_board(&mut shapes, PAD, true);
        let [width, height] = self.plate();
        let mut name = |class, x, y, more: &str, name: &dyn Display| {
            shapes
                .push(format_args!(r#"<text class="{class}" x="{x}" y="{y}"{more}>{name}</text>"#));
        };
        for column in self.board.size().columns() {
            let [x, _] = self.middle(Cell { column, row: 0 });
            name("column-name", x, height - FOOT / 2 + 2, "", &column.letter());
        }
        let narrow = format!(r#" textLength="{ROW_NAME_WIDTH}" lengthAdjust="spacingAndGlyphs""#);
        for row in 0..self.board.size().height() {
            let [_, y] = self.middle(Cell { column: Column::new(0), row });
            let more = if row < 9 { "" } else { &narrow };
            name("column-name row-name", ROW_NAMES_AT, y, more, &(row + 1));
        }
        format!(
            "<svg class=\"picture\" viewBox=\"0 -{HEAD} {width} {}\" aria-hidden=\"true\">\n{}</svg>",
            height + HEAD,
            shapes.as_str()
        )
    }

    /// The width and height of the plate, whose upper left corner is at 0, 0.
    pub(crate) fn plate(&self) -> [i64; 2] {
        let [wide, high] = self.cells_wide_and_high();
        [wide + 2 * PAD, PAD + high + FOOT]
    }

    /// The width and height of all cells together; their upper left corner is at `PAD`, `PAD`.
    pub(super) fn cells_wide_and_high(&self) -> [i64; 2] {
        let size = self.board.size();
        [size.width(), size.height()].map(|n| CELL * n as i64)
    }

    pub(super) fn middle(&self, Cell { column, row }: Cell) -> [i64; 2] {
        let from_top = (self.board.size().height() - 1 - row) as i64;
        [PAD + CELL * column.index() as i64 + CELL / 2, PAD + CELL * from_top + CELL / 2]
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let size = self.board.size();
        size.columns()
            .flat_map(move |column| (0..size.height()).map(move |row| Cell { column, row }))
    }

    /// The discs, the plate, the last move and completed lines. The frame of the plate is `left` wide on that side;
    /// `has_backs` says whether empty holes show something behind them.
    pub(crate) fn push_board(&self, shapes: &mut Shapes, left: i64, has_backs: bool) {
        let colors = shapes.colors;
        let ([wide, high], [width, height]) = (self.cells_wide_and_high(), self.plate());
        if has_backs {
            let paint = colors.paint("hole-paint");
            shapes.push(format_args!(
                r#"<rect class="hole" x="{PAD}" y="{PAD}" width="{wide}" height="{high}" fill="{paint}"/>"#
            ));
        }
        self.push_discs(shapes, &[]);
        let middles: Vec<_> = self.cells().map(|cell| self.middle(cell)).collect();
        let (x, y) = (PAD - left + 1, 1);
        let (across, down) = (width + left - PAD - 2, height - 2);
        let holes: String = middles.iter().copied().map(hole).collect();
        let outline = rounded([x, y, across, down]) + &holes;
        for (class, name) in [("class=\"plate\" ", "plate-paint"), ("", "sheen-paint")] {
            let paint = colors.paint(name);
            shapes.push(format_args!(
                r#"<path {class}fill-rule="evenodd" fill="{paint}" d="{outline}"/>"#
            ));
        }
        let edge = ring(&colors.paint("edge-paint"), 3);
        shapes.push(format_args!(
            r#"<rect x="{x}" y="{y}" width="{across}" height="{down}" rx="{CORNER}" {edge}/>"#
        ));
        let (from, to, foot) = (2 * PAD - left + 6, width - PAD - 6, PAD + high + 3);
        let groove = ring(&colors.get("board-edge"), 2);
        shapes.push(format_args!(r#"<path d="M{from} {foot}H{to}" opacity=".7" {groove}/>"#));
        for middle in middles {
            shapes.place("hole", middle);
        }
        self.push_marks(shapes);
    }

    /// The discs, each with these definitions in front.
    pub(super) fn push_discs(&self, shapes: &mut Shapes, front: &[&str]) {
        for cell in self.cells() {
            let Some(player) = self.disc_at(cell) else { continue };
            push_disc(shapes, player, self.middle(cell));
            for name in front {
                shapes.place(name, self.middle(cell));
            }
        }
    }

    /// The ring of the last move, and capsules around completed lines.
    pub(super) fn push_marks(&self, shapes: &mut Shapes) {
        let colors = shapes.colors;
        if let Some(last) = self.last_move {
            shapes.circle(self.middle(last), LAST, &ring(&colors.get("last"), 4));
        }
        for line in &self.winning_lines {
            // From its first cell: the left one, or the lowest of a column.
            let first = line.cells.cells().next().expect("a line has cells");
            let ([x, y], steps) = (self.middle(first), CELL * (line.cells.count() as i64 - 1));
            let (angle, run) = match line.direction {
                Direction::Horizontal => (0, steps),
                Direction::Vertical => (-90, steps),
                // The diagonal of a square, in thousandths.
                Direction::Rising => (-45, steps * 1414 / 1000),
                Direction::Falling => (45, steps * 1414 / 1000),
            };
            let length = run + 2 * CAPSULE;
            shapes.push(format_args!(r#"<g transform="translate({x} {y}) rotate({angle})">"#));
            for (color, width) in [("line-edge", 11), ("line", 5)] {
                shapes.push(format_args!(
                    r#"<rect x="-{CAPSULE}" y="-{CAPSULE}" width="{length}" height="{}" rx="{CAPSULE}" {}/>"#,
                    2 * CAPSULE,
                    ring(&colors.get(color), width)
                ));
            }
            shapes.push("</g>");
        }
    }
}

/// A disc with the mark of its player.
pub(crate) fn push_disc(shapes: &mut Shapes, player: Player, middle: [i64; 2]) {
    shapes.place(if player == Player::First { "red-disc" } else { "yellow-disc" }, middle);
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
