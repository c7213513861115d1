//! How a network game ends.

use foursight::record;
use foursight::{Outcome, Player};
use serde::Serialize;
use utoipa::ToSchema;

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = EndingName)]
pub(crate) enum Ending {
    Line,
    Draw,
    Agreed,
    Resigned,
    Time,
}

/// An end that the board does not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// Both agreed on a draw.
    Agreed,
    /// The other player resigned.
    Resigned { winner: Player },
    /// The other player's time is up.
    Time { winner: Player },
}

/// How a game that stands on the board like this has ended: what the board shows comes first.
pub(super) fn ended(
    board: Option<Outcome>,
    decision: Option<Decision>,
) -> Option<(Outcome, Ending)> {
    match (board, decision) {
        (Some(Outcome::Draw), _) => Some((Outcome::Draw, Ending::Draw)),
        (Some(win), _) => Some((win, Ending::Line)),
        (None, decision) => decision.map(Decision::end),
    }
}

impl Decision {
    fn end(self) -> (Outcome, Ending) {
        match self {
            Self::Agreed => (Outcome::Draw, Ending::Agreed),
            Self::Resigned { winner } => (Outcome::Win(winner), Ending::Resigned),
            Self::Time { winner } => (Outcome::Win(winner), Ending::Time),
        }
    }
}

impl From<Decision> for record::Decision {
    fn from(decision: Decision) -> Self {
        let ending = match decision {
            Decision::Agreed => record::Ending::Agreement,
            Decision::Resigned { .. } => record::Ending::Resignation,
            Decision::Time { .. } => record::Ending::Time,
        };
        Self { outcome: decision.end().0, ending: Some(ending) }
    }
}
