//! `/api/position`: what the rules say of a position, and which one a text describes.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use foursight_answers::PositionParams;
use foursight_answers::position::{PositionBody, PositionText};

use crate::http::client::Client;
use crate::http::error::{ErrorBody, Result};
use crate::http::extract::Body;
use crate::http::position_query::PositionQuery;
use crate::solving::Solving;

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
    responses(
        (status = OK, body = PositionBody), (status = "4XX", body = ErrorBody),
        (status = SERVICE_UNAVAILABLE, body = ErrorBody, description = "no turn of the solver in time, or too many of your questions wait"),
    )
)]
pub(crate) async fn read_position(
    State(solving): State<Arc<Solving>>,
    client: Client,
    Body(text): Body<PositionText>,
) -> Result<Json<PositionBody>> {
    // To find moves that lead there can take a while.
    let game = solving.work(client.network, move || text.game()).await??;
    Ok(Json(PositionBody::new(&game)))
}
