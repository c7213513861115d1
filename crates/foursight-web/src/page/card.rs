//! The words in a link's picture about the position it leads to.

use foursight::{AnySize, Game, Outcome, Player};
use foursight_render::{Card, Diagram};
use serde::Deserialize;
use strum::IntoStaticStr;

/// The subject of a card's words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub(crate) enum CardWords {
    /// The state of the position.
    #[default]
    Position,
    /// A puzzle whose one right disc wins.
    Win,
    /// A network game with a free seat.
    Invitation,
}

impl CardWords {
    /// The name in a card's address.
    pub(super) fn name(self) -> &'static str {
        self.into()
    }

    /// The card of the position of `game`.
    pub(crate) fn card(self, game: &Game<AnySize>) -> Card {
        let (headline, words) = match self {
            Self::Position => of_position(game),
            Self::Win => (["Only one", "disc wins."], "See which, and why."),
            Self::Invitation => (["Play me at", "Connect Four."], "One seat is free."),
        };
        Card {
            diagram: Diagram::of_game(game),
            headline: headline.map(str::to_owned),
            words: words.to_owned(),
        }
    }
}

fn of_position(game: &Game<AnySize>) -> ([&'static str; 2], &'static str) {
    let decided = "See which move decided it, and why.";
    match game.outcome() {
        Some(Outcome::Win(Player::First)) => (["Red has won.", "How?"], decided),
        Some(Outcome::Win(Player::Second)) => (["Yellow has won.", "How?"], decided),
        Some(Outcome::Draw) => (["A draw.", "How?"], decided),
        None if game.moves().is_empty() => {
            (["Connect Four that", "shows you why."], "See which move decided the game, and why.")
        }
        None => (["What would", "you play?"], "See what each disc leads to, and why."),
    }
}
