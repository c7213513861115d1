//! Following a game: what `events` and the WebSocket have in common.

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use utoipa::IntoParams;

use crate::game::SecretHash;
use crate::games::{GameEvent, Games, LiveGame, Visitor};
use crate::http::asker::Asker;
use crate::http::concurrency::ConcurrencyPermit;
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
    _permit: ConcurrencyPermit,
}

impl Follower {
    pub(super) async fn enter(
        games: &Arc<Games>,
        guard: &Guard,
        live: &Arc<LiveGame>,
        asker: &Asker,
        (holder, since): (Option<SecretHash>, Option<u64>),
    ) -> Result<Self> {
        let permit = guard.follow(asker.client)?;
        let visitor = Visitor::enter(games, live, holder, since).await?;
        Ok(Self { visitor, _permit: permit })
    }

    /// The next event; the future can be dropped and called for again without losing anything.
    pub(super) async fn next(&mut self) -> GameEvent {
        self.visitor.next().await
    }
}
