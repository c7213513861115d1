//! `GET /api/analyze`: what every move of a position leads to.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use foursight_answers::PositionParams;
use foursight_answers::analysis::{self, AnalysisBody};

use crate::http::client::Client;
use crate::http::error::{ErrorBody, Result};
use crate::http::position_query::PositionQuery;
use crate::solving::Solving;

/// What every move of a position leads to.
#[utoipa::path(
    get, path = "/api/analyze", tag = "positions", params(PositionParams),
    responses(
        (status = OK, body = AnalysisBody), (status = "4XX", body = ErrorBody),
        (status = SERVICE_UNAVAILABLE, body = ErrorBody, description = "no turn of the solver in time, or too many of your questions wait"),
    )
)]
pub(crate) async fn analyze(
    State(solving): State<Arc<Solving>>,
    client: Client,
    PositionQuery(game): PositionQuery,
) -> Result<Json<AnalysisBody>> {
    let answer = solving
        .ask(client.network, move |solver, limits| Ok(analysis::analyze(&game, solver, limits)));
    Ok(Json(answer.await?))
}
