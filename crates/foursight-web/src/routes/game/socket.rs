//! `GET /api/games/{id}/ws`: a game over a WebSocket.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Extension, State};
use axum::http::{StatusCode, header};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, interval, timeout};

use super::{HEARTBEAT, HEARTBEAT_TIME, SinceParams};
use crate::App;
use crate::game::Action;
use crate::game::seat::SecretHash;
use crate::games::{LiveTable, Visitor};
use crate::http::client::Origin;
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::extract::{Params, Segment};
use crate::http::seat_cookies::Asker;
use crate::server::Place;

/// The largest message of a client, in bytes, and the largest that is read only to say that it is too large.
const MAX_MESSAGE: usize = 1024;
const MAX_READ: usize = 16 * 1024;
/// How many messages a client may send, and in which time.
const MAX_MESSAGES: u32 = 60;
const MESSAGE_TIME: Duration = Duration::from_secs(10);
/// How long a client may be silent, which is asked with every heartbeat whether it is there.
const MAX_SILENCE: Duration = Duration::from_secs(40);
/// How long a message may take to be sent.
const SEND_TIME: Duration = Duration::from_secs(10);

/// What every message of a client says first.
#[derive(Deserialize)]
#[serde(expecting = "an object with a type")]
struct Kind<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
}

/// A message that is not a move: its type is the action.
#[derive(Deserialize)]
struct Act {
    #[serde(rename = "type")]
    action: Action,
}

/// What is sent when a message of the client could not be done.
#[derive(Serialize)]
struct ErrorMessage {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(flatten)]
    body: ErrorBody,
}

/// Follow and play a game over a WebSocket.
///
/// The server sends events, and `{"type":"heartbeat"}` every 15 seconds. A player may send `{"type":"move","column":4,"ply":3}` and
/// `{"type":"resign"}` or any other action; what cannot be done is answered by
/// `{"type":"error","error":{...}}`.
#[utoipa::path(
    get, path = "/api/games/{id}/ws", tag = "games", params(("id" = String, Path), SinceParams),
    responses((status = SWITCHING_PROTOCOLS), (status = "4XX", body = ErrorBody))
)]
pub(crate) async fn socket(
    State(app): State<Arc<App>>,
    Segment(id): Segment<String>,
    Params(SinceParams { since }): Params<SinceParams>,
    asker: Asker,
    place: Option<Extension<Place>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response> {
    if asker.origin == Origin::Other {
        return Err(Error::forbidden(
            "cross_site",
            "pages of other sites cannot follow games here",
        ));
    }
    let live = app.table(&id).await?;
    let player = app.look(&live, |table| asker.recognize(table)).await;
    let upgrade = upgrade.map_err(|rejection| {
        Error::new(StatusCode::UPGRADE_REQUIRED, "not_a_websocket", rejection.body_text())
    })?;
    let secret = player.as_ref().map(|player| player.secret);
    let visitor = Visitor::enter(&app, &live, secret, asker.client, since).await?;
    let connection = Connection { app, live, player: secret, budget: Budget::new() };
    let upgrade = upgrade.max_message_size(MAX_READ).max_frame_size(MAX_READ);
    let mut response = upgrade.on_upgrade(async move |socket| {
        connection.run(socket, visitor).await;
        // The connection has counted until here.
        drop(place);
    });
    if let Some(cookie) = player.and_then(|player| player.new_cookie) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

struct Connection {
    app: Arc<App>,
    live: Arc<LiveTable>,
    player: Option<SecretHash>,
    budget: Budget,
}

/// Why a connection ends.
enum End {
    /// The client has gone, or does not take what is sent.
    Gone,
    Close(u16, &'static str),
}

impl Connection {
    async fn run(mut self, mut socket: WebSocket, visitor: Visitor) {
        let Err(end) = self.exchange(&mut socket, visitor).await;
        if let End::Close(code, reason) = end {
            let frame = CloseFrame { code, reason: reason.into() };
            let _ = timeout(SEND_TIME, socket.send(Message::Close(Some(frame)))).await;
        }
    }

    async fn exchange(
        &mut self,
        socket: &mut WebSocket,
        mut visitor: Visitor,
    ) -> Result<std::convert::Infallible, End> {
        let app = self.app.clone();
        let mut heartbeat = interval(HEARTBEAT_TIME);
        let mut heard = Instant::now();
        loop {
            tokio::select! {
                event = visitor.next() => {
                    send(socket, Message::Text(event.text().clone())).await?;
                }
                message = socket.recv() => {
                    heard = Instant::now();
                    let message = message.ok_or(End::Gone)?.map_err(|_| End::Gone)?;
                    self.hear(socket, message).await?;
                }
                _ = heartbeat.tick() => {
                    if heard.elapsed() > MAX_SILENCE {
                        return Err(End::Gone);
                    }
                    send(socket, Message::Text(HEARTBEAT.into())).await?;
                    // Scripts of browsers see the one, and nobody has to answer it; programs answer the other.
                    send(socket, Message::Ping(Vec::new().into())).await?;
                }
                () = app.stopping() => {
                    return Err(End::Close(close_code::AWAY, "the server stops: connect again"));
                }
            }
        }
    }

    async fn hear(&mut self, socket: &mut WebSocket, message: Message) -> Result<(), End> {
        if !self.budget.take() {
            return Err(End::Close(close_code::POLICY, "too many messages"));
        }
        match message {
            Message::Text(text) if text.len() > MAX_MESSAGE => {
                Err(End::Close(close_code::SIZE, "a message has up to 1 KiB"))
            }
            Message::Text(text) => match self.obey(&text).await {
                Ok(()) => Ok(()),
                Err(error) => {
                    let message = ErrorMessage { kind: "error", body: error.body() };
                    let text = serde_json::to_string(&message).expect("an error is plain data");
                    send(socket, Message::Text(text.into())).await
                }
            },
            Message::Binary(_) => {
                Err(End::Close(close_code::UNSUPPORTED, "messages are JSON text"))
            }
            Message::Close(_) => Err(End::Gone),
            Message::Ping(_) | Message::Pong(_) => Ok(()),
        }
    }

    /// Does what a message asks for; everybody is told by the event.
    async fn obey(&self, text: &str) -> Result<()> {
        let player =
            self.player.ok_or_else(|| Error::forbidden("not_seated", "spectators only watch"))?;
        if read::<Kind<'_>>(text)?.kind == "move" {
            return self.app.play(&self.live, player, read(text)?).await.map(drop);
        }
        self.app.act(&self.live, player, read::<Act>(text)?.action).await.map(drop)
    }
}

fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T> {
    let invalid = |error| Error::new(StatusCode::BAD_REQUEST, "invalid_json", error);
    serde_json::from_str(text).map_err(invalid)
}

/// How many messages may come before the client is taken for a broken one.
struct Budget {
    since: Instant,
    n_messages: u32,
}

impl Budget {
    fn new() -> Self {
        Self { since: Instant::now(), n_messages: 0 }
    }

    fn take(&mut self) -> bool {
        if self.since.elapsed() > MESSAGE_TIME {
            *self = Self::new();
        }
        self.n_messages += 1;
        self.n_messages <= MAX_MESSAGES
    }
}

async fn send(socket: &mut WebSocket, message: Message) -> Result<(), End> {
    match timeout(SEND_TIME, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(End::Gone),
    }
}
