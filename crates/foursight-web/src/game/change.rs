//! What has changed in a network game.

use serde::Serialize;
use utoipa::ToSchema;

/// What has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Change {
    Joined,
    Move,
    Takeback,
    Swapped,
    Resigned,
    Time,
    Drawn,
    Offer,
    Declined,
    Rematch,
    Said,
    /// Somebody came or went; nothing in the game changed.
    Presence,
    /// Nothing: how the game stands, for somebody who has just come.
    State,
}
