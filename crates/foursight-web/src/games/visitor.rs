//! Somebody who is connected to a game, as a player or to watch.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::http::StatusCode;
use metrics::gauge;
use tokio::sync::broadcast;

use super::{Event, LiveTable};
use crate::App;
use crate::game::seat::SecretHash;
use crate::game::{Change, Table};
use crate::http::client::Client;
use crate::http::concurrency::Turn;
use crate::http::error::{Error, Result};

/// How many may watch one game.
const MAX_SPECTATORS: usize = 500;
/// How often one player may be connected, with as many windows and programs.
const MAX_OF_PLAYER: usize = 20;

/// How long it takes until the others are told who comes and goes.
const ANNOUNCE_DELAY: Duration = Duration::from_millis(100);

/// A connection to a game; while there is one of a player, the others see that player as connected.
pub(crate) struct Visitor {
    app: Arc<App>,
    live: Arc<LiveTable>,
    player: Option<SecretHash>,
    events: broadcast::Receiver<Event>,
    /// What the client is told before anything that happens from now on.
    first: Option<Event>,
    is_behind: bool,
    _turn: Turn,
}

impl Visitor {
    /// Connects somebody who has seen the change number `seen`, and tells the others.
    pub(crate) async fn enter(
        app: &Arc<App>,
        live: &Arc<LiveTable>,
        player: Option<SecretHash>,
        client: Client,
        seen: Option<u64>,
    ) -> Result<Self> {
        let turn = app.following.take(client.network);
        let turn =
            turn.ok_or_else(|| too_many("too many connections of your address follow games"))?;
        // Nothing changes between what is told first and what comes after it.
        let table = live.table.lock().await;
        count_in(live, player)?;
        let events = live.events.subscribe();
        let first = (seen != Some(table.seq)).then(|| newest(live, &table, app.now()));
        let (app, live) = (app.clone(), live.clone());
        let visitor =
            Self { app, live: live.clone(), player, events, first, is_behind: false, _turn: turn };
        gauge!("foursight_visitors").increment(1.0);
        visitor.announce();
        Ok(visitor)
    }

    /// The next event; for a client that is too far behind, how the game stands now.
    ///
    /// It can be given up and called again.
    pub(crate) async fn next(&mut self) -> Event {
        if let Some(first) = self.first.take() {
            return first;
        }
        if !self.is_behind {
            match self.events.recv().await {
                Ok(event) => return event,
                Err(_) => self.is_behind = true,
            }
        }
        // What it has missed is not told after what is newer.
        let table = self.live.table.lock().await;
        self.events = self.events.resubscribe();
        self.is_behind = false;
        newest(&self.live, &table, self.app.now())
    }

    /// Tells the others in a moment, together with who else comes and goes until then: a crowd must not
    /// drown the moves in news of itself.
    fn announce(&self) {
        if self.live.is_announcing.swap(true, Ordering::AcqRel) {
            return;
        }
        let (app, live) = (self.app.clone(), self.live.clone());
        // Without a runtime the server has ended, and nobody listens.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                tokio::time::sleep(ANNOUNCE_DELAY).await;
                live.is_announcing.store(false, Ordering::Release);
                let table = live.table.lock().await;
                live.tell(&table, Change::Presence, app.now());
            });
        }
    }
}

impl Drop for Visitor {
    fn drop(&mut self) {
        {
            let mut visitors = self.live.visitors();
            *visitors.get_mut(&self.player).expect("this one is counted") -= 1;
        }
        gauge!("foursight_visitors").decrement(1.0);
        self.announce();
    }
}

/// Counts a connection, if there may be one more.
fn count_in(live: &LiveTable, player: Option<SecretHash>) -> Result<()> {
    // Spectators keep no player out, and no player the other.
    let (most, whose) = match player {
        Some(_) => (MAX_OF_PLAYER, "connections of yours follow"),
        None => (MAX_SPECTATORS, "spectators follow"),
    };
    let mut visitors = live.visitors();
    let n_connected = visitors.entry(player).or_default();
    if *n_connected >= most {
        return Err(too_many(&format!("{most} {whose} this game")));
    }
    *n_connected += 1;
    Ok(())
}

fn too_many(what: &str) -> Error {
    let message = format!("{what} already: close some first");
    Error::new(StatusCode::TOO_MANY_REQUESTS, "too_many_visitors", message)
}

fn newest(live: &LiveTable, table: &Table, now: i64) -> Event {
    Event::new(table.seq, Change::State, &live.state_of(table, now))
}
