//! `GET /api/game_file`: a game as a file that `foursight` commands read.

use axum::http::header;
use axum::response::IntoResponse;
use foursight::record::GameText;
use foursight_answers::PositionParams;
use foursight_answers::game_file::NameParams;

use crate::http::error::{ErrorBody, Result};
use crate::http::extract::Params;
use crate::http::position_query::PositionQuery;

/// A game as a file of tags and moves.
#[utoipa::path(
    get, path = "/api/game_file", tag = "pictures", params(PositionParams, NameParams),
    responses((status = OK, body = String, content_type = "text/plain"), (status = "4XX", body = ErrorBody))
)]
pub(crate) async fn game_file(
    PositionQuery(game): PositionQuery,
    Params(names): Params<NameParams>,
) -> Result<impl IntoResponse> {
    Ok(attached(&names.text(game)?))
}

/// A game as a download.
pub(crate) fn attached(text: &GameText) -> impl IntoResponse + use<> {
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"game.txt\""),
    ];
    (headers, text.to_string())
}
