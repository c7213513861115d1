//! Somebody who is connected to a game, as a player or to watch.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::http::StatusCode;
use metrics::gauge;
use tokio::sync::broadcast;

use super::{Event, LiveTable};
use crate::App;
use crate::error::{Error, Result};
use crate::http::client::Client;
use crate::http::turns::Turn;
use crate::seat::SecretHash;
use crate::table::Change;

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
    is_behind: bool,
    _turn: Turn,
}

impl Visitor {
    /// Connects somebody, and tells the others.
    pub(crate) fn enter(
        app: &Arc<App>,
        live: &Arc<LiveTable>,
        player: Option<SecretHash>,
        client: Client,
    ) -> Result<Self> {
        let too_many = |what: fmt::Arguments<'_>| {
            let message = format!("{what}: close some first");
            Error::new(StatusCode::TOO_MANY_REQUESTS, "too_many_visitors", message)
        };
        let turn = app.following.take(client.network);
        let turn = turn.ok_or_else(|| {
            too_many(format_args!("too many connections of your address follow games already"))
        })?;
        // Spectators keep no player out, and no player the other.
        let (most, whose) = match player {
            Some(_) => (MAX_OF_PLAYER, "connections of yours follow"),
            None => (MAX_SPECTATORS, "spectators follow"),
        };
        let visitor = {
            let mut visitors = live.visitors();
            let n_connected = visitors.entry(player).or_default();
            if *n_connected >= most {
                return Err(too_many(format_args!("{most} {whose} this game already")));
            }
            *n_connected += 1;
            let events = live.events.subscribe();
            Self {
                app: app.clone(),
                live: live.clone(),
                player,
                events,
                is_behind: false,
                _turn: turn,
            }
        };
        gauge!("foursight_visitors").increment(1.0);
        visitor.announce();
        Ok(visitor)
    }

    /// The next event; for a client that is too far behind, how the game stands now.
    ///
    /// It can be given up and called again.
    pub(crate) async fn next(&mut self) -> Event {
        if !self.is_behind {
            match self.events.recv().await {
                Ok(event) => return event,
                Err(_) => self.is_behind = true,
            }
        }
        // What it has missed is not told after what is newer.
        self.events = self.events.resubscribe();
        let newest = self.newest().await;
        self.is_behind = false;
        newest
    }

    /// How the game stands now, if that is not what the client saw last.
    pub(crate) async fn news_since(&self, seen: Option<u64>) -> Option<Event> {
        let seq = self.live.table.lock().await.seq;
        if seen == Some(seq) { None } else { Some(self.newest().await) }
    }

    /// How the game stands now.
    pub(crate) async fn newest(&self) -> Event {
        let table = self.live.table.lock().await;
        Event::new(table.seq, Change::State, &self.live.state_of(&table, self.app.now()))
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
