//! `/api/games`: network games, which are made, joined, played and watched.

mod action;
mod create;
mod events;
mod file;
mod join;
mod play;
mod socket;

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Json, extract::State as Shared};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use utoipa::{IntoParams, ToSchema};

use super::position::Color;
use crate::App;
use crate::game::State;
use crate::games::LiveTable;
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::extract::Segment;
use crate::http::seat_cookies::Asker;

pub(crate) use action::{__path_act, act};
pub(crate) use create::{__path_create, create};
pub(crate) use events::{__path_events, events};
pub(crate) use file::{__path_file, file};
pub(crate) use join::{__path_claim, __path_join, claim, join};
pub(crate) use play::{__path_play, play};
pub(crate) use socket::{__path_socket, socket};

/// A game, and which seat is that of whoever asks.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameBody {
    #[serde(flatten)]
    state: State,
    /// The seat of whoever asks; null for a spectator.
    seat: Option<Color>,
}

/// A game, and the seat in it that has just been taken or recognized.
#[derive(Serialize, ToSchema)]
pub(crate) struct SeatBody {
    game: State,
    seat: Color,
    /// What opens the seat, wherever the cookie is not: keep it, it is not told again.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
    /// The address that opens the seat in a browser.
    #[serde(skip_serializing_if = "Option::is_none")]
    seat_link: Option<String>,
    /// The address for the opponent and for spectators.
    link: String,
}

/// What the last event was that a client has seen.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SinceParams {
    /// The `seq` of the last event seen. The game as it stands comes at once, unless nothing has changed
    /// since then; events in between do not come, as every event has the whole game.
    since: Option<u64>,
}

/// Says that the connection is alive, at least when nothing else does for 15 seconds.
const HEARTBEAT: &str = "{\"type\":\"heartbeat\"}";
const HEARTBEAT_TIME: Duration = Duration::from_secs(15);

/// How a game stands.
#[utoipa::path(
    get, path = "/api/games/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = OK, body = GameBody), (status = "4XX", body = ErrorBody))
)]
pub(crate) async fn game(
    Shared(app): Shared<Arc<App>>,
    Segment(id): Segment<String>,
    asker: Asker,
) -> Result<Response> {
    let live = app.table(&id).await?;
    // The time may be up.
    app.state(&live).await?;
    Ok(game_response(&app, &live, &asker).await)
}

/// A game for whoever asked, with the cookie that is missing.
async fn game_response(app: &App, live: &LiveTable, asker: &Asker) -> Response {
    let (state, player) = app.state_and(live, |table| asker.recognize(table)).await;
    let seat = player.as_ref().map(|player| player.color);
    let cookie = player.and_then(|player| player.new_cookie);
    let headers: HeaderMap =
        cookie.map(|cookie| (header::SET_COOKIE, cookie)).into_iter().collect();
    (StatusCode::OK, headers, Json(GameBody { state, seat })).into_response()
}

/// A name as it is shown: without space around, short, and without characters that do something.
fn read_name(name: Option<&str>) -> Result<Option<String>> {
    const MAX_CHARS: usize = 40;
    let Some(name) = name.map(str::trim).filter(|name| !name.is_empty()) else { return Ok(None) };
    // Marks that turn the direction of writing could make a name look like other text.
    let is_odd = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    if name.chars().count() > MAX_CHARS || name.contains(is_odd) {
        let message = format!("a name has up to {MAX_CHARS} characters that can all be seen");
        return Err(Error::invalid("name", message));
    }
    Ok(Some(name.to_owned()))
}
