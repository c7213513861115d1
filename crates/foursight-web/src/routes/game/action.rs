//! `POST /api/games/{id}/actions`: what players can do besides playing a column.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{GameForAsker, change_as_player};
use crate::game::Action;
use crate::games::Games;
use crate::http::asker::Asker;
use crate::http::error::{ErrorBody, Result};
use crate::http::extract::{Body, Segment};

#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub(crate) struct ActionBody {
    action: ActionName,
}

/// What a player can do besides playing a column.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Action)]
pub(super) enum ActionName {
    Resign,
    OfferTakeback,
    AcceptTakeback,
    DeclineTakeback,
    OfferRematch,
    AcceptRematch,
    Swap,
    ClaimTime,
}

/// Resign, agree on taking a move back or on a rematch, swap sides, claim a win on time.
///
/// A second offer of a rematch accepts the first. The server watches the clock anyway: claiming time only
/// makes it look at once.
#[utoipa::path(
    post, path = "/api/games/{id}/actions", tag = "games", params(("id" = String, Path)),
    request_body = ActionBody,
    responses(
        (status = OK, body = GameForAsker), (status = "4XX", body = ErrorBody),
        (status = CONFLICT, body = ErrorBody, description = "not possible now; with the game"),
    )
)]
pub(crate) async fn act(
    State(games): State<Arc<Games>>,
    Segment(id): Segment<String>,
    asker: Asker,
    Body(ActionBody { action }): Body<ActionBody>,
) -> Result<Response> {
    let action = action.into();
    change_as_player(&games, &id, asker, move |game, player, now| game.act(player, action, now))
        .await
}

impl From<ActionName> for Action {
    fn from(name: ActionName) -> Self {
        match name {
            ActionName::Resign => Self::Resign,
            ActionName::OfferTakeback => Self::OfferTakeback,
            ActionName::AcceptTakeback => Self::AcceptTakeback,
            ActionName::DeclineTakeback => Self::DeclineTakeback,
            ActionName::OfferRematch => Self::OfferRematch,
            ActionName::AcceptRematch => Self::AcceptRematch,
            ActionName::Swap => Self::Swap,
            ActionName::ClaimTime => Self::ClaimTime,
        }
    }
}
