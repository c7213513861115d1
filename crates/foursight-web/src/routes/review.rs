//! `GET /api/review`: every move of a game graded.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use foursight_answers::PositionParams;
use foursight_answers::review::{ReviewBody, ReviewParams};

use crate::http::client::Client;
use crate::http::error::{ErrorBody, Result};
use crate::http::extract::Params;
use crate::http::position_query::PositionQuery;
use crate::solving::Solving;

/// The moves of a game graded by the exact solver.
#[utoipa::path(
    get, path = "/api/review", tag = "positions", params(PositionParams, ReviewParams),
    responses(
        (status = OK, body = ReviewBody), (status = "4XX", body = ErrorBody),
        (status = SERVICE_UNAVAILABLE, body = ErrorBody, description = "no turn of the solver in time, or too many of your questions wait"),
    )
)]
pub(crate) async fn review(
    State(solving): State<Arc<Solving>>,
    client: Client,
    PositionQuery(game): PositionQuery,
    Params(ReviewParams { why }): Params<ReviewParams>,
) -> Result<Json<ReviewBody>> {
    Ok(Json(solving.review(client.network, game, why).await?))
}
