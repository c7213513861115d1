//! The board as it stands on a table: a plate with holes, and discs behind it.
//!
//! From back to front: background, discs with their marks, the plate, arrows, labels, numbers, the
//! last move, winning lines, the overlay.

use foursight::{AnySize, Cell, Column, Direction, Player, Size};

use super::shapes::{Shapes, fill, ring, stroke};
use super::{Drawing, glyph};
use crate::palette::Disc;
use crate::{Diagram, Look, Palette};

/// The side of the square around a cell.
pub(super) const CELL: u32 = 64;
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
/// The strips left of the cells and below them for coordinates.
const COORDINATES: u32 = 24;
const CORNER: u32 = 16;
/// The pen of rings: on discs, and around the last move.
const RING: u32 = 4;
const NUMBER_HEIGHT: u32 = 16;
const NOTE_HEIGHT: u32 = 18;
const LABEL_HEIGHT: u32 = 24;

/// The left upper corner of the cells, without coordinates.
pub(super) const CORNER_OF_CELLS: [u32; 2] = [MARGIN + SIDE, MARGIN + HEAD];

pub(super) fn draw(diagram: &Diagram, look: &Look) -> Drawing {
    let mut standing = Standing::new(diagram, look.palette);
    standing.push_cells();
    standing.push_plate();
    standing.push_arrows();
    standing.push_labels();
    standing.push_numbers();
    standing.push_last_move();
    standing.push_winning_lines();
    standing.push_overlay();
    let [width, height] = standing.picture();
    Drawing { width, height, background: look.theme.background(), shapes: standing.shapes }
}

pub(super) struct Standing<'a> {
    pub(super) diagram: &'a Diagram,
    pub(super) palette: Palette,
    size: AnySize,
    pub(super) shapes: Shapes,
}

impl<'a> Standing<'a> {
    /// Nothing is drawn yet.
    pub(super) fn new(diagram: &'a Diagram, palette: Palette) -> Self {
        Self { diagram, palette, size: diagram.board.size(), shapes: Shapes::default() }
    }

    /// The width and height of the picture.
    pub(super) fn picture(&self) -> [u32; 2] {
        self.plate().map(|side| side + 2 * MARGIN)
    }

    /// The width and height of the plate.
    fn plate(&self) -> [u32; 2] {
        let foot = if self.diagram.notes.is_empty() { FOOT } else { FOOT_WITH_NOTES };
        let [width, height] = self.cells_wide_and_high();
        let coordinates = self.coordinates();
        [coordinates + width + 2 * SIDE, HEAD + height + coordinates + foot]
    }

    /// The width and height of all cells together.
    fn cells_wide_and_high(&self) -> [u32; 2] {
        [self.size.width(), self.size.height()].map(|n| CELL * n as u32)
    }

    /// The width of the strips for coordinates.
    fn coordinates(&self) -> u32 {
        if self.diagram.has_coordinates { COORDINATES } else { 0 }
    }

    /// The left upper corner of the cells.
    fn corner(&self) -> [u32; 2] {
        let [left, top] = CORNER_OF_CELLS;
        [left + self.coordinates(), top]
    }

    /// The point between the four cells in the middle of the board, or the middle of the one there.
    pub(super) fn middle(&self) -> [u32; 2] {
        let [[left, top], [width, height]] = [self.corner(), self.cells_wide_and_high()];
        [left + width / 2, top + height / 2]
    }

    /// The middle of a column, from the left.
    fn x_of(&self, column: Column) -> u32 {
        self.corner()[0] + CELL * column.index() as u32 + CELL / 2
    }

    /// The middle of a cell, from the left and from the top.
    pub(super) fn middle_of(&self, cell: Cell) -> [u32; 2] {
        let row_from_top = self.size.height() - 1 - cell.row;
        [self.x_of(cell.column), CORNER_OF_CELLS[1] + CELL * row_from_top as u32 + CELL / 2]
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (height, columns) = (self.size.height(), self.size.columns());
        columns.flat_map(move |column| (0..height).map(move |row| Cell { column, row }))
    }

    fn push_cells(&mut self) {
        let empty = self.palette.board().empty;
        for cell in self.cells() {
            let middle = self.middle_of(cell);
            match (self.diagram.disc_at(cell), empty) {
                (Some(player), _) => self.push_disc(middle, player),
                (None, Some(color)) => self.push_behind_hole(middle, color),
                (None, None) => {}
            }
        }
    }

