//! `GET /api/games/{id}/ws`: a game over a WebSocket.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use foursight_files::secrets::SecretHash;
use foursight_games::{Action, Games, LiveGame};
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, interval, timeout};

use super::events::{Follower, HEARTBEAT, HEARTBEAT_TIME, SinceParams};
use super::play::PlayBody;
use crate::App;
use crate::http::client::{Client, Origin};
use crate::http::connection::{ConnectionSlot, Meter, Shutdown};
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::extract::{Params, Segment};
use crate::http::game_body::event_text;
use crate::http::guard::Guard;
use crate::http::requester::Requester;

/// The largest message of a client, in bytes, and the largest that is read in order to reject it.
const MAX_MESSAGE: usize = 1024;
const MAX_READ: usize = 16 * 1024;
/// The maximum number of bytes up to the end of a message, however many fragments it has.
const MAX_BYTES: isize = 2 * MAX_READ as isize;
/// The number of bytes read at a time; the buffer is kept as long as the connection lives.
const READ_BUFFER: usize = 1024;
/// The maximum number of messages that a client may send in a period.
const MAX_MESSAGES: u32 = 60;
const MESSAGE_TIME: Duration = Duration::from_secs(10);
/// The time limit for answering pings.
const MAX_SILENCE: Duration = Duration::from_secs(40);
/// The time limit for sending a message.
const SEND_TIME: Duration = Duration::from_secs(10);
/// The time for which the server waits for a client to close the connection, too.
const CLOSE_TIME: Duration = Duration::from_secs(1);

/// The type of a message of a client.
#[derive(Deserialize)]
#[serde(expecting = "an object with a type")]
struct MessageKind<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
}

/// A message that is not a move: its type is the action.
#[derive(Deserialize)]
struct ActionMessage {
    #[serde(rename = "type")]
    action: Action,
}

/// The reply to a message that could not be carried out.
#[derive(Serialize)]
struct ErrorMessage {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(flatten)]
    body: ErrorBody,
}

