//! `POST /api/games/{id}/moves`: a move, which can be sent again without harm.

use std::sync::Arc;

use axum::extract::State as Shared;
use axum::response::Response;
use foursight::Column;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{GameBody, game_response};
use crate::App;
use crate::game::seat::SecretHash;
use crate::game::{Refusal, State};
use crate::games::LiveTable;
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::extract::{Body, Segment};
use crate::http::seat_cookies::Asker;

#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct PlayBody {
    /// The column, from 1.
    #[schema(example = 4)]
    column: usize,
    /// The number of discs before the move: what the game's `ply` is.
    #[schema(example = 0)]
    ply: usize,
    /// The `seq` of the last event or answer seen. With it, a move that is sent again after it was taken
    /// back is refused instead of being played again.
    seq: Option<u64>,
}

/// Play a column.
///
/// The move is on the disk before it is answered. The same move at the same ply again changes nothing and
/// is answered in the same way; another one at a ply that was played is a conflict.
#[utoipa::path(
    post, path = "/api/games/{id}/moves", tag = "games", params(("id" = String, Path)),
    request_body = PlayBody,
    responses(
        (status = OK, body = GameBody), (status = "4XX", body = ErrorBody),
        (status = CONFLICT, body = ErrorBody, description = "another turn, ply or column; with the game"),
    )
)]
pub(crate) async fn play(
    Shared(app): Shared<Arc<App>>,
    Segment(id): Segment<String>,
    asker: Asker,
    Body(body): Body<PlayBody>,
) -> Result<Response> {
    let live = app.table(&id).await?;
    let player = app.look(&live, |table| asker.player(table)).await?;
    app.play(&live, player.secret, body).await?;
    Ok(game_response(&app, &live, &asker).await)
}

impl App {
    /// Plays for a seat that was recognized.
    pub(super) async fn play(
        self: &Arc<Self>,
        live: &Arc<LiveTable>,
        player: SecretHash,
        PlayBody { column, ply, seq }: PlayBody,
    ) -> Result<State> {
        let column = column.checked_sub(1).and_then(Column::checked);
        let none =
            || Error::invalid("column", "columns count from 1, up to the width of the board");
        let column = column.ok_or_else(none)?;
        metrics::counter!("foursight_moves_total").increment(1);
        self.change(live, move |table, now| -> Result<_, Refusal> {
            table.play(table.color_now(&player), (column, ply), seq, now)
        })
        .await
    }
}