    pub(super) fn push_disc(&mut self, middle: [u32; 2], player: Player) {
        let Disc { fill: color, mark, .. } = self.palette.disc(player);
        self.push_behind_hole(middle, color);
        match player {
            Player::First => self.shapes.circle(middle, 15, &ring(mark, RING)),
            Player::Second => self.shapes.circle(middle, 8, &fill(mark)),
        }
    }

    /// A circle that reaches a little behind the plate, so that no gap is seen between the two.
    fn push_behind_hole(&mut self, middle: [u32; 2], color: &str) {
        self.shapes.circle(middle, HOLE + 2, &fill(color));
    }

    pub(super) fn push_plate(&mut self) {
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

    /// Signs with a border in the color of the board, as that of [`Self::push_cased`].
    fn push_labels(&mut self) {
        if self.diagram.labels.is_empty() {
            return;
        }
        let colors = self.palette.board();
        for (color, width) in [(colors.board, 3.2 * glyph::PEN), (colors.ink, glyph::PEN)] {
            self.shapes.push(format_args!("<g {}>", stroke(color, width)));
            for &(cell, sign) in &self.diagram.labels {
                let middle = self.middle_of(cell);
                let label = glyph::write(&sign.to_string(), middle, LABEL_HEIGHT, CELL);
                self.shapes.push(label);
            }
            self.shapes.push("</g>");
        }
    }

    pub(super) fn push_numbers(&mut self) {
        let style = stroke(self.palette.board().ink, glyph::PEN);
        self.shapes.push(format_args!("<g {style}>"));
        for column in self.size.columns() {
            let middle = [self.x_of(column), MARGIN + HEAD / 2 + 1];
            self.shapes.push(glyph::write(&column.to_string(), middle, NUMBER_HEIGHT, CELL));
        }
        let y = MARGIN + self.plate()[1] - FOOT_WITH_NOTES / 2 - 1;
        let notes = self.size.columns().zip(&self.diagram.notes);
        for (column, note) in notes.filter(|(_, note)| !note.is_empty()) {
            self.shapes.push(glyph::write(note, [self.x_of(column), y], NOTE_HEIGHT, CELL - 8));
        }
        if self.diagram.has_coordinates {
            self.push_coordinates();
        }
        self.shapes.push("</g>");
    }

    fn push_coordinates(&mut self) {
        let [left, top] = self.corner();
        let y = top + self.cells_wide_and_high()[1] + COORDINATES / 2;
        for column in self.size.columns() {
            let letter = column.letter().to_string();
            self.shapes.push(glyph::write(&letter, [self.x_of(column), y], NUMBER_HEIGHT, CELL));
        }
        for row in 0..self.size.height() {
            let [_, y] = self.middle_of(Cell::new(0, row));
            let middle = [left - COORDINATES / 2, y];
            self.shapes.push(glyph::write(&(row + 1).to_string(), middle, NUMBER_HEIGHT, CELL));
        }
    }

    fn push_last_move(&mut self) {
        if let Some(cell) = self.diagram.last_move {
            self.push_ring(self.middle_of(cell));
        }
    }

    /// A ring around a hole.
    pub(super) fn push_ring(&mut self, middle: [u32; 2]) {
        self.shapes.circle(middle, HOLE + 2, &ring(self.palette.board().ink, RING));
    }

    fn push_winning_lines(&mut self) {
        for line in &self.diagram.winning_lines {
            let first = line.cells.cells().next().expect("a line has cells");
            self.push_bar(self.middle_of(first), line.direction, line.cells.count());
        }
    }

    /// A bar through the discs of a line, from the middle of its first cell on: the left one, or
    /// the lowest of a column.
    pub(super) fn push_bar(&mut self, [x, y]: [u32; 2], direction: Direction, n_cells: usize) {
        let length = CELL as i32 * (n_cells as i32 - 1);
        let [right, down] = match direction {
            Direction::Vertical => [0, -length],
            Direction::Horizontal => [length, 0],
            Direction::Rising => [length, -length],
            Direction::Falling => [length, length],
        };
        self.push_cased(&format!("M{x} {y}l{right} {down}"), 8);
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
