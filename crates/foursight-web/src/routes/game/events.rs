//! `GET /api/games/{id}/events`: what happens in a game, a line of JSON for each event.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::time::timeout;

use super::{HEARTBEAT, HEARTBEAT_TIME, SinceParams};
use crate::App;
use crate::games::{EventBody, Visitor};
use crate::http::error::{ErrorBody, Result};
use crate::http::extract::{Params, Segment};
use crate::http::seat_cookies::Asker;

/// What happens in a game: a JSON object on each line, for as long as you listen.
///
/// A line `{"type":"heartbeat"}` comes every 15 seconds in which nothing happens.
#[utoipa::path(
    get, path = "/api/games/{id}/events", tag = "games",
    params(("id" = String, Path), SinceParams),
    responses(
        (status = OK, body = EventBody, content_type = "application/x-ndjson"),
        (status = "4XX", body = ErrorBody),
    )
)]
pub(crate) async fn events(
    State(app): State<Arc<App>>,
    Segment(id): Segment<String>,
    Params(SinceParams { since }): Params<SinceParams>,
    asker: Asker,
) -> Result<Response> {
    let live = app.table(&id).await?;
    let player = app.look(&live, |table| asker.recognize(table)).await.map(|player| player.secret);
    let visitor = Visitor::enter(&app, &live, player, asker.client, since).await?;
    let lines = stream::unfold(visitor, move |mut visitor| {
        let app = app.clone();
        async move {
            let next = next_line(&app, &mut visitor).await?;
            Some((Ok::<_, std::convert::Infallible>(next), visitor))
        }
    });
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    Ok((kind, Body::from_stream(lines)).into_response())
}

/// The next line, or nothing if the server stops.
async fn next_line(app: &App, visitor: &mut Visitor) -> Option<Bytes> {
    let next = tokio::select! {
        next = timeout(HEARTBEAT_TIME, visitor.next()) => next,
        () = app.stopping() => return None,
    };
    Some(line(next.as_ref().map_or(HEARTBEAT, |event| event.text())))
}

fn line(text: &str) -> Bytes {
    format!("{text}\n").into()
}
