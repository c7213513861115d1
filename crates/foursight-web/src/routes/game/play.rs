//! What players do: `POST /api/games/{id}/moves`, a move, which clients may safely send again, and `POST
//! /api/games/{id}/actions`, everything else.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use foursight::{Column, Player};
use foursight_answers::read_column;
use foursight_games::{Action, Change, Games, Moment, NetworkGame, Refusal, Version};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{GameForRequester, change_as_player};
use crate::http::error::{ErrorBody, Result};
use crate::http::extract::{Body, Segment};
use crate::http::requester::Requester;

#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct PlayBody {
    /// The column, from 1.
    #[schema(example = 4)]
    column: usize,
    /// The number of discs before the move: the game's `ply`.
    #[schema(example = 0)]
    ply: usize,
    /// The `seq` of the last event or answer seen. With it, a move that is repeated after it was taken back
    /// is refused instead of being played again.
    #[schema(value_type = Option<u64>)]
    seq: Option<Version>,
}

/// A move that could be played in some game.
#[derive(Clone, Copy, Debug)]
pub(super) struct RequestedMove {
    column: Column,
    ply: usize,
    seq: Option<Version>,
}

/// Play a column.
///
/// The answer is sent once the move is on disk. Repeating the move at the same ply changes nothing and
/// gets the same answer; another move at a ply already played is a conflict.
#[utoipa::path(
    post, path = "/api/games/{id}/moves", tag = "games", params(("id" = String, Path)),
    request_body = PlayBody,
    responses(
        (status = OK, body = GameForRequester), (status = "default", body = ErrorBody),
        (status = CONFLICT, body = ErrorBody, description = "wrong turn, ply or column; the answer includes the game"),
    )
)]
pub(crate) async fn play(
    State(games): State<Arc<Games>>,
    Segment(id): Segment<String>,
    requester: Requester,
    Body(body): Body<PlayBody>,
) -> Result<Response> {
    let wanted = body.read()?;
    let play = move |game: &mut NetworkGame, player, now| wanted.play(game, player, now);
    change_as_player(&games, &id, requester, play).await
}

impl PlayBody {
    pub(super) fn read(self) -> Result<RequestedMove> {
        let Self { column, ply, seq } = self;
        Ok(RequestedMove { column: read_column(column)?, ply, seq })
    }
}

impl RequestedMove {
    pub(super) fn play(
        self,
        game: &mut NetworkGame,
        player: Player,
        now: Moment,
    ) -> Result<Option<Change>, Refusal> {
        metrics::counter!("foursight_moves_total").increment(1);
        game.play(player, (self.column, self.ply), self.seq, now)
    }
}

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
