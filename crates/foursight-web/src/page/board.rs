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
    let size = game.position().size();
    let mut name = |x, y, name: &dyn std::fmt::Display| {
        write!(names, "<text class=\"column-name\" x=\"{x}\" y=\"{y}\">{name}</text>")
            .expect("a string takes all");
    };
    for (x, letter) in (70..).step_by(100).zip(('a'..).take(size.width().into())) {
        name(x, height - 24, &letter);
    }
    for (row, y) in (1..=size.height()).rev().zip((70..).step_by(100)) {
        name(14, y, &row);
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
