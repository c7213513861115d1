//! `/api/position`: what the rules say of a position, and which one a text describes.

use axum::Json;
use foursight_answers::PositionParams;
use foursight_answers::position::{PositionBody, PositionText};

use crate::http::error::{ErrorBody, Result};
use crate::http::extract::Body;
use crate::http::position_query::PositionQuery;

/// What the rules say of a position.
#[utoipa::path(
    get, path = "/api/position", tag = "positions", params(PositionParams),
    responses((status = OK, body = PositionBody), (status = "4XX", body = ErrorBody))
)]
pub(crate) async fn position(PositionQuery(game): PositionQuery) -> Result<Json<PositionBody>> {
    Ok(Json(PositionBody::new(&game)))
}

/// The position that a text describes, with moves that lead there.
#[utoipa::path(
    post, path = "/api/position", tag = "positions", request_body = PositionText,
    responses((status = OK, body = PositionBody), (status = "4XX", body = ErrorBody))
)]
pub(crate) async fn read_position(Body(text): Body<PositionText>) -> Result<Json<PositionBody>> {
    Ok(Json(PositionBody::new(&text.game()?)))
}
