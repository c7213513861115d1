//! `GET /api/text`: a position as lines of text.

use axum::http::header;
use axum::response::IntoResponse;
use foursight_answers::PositionParams;
use foursight_answers::text::StyleParams;

use crate::http::error::{ErrorBody, Result};
use crate::http::extract::Params;
use crate::http::position_query::PositionQuery;

/// A position as lines of text.
#[utoipa::path(
    get, path = "/api/text", tag = "pictures", params(PositionParams, StyleParams),
    responses((status = OK, body = String, content_type = "text/plain"), (status = "4XX", body = ErrorBody))
)]
pub(crate) async fn text(
    PositionQuery(game): PositionQuery,
    Params(style): Params<StyleParams>,
) -> Result<impl IntoResponse> {
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], style.text(&game)))
}
