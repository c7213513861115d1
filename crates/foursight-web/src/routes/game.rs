//! `/api/games`: network games, which are created, joined, played and watched.

mod create;
mod events;
mod join;
mod play;
mod socket;

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use foursight::Player;
use foursight_answers::color::Color;
use foursight_games::{Change, GameView, Games, Moment, NetworkGame, Refusal};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::error::{Error, ErrorBody, Result};
use crate::http::extract::Segment;
use crate::http::game_body::NetworkGameBody;
use crate::http::requester::Requester;
use crate::routes::question::attachment;

pub(crate) use create::{__path_create, create};
pub(crate) use events::{__path_events, events};
pub(crate) use join::{__path_claim, __path_join, claim, join};
pub(crate) use play::{__path_act, __path_play, act, play};
pub(crate) use socket::{__path_socket, socket};

/// A game, and the requester's seat.
#[derive(Serialize, ToSchema)]
#[schema(as = GameBody)]
pub(crate) struct GameForRequester {
    #[serde(flatten)]
    game: NetworkGameBody,
    /// The requester's seat; null for a spectator.
    seat: Option<Color>,
}

/// A game, and the seat in it that was just taken or recognized.
#[derive(Serialize, ToSchema)]
pub(crate) struct SeatBody {
    game: NetworkGameBody,
    seat: Color,
    /// Opens the seat wherever the session's cookie is missing. Keep it: it is not sent again.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
    /// The address that opens the seat in a browser.
    #[serde(skip_serializing_if = "Option::is_none")]
    seat_link: Option<String>,
    /// The address for the opponent and for spectators.
    link: String,
}

/// The current state of a game.
#[utoipa::path(
    get, path = "/api/games/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = OK, body = GameForRequester), (status = "default", body = ErrorBody))
)]
pub(crate) async fn game(
    State(games): State<Arc<Games>>,
    Segment(id): Segment<String>,
    requester: Requester,
) -> Result<Response> {
    let live = games.get(&id).await?;
    let claim = requester.claim(&games, &live).await?;
    let view = games.view(&live).await?;
    let seat = claim.recognize(&view.game).map(|holder| holder.player);
    Ok(answer(&view, seat, requester))
}

/// Changes a game for the requesting player: one lock covers identifying the player and carrying out the change.
async fn change_as_player(
    games: &Arc<Games>,
    id: &str,
    requester: Requester,
    edit: impl FnOnce(&mut NetworkGame, Player, Moment) -> Result<Option<Change>, Refusal>
    + Send
    + 'static,
) -> Result<Response> {
    let live = games.get(id).await?;
    let claim = requester.claim(games, &live).await?;
    let changing = games.change(&live, move |game, now| match claim.player(game) {
        Ok(holder) => Ok((edit(game, holder.player, now)?, Ok(holder))),
        Err(not_allowed) => Ok((None, Err(not_allowed))),
    });
    let (view, holder) = changing.await?;
    // A swap has changed the side.
    let seat = view.game.player_with(&holder?.secret);
    Ok(answer(&view, seat, requester))
}

/// A game, as the requester sees it.
fn answer(view: &GameView, seat: Option<Player>, requester: Requester) -> Response {
    let body = GameForRequester { game: NetworkGameBody::new(view), seat: seat.map(Color::from) };
    (StatusCode::OK, requester.into_cookie(), Json(body)).into_response()
}

/// A network game as a file of tags and moves: with names, and the result so far.
#[utoipa::path(
    get, path = "/api/games/{id}/file", tag = "games", params(("id" = String, Path)),
    responses((status = OK, body = String, content_type = "text/plain"), (status = "default", body = ErrorBody))
)]
pub(crate) async fn file(
    State(games): State<Arc<Games>>,
    Segment(id): Segment<String>,
) -> Result<impl IntoResponse> {
    let game = games.get(&id).await?.game().await;
    let text = game.record.text().map_err(Error::internal)?.to_string();
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], attachment("game.txt"), text))
}
