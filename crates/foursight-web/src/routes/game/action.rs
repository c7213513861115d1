//! `POST /api/games/{id}/actions`: what players can do besides playing a column.

use std::sync::Arc;

use axum::extract::State as Shared;
use axum::response::Response;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{GameBody, game_response};
use crate::App;
use crate::game::seat::SecretHash;
use crate::game::{Action, State};
use crate::games::LiveTable;
use crate::http::error::{ErrorBody, Result};
use crate::http::extract::{Body, Segment};
use crate::http::seat_cookies::Asker;

#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub(crate) struct ActionBody {
    action: Action,
}

/// Resign, take a move back by agreement, agree on a rematch, swap sides, claim the other's time.
///
/// A second offer of a rematch accepts the first. The clock is watched anyway: to claim time only asks to
/// look now.
#[utoipa::path(
    post, path = "/api/games/{id}/actions", tag = "games", params(("id" = String, Path)),
    request_body = ActionBody,
    responses(
        (status = OK, body = GameBody), (status = "4XX", body = ErrorBody),
        (status = CONFLICT, body = ErrorBody, description = "not now; with the game"),
    )
)]
pub(crate) async fn act(
    Shared(app): Shared<Arc<App>>,
    Segment(id): Segment<String>,
    asker: Asker,
    Body(ActionBody { action }): Body<ActionBody>,
) -> Result<Response> {
    let live = app.table(&id).await?;
    let player = app.look(&live, |table| asker.player(table)).await?;
    app.act(&live, player.secret, action).await?;
    Ok(game_response(&app, &live, &asker).await)
}

impl App {
    /// Acts for a seat that was recognized.
    pub(super) async fn act(
        self: &Arc<Self>,
        live: &Arc<LiveTable>,
        player: SecretHash,
        action: Action,
    ) -> Result<State> {
        self.change(live, move |table, now| table.act(table.color_now(&player), action, now)).await
    }
}
