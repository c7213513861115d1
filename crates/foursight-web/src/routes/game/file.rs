//! `GET /api/games/{id}/file`: a network game as a file that `foursight` commands read.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;

use crate::games::Games;
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::extract::Segment;
use crate::routes::question::attachment;

/// A network game as a file of tags and moves: with names, and the result so far.
#[utoipa::path(
    get, path = "/api/games/{id}/file", tag = "games", params(("id" = String, Path)),
    responses((status = OK, body = String, content_type = "text/plain"), (status = "4XX", body = ErrorBody))
)]
pub(crate) async fn file(
    State(games): State<Arc<Games>>,
    Segment(id): Segment<String>,
) -> Result<impl IntoResponse> {
    let game = games.get(&id).await?.game().await;
    let text = game.record().text().map_err(Error::internal)?.to_string();
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], attachment("game.txt"), text))
}
