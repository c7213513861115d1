//! `GET /api/game_file`: a game as a file that `foursight` commands read.

use axum::http::header;
use axum::response::IntoResponse;
use foursight::record::{GameRecord, GameText};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::http::error::{Error, ErrorBody, Result};
use crate::http::extract::Params;
use crate::http::position_query::{PositionParams, PositionQuery};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct NameParams {
    /// The name of the first player.
    #[param(example = "Ann")]
    first: Option<String>,
    /// The name of the second player.
    #[param(example = "Bob")]
    second: Option<String>,
}

/// A game as a file of tags and moves.
#[utoipa::path(
    get, path = "/api/game_file", tag = "pictures", params(PositionParams, NameParams),
    responses((status = OK, body = String, content_type = "text/plain"), (status = "4XX", body = ErrorBody))
)]
pub(crate) async fn game_file(
    PositionQuery(game): PositionQuery,
    Params(names): Params<NameParams>,
) -> Result<impl IntoResponse> {
    let names = [names.first, names.second];
    let text = GameRecord { names, ..GameRecord::new(game) }.text().map_err(Error::position)?;
    Ok(attached(&text))
}

/// A game as a download.
pub(crate) fn attached(text: &GameText) -> impl IntoResponse + use<> {
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"game.txt\""),
    ];
    (headers, text.to_string())
}
