//! `/api/text`: a position as lines of text.

use foursight::{AnySize, Game};
use foursight_render::{Diagram, TextStyle};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

/// The look of a position as text.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Style {
    /// `X` the first player and `O` the second, with marks.
    #[default]
    Letters,
    /// `X` the side to move and `O` the other, column numbers below.
    Ascii,
    /// Colored circles under a header.
    Emoji,
    /// `●` the first player and `○` the second, with marks.
    Discs,
}

/// Parameters of the text besides the position.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StyleParams {
    #[serde(default)]
    #[param(inline)]
    style: Style,
}

impl StyleParams {
    /// The position in this style.
    pub fn text(&self, game: &Game<AnySize>) -> String {
        let diagram = Diagram::of_game(game);
        match self.style {
            Style::Letters => diagram.to_text(TextStyle::Letters),
            Style::Ascii => diagram.to_text(TextStyle::Ascii),
            Style::Emoji => diagram.to_text(TextStyle::Emoji),
            // Without the colors of a terminal, filled and hollow discs still differ.
            Style::Discs => diagram.to_text(TextStyle::Letters).replace('X', "●").replace('O', "○"),
        }
    }
}
