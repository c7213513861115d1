//! `GET /api/bits`: the bitboards of a position and the win test by shifting.

use axum::Json;
use foursight_answers::PositionParams;
use foursight_answers::bits::BitsBody;

use crate::http::error::{ErrorBody, Result};
use crate::http::position_query::PositionQuery;

/// The bitboards of a position, and the win test step by step.
#[utoipa::path(
    get, path = "/api/bits", tag = "positions", params(PositionParams),
    responses((status = OK, body = BitsBody), (status = "4XX", body = ErrorBody))
)]
pub(crate) async fn bits(PositionQuery(game): PositionQuery) -> Result<Json<BitsBody>> {
    Ok(Json(BitsBody::new(game.position())))
}
