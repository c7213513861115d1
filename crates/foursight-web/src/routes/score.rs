//! `GET /api/score`: the score of a position, without those of its moves.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use foursight_answers::PositionParams;
use foursight_answers::score::{self, ScoreBody};

use crate::http::client::Client;
use crate::http::error::{ErrorBody, Result};
use crate::http::position_query::PositionQuery;
use crate::solving::Solving;

/// The score of a position: sooner than those of all moves.
#[utoipa::path(
    get, path = "/api/score", tag = "positions", params(PositionParams),
    responses(
        (status = OK, body = ScoreBody), (status = "4XX", body = ErrorBody),
        (status = SERVICE_UNAVAILABLE, body = ErrorBody, description = "no turn of the solver in time, or too many of your questions wait"),
    )
)]
pub(crate) async fn score(
    State(solving): State<Arc<Solving>>,
    client: Client,
    PositionQuery(game): PositionQuery,
) -> Result<Json<ScoreBody>> {
    let answer =
        solving.ask(client.network, move |solver, limits| Ok(score::score(&game, solver, limits)));
    Ok(Json(answer.await?))
}
