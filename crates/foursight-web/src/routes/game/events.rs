//! `GET /api/games/{id}/events`: what happens in a game, a line of JSON for each event.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::time::timeout;

use super::SinceParams;
use crate::App;
use crate::error::{ErrorBody, Result};
use crate::extract::{Params, Segment};
use crate::http::asker::Asker;
use crate::lobby::{Event, EventBody, Visitor};

/// After so long without an event a line says that the connection is alive.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// What happens in a game: a JSON object on each line, the first at once, for as long as you listen.
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
    Params(_since): Params<SinceParams>,
    asker: Asker,
) -> Result<Response> {
    let live = app.table(&id).await?;
    let player = app.look(&live, |table| asker.recognize(table)).await.map(|player| player.secret);
    let visitor = Visitor::enter(&app, &live, player, asker.client)?;
    let first = line(&visitor.newest().await);
    let lines = stream::unfold((visitor, Some(first)), move |(mut visitor, first)| {
        let app = app.clone();
        async move {
            let next = match first {
                Some(first) => first,
                None => next_line(&app, &mut visitor).await?,
            };
            Some((Ok::<_, std::convert::Infallible>(next), (visitor, None)))
        }
    });
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    Ok((kind, Body::from_stream(lines)).into_response())
}

/// The next line, or nothing if the server stops.
async fn next_line(app: &App, visitor: &mut Visitor) -> Option<Bytes> {
    let next = tokio::select! {
        next = timeout(HEARTBEAT, visitor.next()) => next,
        () = app.stopping() => return None,
    };
    let heartbeat = Bytes::from_static(b"{\"type\":\"heartbeat\"}\n");
    Some(next.as_ref().map_or(heartbeat, line))
}

fn line(event: &Event) -> Bytes {
    let mut line = String::with_capacity(event.text().len() + 1);
    line.push_str(event.text());
    line.push('\n');
    line.into()
}
