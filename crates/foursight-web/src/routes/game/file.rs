//! `GET /api/games/{id}/file`: a network game as a file that other commands read.

use std::sync::Arc;

use axum::extract::State;
use axum::response::IntoResponse;
use foursight::game_file::GameText;
use foursight::notation::moves;

use crate::App;
use crate::game::{Ending, Table};
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::extract::Segment;
use crate::routes::game_file::attached;
use crate::routes::position::Color;

/// A network game as a file of tags and moves: with names, and the result that it has so far.
#[utoipa::path(
    get, path = "/api/games/{id}/file", tag = "games", params(("id" = String, Path)),
    responses((status = OK, body = String, content_type = "text/plain"), (status = "4XX", body = ErrorBody))
)]
pub(crate) async fn file(
    State(app): State<Arc<App>>,
    Segment(id): Segment<String>,
) -> Result<impl IntoResponse> {
    let live = app.table(&id).await?;
    Ok(attached(&app.look(&live, text).await?))
}

fn text(table: &Table) -> Result<GameText> {
    let mut text = GameText::new(&table.game).map_err(Error::internal)?;
    if table.n_start > 0 {
        text.set_tag("Opening", &moves::write(&table.game.moves()[..table.n_start]));
    }
    for (tag, seat) in ["First", "Second"].into_iter().zip(&table.seats) {
        if let Some(name) = &seat.name {
            text.set_tag(tag, name);
        }
    }
    let (ending, winner) = match table.ending {
        None => return Ok(text),
        Some(Ending::Resigned { winner }) => ("resignation", winner),
        Some(Ending::Time { winner }) => ("time", winner),
    };
    text.set_result(if winner == Color::Red { "1-0" } else { "0-1" });
    text.set_tag("Ending", ending);
    Ok(text)
}
