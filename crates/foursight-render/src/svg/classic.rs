//! The classroom picture: circles in squares, and nothing else.
//!
//! Squares of 25 pixels, with circles of radius 10 in their middle and an outline of 2 that lies
//! half inside and half outside.

use foursight::{Player, Size};

use super::{Colors, Drawing, Shapes};
use crate::{Diagram, Palette, Theme};

const SQUARE: i64 = 25;
const WHITE: &str = "#ffffff";

pub(super) fn draw(diagram: &Diagram, theme: Theme) -> Drawing {
    let size = diagram.board.size();
    let [width, height] = [size.width(), size.height()].map(|n_cells| SQUARE * n_cells as i64);
    let mut shapes = Shapes::new(Colors::new(Palette::Classic, theme));
    shapes.push(r##"<g stroke="#000000" stroke-width="2">"##);
    for row in 0..size.height() {
        for column in size.columns() {
            let color = match diagram.board.disc_at(row, column) {
                None => WHITE,
                Some(Player::First) => "#ff0000",
                Some(Player::Second) => "#000000",
            };
            let [x, y] = [column.index(), row].map(|index| SQUARE * index as i64 + SQUARE / 2);
            shapes.push(format_args!(r#"<circle cx="{x}.5" cy="{y}.5" r="10" fill="{color}"/>"#));
        }
    }
    shapes.push("</g>");
    // Black discs would not be seen on a dark page.
    let background = (theme != Theme::Transparent).then_some(WHITE);
    Drawing { view: [0, 0, width, height], scale: 1.0, background, shapes }
}
