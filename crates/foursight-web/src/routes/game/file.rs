//! `GET /api/games/{id}/file`: a network game as a file that `foursight` commands read.

use std::sync::Arc;

use axum::extract::State;
use axum::response::IntoResponse;
use foursight::Player;
use foursight::game_file::GameText;
use foursight::notation::moves;

use crate::game::{Ending, NetworkGame};
use crate::games::Games;
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::extract::Segment;
use crate::routes::game_file::attached;

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
    Ok(attached(&text(&game)?))
}

fn text(game: &NetworkGame) -> Result<GameText> {
    let mut text = GameText::new(&game.game).map_err(Error::internal)?;
    if game.n_start > 0 {
        text.set_tag("Opening", &moves::write(&game.game.moves()[..game.n_start]));
    }
    for (tag, seat) in ["First", "Second"].into_iter().zip(&game.seats) {
        if let Some(name) = &seat.name {
            text.set_tag(tag, name);
        }
    }
    let (ending, winner) = match game.ending {
        None => return Ok(text),
        Some(Ending::Resigned { winner }) => ("resignation", winner),
        Some(Ending::Time { winner }) => ("time", winner),
    };
    text.set_result(if winner == Player::First { "1-0" } else { "0-1" });
    text.set_tag("Ending", ending);
    Ok(text)
}
