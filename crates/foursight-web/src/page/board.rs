//! A board within the first HTML of a page.

use foursight::{AnySize, Game};
use foursight_render::{Diagram, Look, TextStyle, Theme};

use super::escape;

/// The board as a picture without a background, which contains its description.
pub(crate) fn board_svg(game: &Game<AnySize>) -> String {
    Diagram::of_game(game).to_svg(&Look { theme: Theme::Transparent, ..Look::default() })
}

/// The board as text, for browsers without scripts.
pub(crate) fn board_text(game: &Game<AnySize>) -> String {
    let text = Diagram::of_game(game).to_text(TextStyle::Letters);
    format!("<noscript><pre>{}</pre></noscript>", escape(&text))
}
