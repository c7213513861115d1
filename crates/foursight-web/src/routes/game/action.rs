//! `POST /api/games/{id}/actions`: what players can do besides playing a column.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use foursight_games::{Action, Games};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{GameForRequester, change_as_player};
use crate::http::error::{ErrorBody, Result};
use crate::http::extract::{Body, Segment};
use crate::http::requester::Requester;

#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub(crate) struct ActionBody {
    action: Action,
}

/// Resign, agree on taking a move back, a draw or a rematch, swap sides, say something.
///
/// A draw offer stands until the other player answers or moves. The players change colors in a rematch,
/// unless it was offered with the same ones; a second offer accepts the first if the colors agree, otherwise it
/// replaces it. Each phrase can be said once in a game.
#[utoipa::path(
    post, path = "/api/games/{id}/actions", tag = "games", params(("id" = String, Path)),
    request_body = ActionBody,
    responses(
        (status = OK, body = GameForRequester), (status = "default", body = ErrorBody),
        (status = CONFLICT, body = ErrorBody, description = "not possible now; the answer includes the game"),
    )
)]
pub(crate) async fn act(
    State(games): State<Arc<Games>>,
    Segment(id): Segment<String>,
    requester: Requester,
    Body(ActionBody { action }): Body<ActionBody>,
) -> Result<Response> {
    change_as_player(&games, &id, requester, move |game, player, now| game.act(player, action, now))
        .await
}
