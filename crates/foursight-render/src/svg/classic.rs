//! The picture of the classroom: circles in squares, and nothing else.
//!
//! Squares of 25 pixels, with circles of radius 10 in their middle and an outline of 2 that lies
//! half inside and half outside.

use foursight::Size;

use super::{Drawing, push};
use crate::{Diagram, Palette, Theme};

const SQUARE: u32 = 25;
const WHITE: &str = "#ffffff";

pub(super) fn draw(diagram: &Diagram, theme: Theme) -> Drawing {
    let size = diagram.board.size();
    let [width, height] = [size.width(), size.height()].map(|n_cells| SQUARE * n_cells as u32);
    let mut shapes = "<g stroke=\"#000000\" stroke-width=\"2\">\n".to_owned();
    for row in 0..size.height() {
        for column in size.columns() {
            let disc = diagram.board.disc_at(row, column);
            let fill = disc.map_or(WHITE, |player| Palette::Classic.disc(player).fill);
            let [x, y] = [column.index(), row].map(|index| SQUARE * index as u32 + SQUARE / 2);
            push(
                &mut shapes,
                format_args!(r#"<circle cx="{x}.5" cy="{y}.5" r="10" fill="{fill}"/>"#),
            );
        }
    }
    shapes.push_str("</g>\n");
    let background = match theme {
        Theme::Light => Some(WHITE),
        _ => theme.background(),
    };
    Drawing { width, height, background, shapes }
}