/// Follow and play a game over a WebSocket.
///
/// The server sends events, and `{"type":"heartbeat"}` every 15 seconds. Players may send
/// `{"type":"move","column":4,"ply":3}`, and `{"type":"resign"}` or any other action; the reply to a request that
/// cannot be carried out is `{"type":"error","error":{...}}`. A page of another site, whose requests carry no cookie and
/// no header, offers the protocols `foursight` and `seat.SECRET`.
#[utoipa::path(
    get, path = "/api/games/{id}/ws", tag = "games", params(("id" = String, Path), SinceParams),
    responses((status = SWITCHING_PROTOCOLS), (status = "default", body = ErrorBody))
)]
pub(crate) async fn socket(
    State(App { games, guard, shutdown, .. }): State<App>,
    Segment(id): Segment<String>,
    Params(SinceParams { since }): Params<SinceParams>,
    requester: Requester,
    slot: Option<Extension<ConnectionSlot>>,
    meter: Option<Extension<Arc<Meter>>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response> {
    if requester.origin == Origin::Other {
        let message = "pages on other sites cannot follow games here";
        return Err(Error::forbidden("cross_site", message));
    }
    let live = games.get(&id).await?;
    let holder = requester.claim(&games, &live).await?.recognize(&*live.game().await);
    let upgrade = upgrade.map_err(|rejection| {
        Error::new(StatusCode::UPGRADE_REQUIRED, "not_a_websocket", rejection.body_text())
    })?;
    let secret = holder.map(|holder| holder.secret);
    let slot = slot.map(|Extension(slot)| slot);
    let follower =
        Follower::enter(&games, &guard, &live, (&requester, slot), (secret, since)).await?;
    let client = requester.client;
    let budget = Budget::new();
    let meter = meter.map_or_else(Arc::default, |Extension(meter)| meter);
    meter.allow(MAX_BYTES);
    let holder = secret;
    let connection = Connection { games, live, guard, shutdown, client, holder, budget, meter };
    let upgrade =
        upgrade.protocols(["foursight"]).max_message_size(MAX_READ).max_frame_size(MAX_READ);
    let upgrade = upgrade.read_buffer_size(READ_BUFFER);
    let response = upgrade.on_upgrade(async move |socket| {
        connection.run(socket, follower).await;
    });
    Ok((requester.into_cookie(), response).into_response())
}

struct Connection {
    games: Arc<Games>,
    live: Arc<LiveGame>,
    guard: Arc<Guard>,
    shutdown: Shutdown,
    client: Client,
    holder: Option<SecretHash>,
    budget: Budget,
    meter: Arc<Meter>,
}

/// The reason why a connection ends.
enum End {
    /// The client has gone, or does not read what is sent.
    Gone,
    Close(u16, &'static str),
}

impl Connection {
    async fn run(mut self, mut socket: WebSocket, follower: Follower) {
        let Err(end) = self.exchange(&mut socket, follower).await;
        if let End::Close(code, reason) = end {
            let frame = CloseFrame { code, reason: reason.into() };
            let _ = timeout(SEND_TIME, socket.send(Message::Close(Some(frame)))).await;
            // A connection that closes with bytes unread is reset, and the client may never see the reason.
            let rest = async { while let Some(Ok(_)) = socket.recv().await {} };
            let _ = timeout(CLOSE_TIME, rest).await;
        }
    }

    async fn exchange(
        &mut self,
        socket: &mut WebSocket,
        mut follower: Follower,
    ) -> Result<std::convert::Infallible, End> {
        let shutdown = self.shutdown.clone();
        let mut heartbeat = interval(HEARTBEAT_TIME);
        let mut heard = Instant::now();
        loop {
            tokio::select! {
                event = follower.next() => {
                    let reason = "this connection made room for others, or the game was closed";
                    let event = event.ok_or(End::Close(close_code::AGAIN, reason))?;
                    send(socket, Message::Text(event_text(&event).into())).await?;
                }
                message = socket.recv() => {
                    heard = Instant::now();
                    self.meter.allow(MAX_BYTES);
                    let message = message.ok_or(End::Gone)?.map_err(|_| End::Gone)?;
                    self.hear(socket, message).await?;
                }
                _ = heartbeat.tick() => {
                    if heard.elapsed() > MAX_SILENCE {
                        return Err(End::Gone);
                    }
                    send(socket, Message::Text(HEARTBEAT.into())).await?;
                    // Scripts in browsers see the heartbeat, which needs no answer; WebSocket libraries answer the
                    // ping.
                    send(socket, Message::Ping(Vec::new().into())).await?;
                }
                () = shutdown.begun() => {
                    return Err(End::Close(close_code::AWAY, "the server is stopping: reconnect"));
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
                Err(End::Close(close_code::SIZE, "messages are limited to 1 KiB"))
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
                Err(End::Close(close_code::UNSUPPORTED, "messages must be JSON text"))
            }
            // Reading on sends the answer to a close frame, and then ends.
            Message::Close(_) | Message::Ping(_) | Message::Pong(_) => Ok(()),
        }
    }

    /// Carries out a message; everybody is notified by the event.
    async fn obey(&self, text: &str) -> Result<()> {
        let holder =
            self.holder.ok_or_else(|| Error::forbidden("not_seated", "spectators only watch"))?;
        self.guard.take(self.client, "/api/games")?;
        if read::<MessageKind<'_>>(text)?.kind == "move" {
            let requested = read::<PlayBody>(text)?.read()?;
            let play = self.games.change(&self.live, move |game, now| {
                Ok((requested.play(game, game.side_now(&holder), now)?, ()))
            });
            play.await?;
        } else {
            let ActionMessage { action } = read(text)?;
            let act = self.games.change(&self.live, move |game, now| {
                Ok((game.act(game.side_now(&holder), action, now)?, ()))
            });
            act.await?;
        }
        Ok(())
    }
}

fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T> {
    let invalid = |error| Error::new(StatusCode::BAD_REQUEST, "invalid_json", error);
    serde_json::from_str(text).map_err(invalid)
}

/// Counts messages; a client that sends too many is disconnected.
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
