//! Somebody who is connected to a game, as a player or to watch.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use metrics::gauge;
use tokio::sync::broadcast;

use super::{GameEvent, Games, GamesError, LiveGame};
use crate::game::{Change, NetworkGame, SecretHash};

/// How many may watch one game.
const MAX_SPECTATORS: usize = 500;
/// How many connections one player may have to a game, over all windows and programs.
const MAX_OF_PLAYER: usize = 20;

/// How long arrivals and departures are collected before everybody hears of them.
const ANNOUNCE_DELAY: Duration = Duration::from_millis(100);

/// Why nobody else may connect to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TooManyVisitors {
    #[error("{MAX_OF_PLAYER} connections of yours follow this game already: close some first")]
    OfPlayer,
    #[error("{MAX_SPECTATORS} spectators follow this game already: close some first")]
    Spectators,
}

/// A connection to a game; while a player has one, the others see that player as connected.
pub(crate) struct Visitor {
    games: Arc<Games>,
    live: Arc<LiveGame>,
    holder: Option<SecretHash>,
    events: broadcast::Receiver<GameEvent>,
    /// What the client gets before anything that happens from now on.
    first: Option<GameEvent>,
    is_behind: bool,
}

impl Visitor {
    /// Connects the holder of a seat, or a spectator, who has seen change number `seen`, and announces it.
    pub(crate) async fn enter(
        games: &Arc<Games>,
        live: &Arc<LiveGame>,
        holder: Option<SecretHash>,
        seen: Option<u64>,
    ) -> Result<Self, GamesError> {
        // Nothing changes between the first event and those that follow.
        let game = live.game.lock().await;
        count_in(live, holder)?;
        let events = live.events.subscribe();
        let first = (seen != Some(game.seq)).then(|| newest(live, &game, games.now()));
        let (games, live) = (games.clone(), live.clone());
        let visitor = Self { games, live: live.clone(), holder, events, first, is_behind: false };
        gauge!("foursight_visitors").increment(1.0);
        visitor.announce();
        Ok(visitor)
    }

    /// The next event; for a client that is too far behind, how the game stands now.
    ///
    /// The future can be dropped and called for again without losing anything.
    pub(crate) async fn next(&mut self) -> GameEvent {
        if let Some(first) = self.first.take() {
            return first;
        }
        if !self.is_behind {
            match self.events.recv().await {
                Ok(event) => return event,
                Err(_) => self.is_behind = true,
            }
        }
        // Skip what was missed: it must not come after something newer.
        let game = self.live.game.lock().await;
        self.events = self.events.resubscribe();
        self.is_behind = false;
        newest(&self.live, &game, self.games.now())
    }

    /// Tells the others shortly, together with whoever else comes and goes until then: a crowd must not
    /// drown the moves in news about itself.
    fn announce(&self) {
        if self.live.is_announcing.swap(true, Ordering::AcqRel) {
            return;
        }
        let (games, live) = (self.games.clone(), self.live.clone());
        // Without a runtime the server has ended, and nobody listens.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                tokio::time::sleep(ANNOUNCE_DELAY).await;
                live.is_announcing.store(false, Ordering::Release);
                let game = live.game.lock().await;
                live.announce(&game, Change::Presence, games.now());
            });
        }
    }
}

impl Drop for Visitor {
    fn drop(&mut self) {
        {
            let mut visitors = self.live.visitors();
            *visitors.get_mut(&self.holder).expect("this one is counted") -= 1;
        }
        gauge!("foursight_visitors").decrement(1.0);
        self.announce();
    }
}

/// Counts a connection, unless there are too many; spectators keep no player out, and no player the other.
fn count_in(live: &LiveGame, holder: Option<SecretHash>) -> Result<(), TooManyVisitors> {
    let (most, error) = match holder {
        Some(_) => (MAX_OF_PLAYER, TooManyVisitors::OfPlayer),
        None => (MAX_SPECTATORS, TooManyVisitors::Spectators),
    };
    let mut visitors = live.visitors();
    let n_connected = visitors.entry(holder).or_default();
    if *n_connected >= most {
        return Err(error);
    }
    *n_connected += 1;
    Ok(())
}

fn newest(live: &LiveGame, game: &Arc<NetworkGame>, now: i64) -> GameEvent {
    GameEvent::new(Change::State, live.view(game, now))
}
