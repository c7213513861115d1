//! Following a game: what `events` and the WebSocket have in common.

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use utoipa::IntoParams;

use crate::crowd::{Activity, Place};
use crate::game::SecretHash;
use crate::games::{GameEvent, Games, LiveGame, Visitor};
use crate::http::asker::Asker;
use crate::http::connection_slot::ConnectionSlot;
use crate::http::error::Result;
use crate::http::guard::Guard;

/// Shows that the connection is alive when nothing else does for 15 seconds.
pub(super) const HEARTBEAT: &str = "{\"type\":\"heartbeat\"}";
pub(super) const HEARTBEAT_TIME: Duration = Duration::from_secs(15);

/// The last event that a client has seen.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SinceParams {
    /// The `seq` of the last event seen. The game as it stands comes at once, unless nothing has changed
    /// since; events in between are skipped, as every event has the whole game.
    pub(super) since: Option<u64>,
}

/// A connection that follows a game, counted among those of its client.
pub(super) struct Follower {
    visitor: Visitor,
    is_player: bool,
    /// Requests that do not come through a connection have none.
    slot: Option<ConnectionSlot>,
    _permit: Place,
}

impl Follower {
    pub(super) async fn enter(
        games: &Arc<Games>,
        guard: &Guard,
        live: &Arc<LiveGame>,
        (asker, slot): (&Asker, Option<ConnectionSlot>),
        (holder, since): (Option<SecretHash>, Option<u64>),
    ) -> Result<Self> {
        let permit = guard.follow(asker.client)?;
        let networks = asker.client.networks();
        let visitor = Visitor::enter(games, live, networks, (holder, since)).await?;
        if let Some(slot) = &slot {
            slot.belongs_to(networks);
            slot.is_now(Activity::Watching);
        }
        Ok(Self { visitor, is_player: holder.is_some(), slot, _permit: permit })
    }

    /// The next event, or nothing if others need the place.
    ///
    /// The future can be dropped and called for again without losing anything.
    pub(super) async fn next(&mut self) -> Option<GameEvent> {
        let Some(slot) = &self.slot else { return self.visitor.next().await };
        let event = tokio::select! {
            event = self.visitor.next() => event?,
            () = slot.given_up() => return None,
        };
        let game = &event.view().game;
        let is_playing = self.is_player && !game.is_over() && game.free_seat().is_none();
        slot.is_now(if is_playing { Activity::Playing } else { Activity::Watching });
        Some(event)
    }
}
