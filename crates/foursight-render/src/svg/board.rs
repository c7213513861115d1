//! The board as it stands on a table: the page's plate with numbers, notes and signs, as a separate picture.
//!
//! From back to front: the ground, discs, the plate with its marks, arrows, labels, numbers, notes, the overlay.

use foursight::{Cell, Column, Size};

use super::{Colors, Drawing, Shapes, definitions, glyph, stroke};
use crate::measures::{CELL, FOOT, HOLE, PAD};
use crate::{Diagram, Look, Palette, Theme};

/// The distance from the plate to the left, right and upper border of the picture; below it there is also room for a
/// shadow.
const MARGIN: i64 = 30;
const BELOW: i64 = 48;
/// The lane above the plate where there are notes.
const NOTES: i64 = 50;
/// The extra width of the frame on the left for the row numbers.
const ROWS: i64 = 25;
/// Letters and digits, and their strip.
const NAME_HEIGHT: i64 = 20;
const LABEL_HEIGHT: i64 = 36;
const NOTE_HEIGHT: i64 = 20;

pub(super) fn draw(diagram: &Diagram, look: &Look) -> Drawing {
    let colors = Colors::new(look.palette, look.theme);
    let mut shapes = Shapes::new(colors);
    shapes.push(definitions(colors));
    let [width, height] = diagram.plate();
    let is_opaque = look.theme != Theme::Transparent;
    let rows = if diagram.has_coordinates { ROWS } else { 0 };
    if is_opaque {
        let (x, wide, paint) =
            ((width - rows) / 2, i64::midpoint(width, rows), colors.paint("ground-paint"));
        let (rx, y) = (wide - 4, height);
        shapes
            .push(format_args!(r#"<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="26" fill="{paint}"/>"#));
    }
    diagram.push_board(&mut shapes, PAD + rows, is_opaque || look.palette == Palette::RedBlack);
    diagram.push_arrows(&mut shapes);
    diagram.push_labels(&mut shapes);
    diagram.push_names(&mut shapes);
    diagram.push_notes(&mut shapes);
    diagram.push_overlay(&mut shapes);
    let above = MARGIN + if diagram.notes.is_empty() { 0 } else { NOTES };
    Drawing {
        view: [-MARGIN - rows, -above, width + 2 * MARGIN + rows, height + above + BELOW],
        // A cell is 64 pixels wide.
        scale: 0.64,
        background: is_opaque.then(|| look.palette.color("page", look.theme == Theme::Dark)),
        shapes,
    }
}

impl Diagram {
    fn x_of(&self, column: Column) -> i64 {
        self.middle(Cell { column, row: 0 })[0]
    }

    fn push_arrows(&self, shapes: &mut Shapes) {
        for &column in &self.arrows {
            let discs = self.board.discs().in_column(column);
            let [x, y] = self.middle(Cell { column, row: discs.count() });
            let commands = format!("M{x} {}v42m-18-18l18 18l18-18", y - 22);
            shapes.cased(&commands, [("sign", 9), ("lens", 19)]);
        }
    }

    fn push_labels(&self, shapes: &mut Shapes) {
        for &(cell, sign) in &self.labels {
            let label = glyph::write(&sign.to_string(), self.middle(cell), LABEL_HEIGHT, CELL);
            write_cased(shapes, &label, ["line", "line-edge"]);
        }
    }

    /// Draws the column numbers or, with coordinates, the column letters and row numbers.
    pub(crate) fn push_names(&self, shapes: &mut Shapes) {
        let size = self.board.size();
        let y = self.plate()[1] - FOOT / 2 + 2;
        let name_of = |column: Column| {
            if self.has_coordinates { column.letter().to_string() } else { column.to_string() }
        };
        let mut names: Vec<String> = size
            .columns()
            .map(|column| glyph::write(&name_of(column), [self.x_of(column), y], NAME_HEIGHT, CELL))
            .collect();
        for row in (0..size.height()).filter(|_| self.has_coordinates) {
            let [_, y] = self.middle(Cell::new(0, row));
            let x = PAD / 2 - ROWS / 2 + 2;
            names.push(glyph::write(&(row + 1).to_string(), [x, y], NAME_HEIGHT, ROWS));
        }
        write(shapes, &names.join("\n"), "board-ink", glyph::PEN);
    }

    /// Draws the notes above their columns, as the page shows scores.
    fn push_notes(&self, shapes: &mut Shapes) {
        let colors = shapes.colors;
        let [card, edge] = ["card", "edge-strong"].map(|name| colors.get(name));
        let notes = self.board.size().columns().zip(&self.notes);
        for (column, note) in notes.filter(|(_, note)| !note.is_empty()) {
            let middle @ [x, y] = [self.x_of(column), -28];
            let (left, top, width) = (x - HOLE, y - 20, 2 * HOLE);
            shapes.push(format_args!(
                r#"<rect x="{left}" y="{top}" width="{width}" height="40" rx="20" fill="{card}" stroke="{edge}" stroke-width="1.5"/>"#
            ));
            write(shapes, &glyph::write(note, middle, NOTE_HEIGHT, 66), "ink", glyph::PEN);
        }
    }
}

/// Glyphs in a color.
pub(super) fn write(shapes: &mut Shapes, glyphs: &str, color: &'static str, pen: f32) {
    let style = stroke(&shapes.colors.get(color), pen);
    shapes.push(format_args!("<g {style}>\n{glyphs}\n</g>"));
}

/// Glyphs with a border, legible on every color.
fn write_cased(shapes: &mut Shapes, glyphs: &str, [ink, edge]: [&'static str; 2]) {
    write(shapes, glyphs, edge, 2.6 * glyph::PEN);
    write(shapes, glyphs, ink, glyph::PEN);
}
