//! A board within the first HTML of a page, where the board of the page will stand and as it will look.

use foursight::{AnySize, Game};
use foursight_render::{Diagram, TextStyle};

use super::escape;

/// The board as a picture, in the colors of the page's style sheets.
pub(crate) fn board_svg(game: &Game<AnySize>) -> String {
    format!("<div class=\"first-board\">{}</div>", Diagram::of_game(game).to_page_svg())
}

/// The board as text, for browsers without scripts.
pub(crate) fn board_text(game: &Game<AnySize>) -> String {
    let text = Diagram::of_game(game).to_text(TextStyle::Letters);
    format!("<pre>{}</pre>", escape(&text))
}
