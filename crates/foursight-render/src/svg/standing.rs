//! The board as it stands on a table: a plate with holes, and discs behind it.
//!
//! From back to front: background, discs with their marks, arrows, the plate, numbers, the last
//! move, winning lines.

use std::fmt::Write;

use foursight::{AnySize, Cell, Column, Line, Player, Size};

use super::{Drawing, glyph, push};
use crate::{Diagram, Look, Palette, Theme};

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
const NUMBER_HEIGHT: u32 = 16;
const NOTE_HEIGHT: u32 = 20;

pub(super) fn draw(diagram: &Diagram, look: &Look) -> Drawing {
    let standing = Standing { diagram, size: diagram.board.size() };
    let mut shapes = String::new();
    standing.push_discs(&mut shapes, look.palette);
    standing.push_arrows(&mut shapes, look.theme);
    standing.push_plate(&mut shapes, look.palette);
    standing.push_numbers(&mut shapes, look.palette);
    standing.push_last_move(&mut shapes, look.palette);
    standing.push_winning_lines(&mut shapes, look.palette);
    let [width, height] = standing.plate();
    Drawing {
        width: width + 2 * MARGIN,
        height: height + 2 * MARGIN,
        background: look.theme.background(),
        shapes,
    }
}

struct Standing<'a> {
    diagram: &'a Diagram,
    size: AnySize,
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

    fn push_discs(&self, shapes: &mut String, palette: Palette) {
        let radius = HOLE + 2;
        for cell in self.cells() {
            let Some(player) = self.diagram.disc_at(cell) else { continue };
            let ([x, y], disc) = (self.middle_of(cell), palette.disc(player));
            let (fill, mark) = (disc.fill, disc.mark);
            push(shapes, format_args!(r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}"/>"#));
            match player {
                Player::First => push(
                    shapes,
                    format_args!(
                        r#"<circle cx="{x}" cy="{y}" r="15" fill="none" stroke="{mark}" stroke-width="4"/>"#
                    ),
                ),
                Player::Second => {
                    push(
                        shapes,
                        format_args!(r#"<circle cx="{x}" cy="{y}" r="8" fill="{mark}"/>"#),
                    );
                }
            }
        }
    }

    fn push_arrows(&self, shapes: &mut String, theme: Theme) {
        let ink = theme.ink();
        for &column in &self.diagram.arrows {
            let landing =
                |cell: &Cell| cell.column == column && self.diagram.disc_at(*cell).is_none();
            let Some(cell) = self.cells().find(landing) else { continue };
            let [x, y] = self.middle_of(cell);
            let y = y - 13;
            push(
                shapes,
                format_args!(
                    r#"<path d="M{x} {y}v26m-11-11l11 11l11-11" fill="none" stroke="{ink}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>"#
                ),
            );
        }
    }

    fn push_plate(&self, shapes: &mut String, palette: Palette) {
        let (colors, [width, height]) = (palette.board(), self.plate());
        let (board, edge) = (colors.board, colors.edge);
        let (left, straight_x, straight_y) =
            (MARGIN + CORNER, width - 2 * CORNER, height - 2 * CORNER);
        let mut outline = format!(
            "M{left} {MARGIN}h{straight_x}a{CORNER} {CORNER} 0 0 1 {CORNER} {CORNER}v{straight_y}\
             a{CORNER} {CORNER} 0 0 1-{CORNER} {CORNER}h-{straight_x}\
             a{CORNER} {CORNER} 0 0 1-{CORNER}-{CORNER}v-{straight_y}\
             a{CORNER} {CORNER} 0 0 1 {CORNER}-{CORNER}z"
        );
        let across = 2 * HOLE;
        for cell in self.cells() {
            let [x, y] = self.middle_of(cell);
            let arcs = format_args!(
                "M{} {y}a{HOLE} {HOLE} 0 1 0 {across} 0a{HOLE} {HOLE} 0 1 0-{across} 0z",
                x - HOLE
            );
            write!(outline, "{arcs}").expect("a string takes all");
        }
        push(
            shapes,
            format_args!(
                r#"<path fill="{board}" stroke="{edge}" stroke-width="2" fill-rule="evenodd" d="{outline}"/>"#
            ),
        );
    }

    fn push_numbers(&self, shapes: &mut String, palette: Palette) {
        let (ink, pen) = (palette.board().ink, glyph::PEN);
        push(
            shapes,
            format_args!(
                r#"<g fill="none" stroke="{ink}" stroke-width="{pen}" stroke-linecap="round" stroke-linejoin="round">"#
            ),
        );
        for column in self.size.columns() {
            let middle = [Self::x_of(column), MARGIN + HEAD / 2 + 1];
            shapes.push_str(&glyph::write(&column.to_string(), middle, NUMBER_HEIGHT, CELL));
        }
        let middle_of_notes = MARGIN + self.plate()[1] - FOOT_WITH_NOTES / 2 - 1;
        for (column, note) in self.size.columns().zip(&self.diagram.notes) {
            let middle = [Self::x_of(column), middle_of_notes];
            shapes.push_str(&glyph::write(note, middle, NOTE_HEIGHT, CELL - 8));
        }
        shapes.push_str("</g>\n");
    }

    /// A ring around the hole.
    fn push_last_move(&self, shapes: &mut String, palette: Palette) {
        let Some(cell) = self.diagram.last_move else { return };
        let ([x, y], ink) = (self.middle_of(cell), palette.board().ink);
        let radius = HOLE + 2;
        push(
            shapes,
            format_args!(
                r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="{ink}" stroke-width="4"/>"#
            ),
        );
    }

    /// A bar through the discs, cased in the color of the board so that it stands out from them.
    fn push_winning_lines(&self, shapes: &mut String, palette: Palette) {
        let colors = palette.board();
        for (color, width) in [(colors.board, 14), (colors.ink, 8)] {
            for line in &self.diagram.winning_lines {
                let [[x, y], [end_x, end_y]] = self.ends_of(line);
                push(
                    shapes,
                    format_args!(
                        r#"<path d="M{x} {y}L{end_x} {end_y}" stroke="{color}" stroke-width="{width}" stroke-linecap="round"/>"#
                    ),
                );
            }
        }
    }

    fn ends_of(&self, line: &Line<AnySize>) -> [[u32; 2]; 2] {
        let first = line.cells.cells().next().expect("a line has cells");
        let last = line.cells.cells().last().expect("a line has cells");
        [self.middle_of(first), self.middle_of(last)]
    }
}
