//! The board as it stands on a table: a plate with holes, and discs behind it.
//!
//! From back to front: background, discs with their marks, the plate, arrows, numbers, the last
//! move, winning lines.

use foursight::{AnySize, Cell, Column, Player, Size};

use super::shapes::{Shapes, fill, ring, stroke};
use super::{Drawing, glyph};
use crate::{Diagram, Look, Palette};

/// The side of the square around a cell.
const CELL: u32 = 64;
/// The radius of a hole.
const HOLE: u32 = 27;
/// From the border of the picture to the plate.
const MARGIN: u32 = 12;
/// From the left side of the plate to the cells.
const SIDE: u32 = 10;
/// The strip of the plate above the cells, with the numbers of the columns.
const HEAD: u32 = 38;
/// The strip below the cells.
const FOOT: u32 = 12;
/// The same where there are notes.
const FOOT_WITH_NOTES: u32 = 42;
const CORNER: u32 = 16;
/// The pen of rings: on discs, and around the last move.
const RING: u32 = 4;
const NUMBER_HEIGHT: u32 = 16;
const NOTE_HEIGHT: u32 = 18;

pub(super) fn draw(diagram: &Diagram, look: &Look) -> Drawing {
    let (palette, size) = (look.palette, diagram.board.size());
    let mut standing = Standing { diagram, palette, size, shapes: Shapes::default() };
    standing.push_cells();
    standing.push_plate();
    standing.push_arrows();
    standing.push_numbers();
    standing.push_last_move();
    standing.push_winning_lines();
    let [width, height] = standing.plate().map(|side| side + 2 * MARGIN);
    Drawing { width, height, background: look.theme.background(), shapes: standing.shapes }
}

struct Standing<'a> {
    diagram: &'a Diagram,
    palette: Palette,
    size: AnySize,
    shapes: Shapes,
}

impl Standing<'_> {
    /// The width and height of the plate.
    fn plate(&self) -> [u32; 2] {
        let foot = if self.diagram.notes.is_empty() { FOOT } else { FOOT_WITH_NOTES };
        let [width, height] = [self.size.width(), self.size.height()].map(|n| CELL * n as u32);
        [width + 2 * SIDE, HEAD + height + foot]
    }

    /// The middle of a column, from the left.
    fn x_of(column: Column) -> u32 {
        MARGIN + SIDE + CELL * column.index() as u32 + CELL / 2
    }

    /// The middle of a cell, from the left and from the top.
    fn middle_of(&self, cell: Cell) -> [u32; 2] {
        let row_from_top = self.size.height() - 1 - cell.row;
        [Self::x_of(cell.column), MARGIN + HEAD + CELL * row_from_top as u32 + CELL / 2]
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (height, columns) = (self.size.height(), self.size.columns());
        columns.flat_map(move |column| (0..height).map(move |row| Cell { column, row }))
    }

    /// Discs reach a little behind the plate, so that no gap is seen between the two.
    fn push_cells(&mut self) {
        let empty = self.palette.board().empty;
        for cell in self.cells() {
            let middle = self.middle_of(cell);
            let player = self.diagram.disc_at(cell);
            let color = player.map_or(empty, |player| Some(self.palette.disc(player).fill));
            if let Some(color) = color {
                self.shapes.circle(middle, HOLE + 2, &fill(color));
            }
            if let Some(player) = player {
                self.push_mark(middle, player);
            }
        }
    }

    fn push_mark(&mut self, middle: [u32; 2], player: Player) {
        let color = self.palette.disc(player).mark;
        match player {
            Player::First => self.shapes.circle(middle, 15, &ring(color, RING)),
            Player::Second => self.shapes.circle(middle, 8, &fill(color)),
        }
    }

    fn push_plate(&mut self) {
        let colors = self.palette.board();
        let style = format!(
            r#"fill="{}" fill-rule="evenodd" stroke="{}" stroke-width="2""#,
            colors.board, colors.edge
        );
        let holes = self.cells().map(|cell| hole(self.middle_of(cell)));
        let commands = rounded(self.plate()) + &holes.collect::<String>();
        self.shapes.path(&commands, &style);
    }

    fn push_arrows(&mut self) {
        for &column in &self.diagram.arrows {
            let discs = self.diagram.board.discs().in_column(column);
            let [x, y] = self.middle_of(Cell { column, row: discs.count() });
            let tail = y - 13;
            self.push_cased(&format!("M{x} {tail}v26m-11-11l11 11l11-11"), 5);
        }
    }

    fn push_numbers(&mut self) {
        let style = stroke(self.palette.board().ink, glyph::PEN);
        self.shapes.push(format_args!("<g {style}>"));
        for column in self.size.columns() {
            let middle = [Self::x_of(column), MARGIN + HEAD / 2 + 1];
            self.shapes.push(glyph::write(&column.to_string(), middle, NUMBER_HEIGHT, CELL));
        }
        let y = MARGIN + self.plate()[1] - FOOT_WITH_NOTES / 2 - 1;
        let notes = self.size.columns().zip(&self.diagram.notes);
        for (column, note) in notes.filter(|(_, note)| !note.is_empty()) {
            self.shapes.push(glyph::write(note, [Self::x_of(column), y], NOTE_HEIGHT, CELL - 8));
        }
        self.shapes.push("</g>");
    }

    /// A ring around the hole.
    fn push_last_move(&mut self) {
        if let Some(cell) = self.diagram.last_move {
            let ring = ring(self.palette.board().ink, RING);
            self.shapes.circle(self.middle_of(cell), HOLE + 2, &ring);
        }
    }

    /// A bar through the discs.
    fn push_winning_lines(&mut self) {
        for line in &self.diagram.winning_lines {
            let cells = || line.cells.cells().map(|cell| self.middle_of(cell));
            let [x, y] = cells().next().expect("a line has cells");
            let [end_x, end_y] = cells().last().expect("a line has cells");
            self.push_cased(&format!("M{x} {y}L{end_x} {end_y}"), 8);
        }
    }

    /// A line with a border in the color of the board: it is seen on discs and on every page.
    fn push_cased(&mut self, commands: &str, width: u32) {
        let colors = self.palette.board();
        self.shapes.path(commands, &stroke(colors.board, width + 5));
        self.shapes.path(commands, &stroke(colors.ink, width));
    }
}

/// The outline of the plate, with round corners.
fn rounded([width, height]: [u32; 2]) -> String {
    let (left, width, height) = (MARGIN + CORNER, width - 2 * CORNER, height - 2 * CORNER);
    let corner = |to: &str| format!("a{CORNER} {CORNER} 0 0 1 {to}");
    let right_down = corner(&format!("{CORNER} {CORNER}"));
    let left_down = corner(&format!("-{CORNER} {CORNER}"));
    let left_up = corner(&format!("-{CORNER}-{CORNER}"));
    let right_up = corner(&format!("{CORNER}-{CORNER}"));
    format!(
        "M{left} {MARGIN}h{width}{right_down}v{height}{left_down}h-{width}{left_up}v-{height}{right_up}z"
    )
}

/// A circle of two arcs.
fn hole([x, y]: [u32; 2]) -> String {
    let (left, across) = (x - HOLE, 2 * HOLE);
    format!("M{left} {y}a{HOLE} {HOLE} 0 1 0 {across} 0a{HOLE} {HOLE} 0 1 0-{across} 0z")
}
