//! The picture of the classroom: circles in squares, and nothing else.
//!
//! Squares of 25 pixels, with circles of radius 10 in their middle and an outline of 2 that lies
//! half inside and half outside.

use foursight::Size;

use super::Drawing;
use super::shapes::{Shapes, fill};
use crate::{Diagram, Palette, Theme};

const SQUARE: u32 = 25;
const WHITE: &str = "#ffffff";

pub(super) fn draw(diagram: &Diagram, theme: Theme) -> Drawing {
    let size = diagram.board.size();
    let [width, height] = [size.width(), size.height()].map(|n_cells| SQUARE * n_cells as u32);
    let mut shapes = Shapes::default();
    shapes.push(r##"<g stroke="#000000" stroke-width="2">"##);
    for row in 0..size.height() {
        for column in size.columns() {
            let disc = diagram.board.disc_at(row, column);
            let fill = fill(disc.map_or(WHITE, |player| Palette::Classic.disc(player).fill));
            let [x, y] = [column.index(), row].map(|index| SQUARE * index as u32 + SQUARE / 2);
            shapes.push(format_args!(r#"<circle cx="{x}.5" cy="{y}.5" r="10" {fill}/>"#));
        }
    }
    shapes.push("</g>");
    // Black discs would not be seen on a dark page.
    let background = (theme != Theme::Transparent).then_some(WHITE);
    Drawing { width, height, background, shapes }
}
