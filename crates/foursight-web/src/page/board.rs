//! A board within the first HTML of a page, where the board of the page will stand and as it will look.

use std::fmt::Write;

use foursight::{AnySize, Game, Size};
use foursight_render::{Diagram, Plate, TextStyle};

use super::escape;

/// The lane above the plate, in its units.
const LANE: i64 = 108;

/// The board as a picture, in the colors of the page's style sheets.
pub(crate) fn board_svg(game: &Game<AnySize>) -> String {
    let Plate { width, height, shapes } = Diagram::of_game(game).to_plate();
    let all = height + LANE;
    let mut names = String::new();
    for column in game.position().size().columns() {
        let (x, y) = (70 + 100 * column.index(), height - 24);
        write!(names, "<text class=\"column-name\" x=\"{x}\" y=\"{y}\">{column}</text>")
            .expect("a string takes all");
    }
    format!(
        "<div class=\"first-board\"><svg class=\"picture\" viewBox=\"0 -{LANE} {width} {all}\" aria-hidden=\"true\">\n\
         {shapes}{names}</svg></div>"
    )
}

/// The board as text, for browsers without scripts.
pub(crate) fn board_text(game: &Game<AnySize>) -> String {
    let text = Diagram::of_game(game).to_text(TextStyle::Letters);
    format!("<pre>{}</pre>", escape(&text))
}
