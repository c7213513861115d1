//! Following a game: `GET /api/games/{id}/events`, one line of JSON for each, and what the WebSocket has in common with
//! it.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Extension, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use foursight_files::secrets::SecretHash;
use foursight_games::{Activity, GameEvent, Games, LiveGame, NetworkGame, Place, Version, Visitor};
use futures_util::stream;
use serde::Deserialize;
use tokio::time::timeout;

use crate::http::connection::{ConnectionSlot, Shutdown};
use crate::http::error::{ErrorBody, Result};
use crate::http::extract::{Params, Segment};
use crate::http::game_body::{EventBody, event_text};
use crate::http::guard::Guard;
use crate::http::requester::Requester;

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

/// The line that shows, after 15 seconds without an event, that the connection is alive.
pub(super) const HEARTBEAT: &str = "{\"type\":\"heartbeat\"}";
pub(super) const HEARTBEAT_TIME: Duration = Duration::from_secs(15);

/// The last event that a client has seen.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SinceParams {
    /// The `seq` of the last event seen. The current game is sent at once, unless nothing has changed since; events in
    /// between are skipped, because every event contains the whole game.
    #[param(value_type = Option<u64>)]
    pub(super) since: Option<Version>,
}

/// A connection that follows a game, counted among those of its client.
pub(super) struct Follower {
    visitor: Visitor,
    is_player: bool,
    /// The connection's slot; `None` for requests without a connection.
    slot: Option<ConnectionSlot>,
    /// Ready once the client is blocked.
    blocked: Pin<Box<dyn Future<Output = ()> + Send>>,
    _permit: Place,
}

impl Follower {
    pub(super) async fn enter(
        games: &Arc<Games>,
        guard: &Guard,
        live: &Arc<LiveGame>,
        (requester, slot): (&Requester, Option<ConnectionSlot>),
        (holder, since): (Option<SecretHash>, Option<Version>),
    ) -> Result<Self> {
        let permit = guard.follow(requester.client)?;
        let networks = requester.client.networks();
        let visitor = Visitor::enter(games, live, networks, (holder, since)).await?;
        if let Some(slot) = &slot {
            slot.belongs_to(networks);
            slot.is_now(Activity::Watching);
        }
        let blocked = Box::pin(guard.blocked.reached(requester.client.address));
        Ok(Self { visitor, is_player: holder.is_some(), slot, blocked, _permit: permit })
    }

    /// The next event; `None` if others need the place, the game is deleted, or the client is blocked.
    ///
    /// The future can be dropped and called for again without losing anything.
    pub(super) async fn next(&mut self) -> Option<GameEvent> {
        let slot = self.slot.as_ref();
        let given_up = async {
            match slot {
                Some(slot) => slot.given_up().await,
                None => std::future::pending().await,
            }
        };
        let event = tokio::select! {
            event = self.visitor.next() => event?,
            () = given_up => return None,
            () = &mut self.blocked => return None,
        };
        if let Some(slot) = slot {
            slot.is_now(activity(self.is_player, &event.view().game));
        }
        Some(event)
    }
}

/// A player who is waiting for the other, or whose game is over, gives way like a spectator.
fn activity(is_player: bool, game: &NetworkGame) -> Activity {
    let is_playing = is_player && !game.is_over() && game.free_seat().is_none();
    if is_playing { Activity::Playing } else { Activity::Watching }
}

#[cfg(test)]
mod tests {
    use foursight::{AnySize, Game, OpeningRule, Player, Position};
    use foursight_files::secrets::Secret;

    use super::*;
    use foursight_games::{Action, Moment};

    #[test]
    fn only_players_of_running_games_play() {
        let (empty, now) = (Game::new(Position::empty(AnySize::default())), Moment::from_ms(0));
        let mut game = NetworkGame::new(empty, None, OpeningRule::None, now);
        assert_eq!(activity(true, &game), Activity::Watching, "the other seat is free");
        for player in [Player::First, Player::Second] {
            game.take(player, Secret::random().hash(), None);
        }
        assert_eq!(activity(true, &game), Activity::Playing);
        assert_eq!(activity(false, &game), Activity::Watching);
        game.act(Player::First, Action::Resign, now).unwrap();
        assert_eq!(activity(true, &game), Activity::Watching);
    }
}
