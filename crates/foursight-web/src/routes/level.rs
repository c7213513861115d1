//! `GET /api/move` and `/api/levels`: the machine as a player.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use foursight_answers::PositionParams;
use foursight_answers::level::{self, LevelBody, LevelParams, LevelQuestion, MachineMove};

use crate::http::client::Client;
use crate::http::error::{ErrorBody, Result};
use crate::http::extract::Params;
use crate::http::position_query::PositionQuery;
use crate::solving::Solving;

/// The move that a level chooses.
#[utoipa::path(
    get, path = "/api/move", tag = "positions", params(PositionParams, LevelParams),
    responses(
        (status = OK, body = MachineMove), (status = "4XX", body = ErrorBody),
        (status = SERVICE_UNAVAILABLE, body = ErrorBody, description = "no turn of the solver in time, or too many of your questions wait"),
    )
)]
pub(crate) async fn choose_move(
    State(solving): State<Arc<Solving>>,
    client: Client,
    PositionQuery(game): PositionQuery,
    Params(params): Params<LevelParams>,
) -> Result<Json<MachineMove>> {
    let question = LevelQuestion::new(game, &params, fastrand::u64(..))?;
    Ok(Json(solving.choose_move(client.network, question).await?))
}

/// The levels that the machine plays at.
#[utoipa::path(
    get, path = "/api/levels", tag = "positions", responses((status = OK, body = Vec<LevelBody>))
)]
pub(crate) async fn levels() -> Json<Vec<LevelBody>> {
    Json(level::levels())
}
