//! `GET /api/games/{id}/events`: the events of a game, one line of JSON each.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Extension, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use foursight_games::Games;
use futures_util::stream;
use tokio::time::timeout;

use super::follow::{Follower, HEARTBEAT, HEARTBEAT_TIME, SinceParams};
use crate::http::connection_slot::ConnectionSlot;
use crate::http::error::{ErrorBody, Result};
use crate::http::extract::{Params, Segment};
use crate::http::game_body::{EventBody, event_text};
use crate::http::guard::Guard;
use crate::http::requester::Requester;
use crate::http::shutdown::Shutdown;

/// The events of a game: a JSON object on each line, for as long as you listen.
///
/// After 15 seconds without an event, the server sends a line `{"type":"heartbeat"}`.
#[utoipa::path(
    get, path = "/api/games/{id}/events", tag = "games",
    params(("id" = String, Path), SinceParams),
    responses(
        (status = OK, body = EventBody, content_type = "application/x-ndjson"),
        (status = "default", body = ErrorBody),
    )
)]
pub(crate) async fn events(
    State(games): State<Arc<Games>>,
    State(guard): State<Arc<Guard>>,
    State(shutdown): State<Shutdown>,
    Segment(id): Segment<String>,
    Params(SinceParams { since }): Params<SinceParams>,
    requester: Requester,
    slot: Option<Extension<ConnectionSlot>>,
) -> Result<Response> {
    let live = games.get(&id).await?;
    let holder = requester
        .claim(&games, &live)
        .await?
        .recognize(&*live.game().await)
        .map(|holder| holder.secret);
    let slot = slot.map(|Extension(slot)| slot);
    let follower =
        Follower::enter(&games, &guard, &live, (&requester, slot), (holder, since)).await?;
    let lines = stream::unfold(follower, move |mut follower| {
        let shutdown = shutdown.clone();
        async move {
            let next = next_line(&shutdown, &mut follower).await?;
            Some((Ok::<_, std::convert::Infallible>(next), follower))
        }
    });
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    Ok((kind, Body::from_stream(lines)).into_response())
}

/// The next line; `None` if the server stops or others need the place.
async fn next_line(shutdown: &Shutdown, follower: &mut Follower) -> Option<Bytes> {
    let next = tokio::select! {
        next = timeout(HEARTBEAT_TIME, follower.next()) => next,
        () = shutdown.begun() => return None,
    };
    match next {
        Ok(event) => event.as_ref().map(event_text).map(line),
        Err(_) => Some(line(HEARTBEAT)),
    }
}

fn line(text: &str) -> Bytes {
    format!("{text}\n").into()
}
