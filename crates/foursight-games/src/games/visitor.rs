//! A client connected to a game, as a player or a spectator.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use foursight_files::secrets::SecretHash;
use metrics::gauge;
use tokio::sync::broadcast;

use super::live::MAX_SPECTATORS;
use super::{GameEvent, Games, GamesError, LiveGame};
use crate::connections::{Activity, Place};
use crate::game::{Change, NetworkGame, Version};
use crate::networks::Networks;
use crate::wall_clock::Moment;

/// The maximum number of connections that one player may have to a game, over all windows and programs.
const MAX_OF_PLAYER: usize = 20;

/// The time for which arrivals and departures are collected before they are announced.
const ANNOUNCE_DELAY: Duration = Duration::from_millis(100);

/// The reason why no other client may connect to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it all")]
pub enum TooManyVisitors {
    #[error("you already have {MAX_OF_PLAYER} connections to this game; close some first")]
    OfPlayer,
    #[error("this game already has {MAX_SPECTATORS} spectators; try again later")]
    Spectators,
}

/// A connection to a game; while a player has one, the others see that player as connected.
pub struct Visitor {
    games: Arc<Games>,
    live: Arc<LiveGame>,
    holder: Option<SecretHash>,
    /// The place of a spectator.
    place: Option<Place>,
    events: broadcast::Receiver<GameEvent>,
    /// The events that the client receives before anything that happens from now on.
    first: Option<GameEvent>,
    is_behind: bool,
}

impl Visitor {
    /// Connects the holder of a seat, or a spectator, who has seen the version `seen`, and announces it. If all
    /// places are taken, a spectator from a new network takes the place of another spectator.
    pub async fn enter(
        games: &Arc<Games>,
        live: &Arc<LiveGame>,
        networks: Networks,
        (holder, seen): (Option<SecretHash>, Option<Version>),
    ) -> Result<Self, GamesError> {
        // The lock keeps the game unchanged between the first event and those that follow.
        let game = live.game.lock().await;
        let place = count_in(live, holder, networks)?;
        let events = live.events.subscribe();
        let first = (seen != Some(game.seq)).then(|| newest(live, &game, games.now()));
        let (games, live) = (games.clone(), live.clone());
        let visitor =
            Self { games, live: live.clone(), holder, place, events, first, is_behind: false };
        gauge!("foursight_visitors").increment(1.0);
        visitor.announce();
        Ok(visitor)
    }

    /// The next event; for a client that is too far behind, the current state of the game. `None` if another spectator
    /// has taken the place, or the game is deleted.
    ///
    /// The future can be dropped and called for again without losing anything.
    pub async fn next(&mut self) -> Option<GameEvent> {
        if let Some(first) = self.first.take() {
            return Some(first);
        }
        if !self.is_behind {
            let event = tokio::select! {
                event = self.events.recv() => event,
                () = given_up(self.place.as_ref()) => return None,
                () = self.live.deleted() => return None,
            };
            match event {
                Ok(event) => return Some(event),
                Err(_) => self.is_behind = true,
            }
        }
        // Skip the missed events: they must not come after something newer.
        let game = self.live.game.lock().await;
        self.events = self.events.resubscribe();
        self.is_behind = false;
        Some(newest(&self.live, &game, self.games.now()))
    }

    /// Tells the others after a short delay, together with all other arrivals and departures until then: a crowd must
    /// not drown out the moves with news about itself.
    fn announce(&self) {
        if self.live.is_announcing.swap(true, Ordering::AcqRel) {
            return;
        }
        let (games, live) = (self.games.clone(), self.live.clone());
        // Without a runtime, the server has ended, and nobody is listening.
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

/// Counts a connection, unless there are too many; spectators cannot keep a player out, nor can one player keep the
/// other out.
fn count_in(
    live: &LiveGame,
    holder: Option<SecretHash>,
    networks: Networks,
) -> Result<Option<Place>, TooManyVisitors> {
    let enter = || live.spectators.enter(Some(networks), Activity::Watching);
    let place = match holder {
        Some(_) => None,
        None => Some(enter().ok_or(TooManyVisitors::Spectators)?),
    };
    let mut visitors = live.visitors();
    let n_connected = visitors.entry(holder).or_default();
    if holder.is_some() && *n_connected >= MAX_OF_PLAYER {
        return Err(TooManyVisitors::OfPlayer);
    }
    *n_connected += 1;
    Ok(place)
}

/// Ready once another client has the place.
async fn given_up(place: Option<&Place>) {
    match place {
        Some(place) => place.given_up().await,
        None => std::future::pending().await,
    }
}

fn newest(live: &LiveGame, game: &Arc<NetworkGame>, now: Moment) -> GameEvent {
    GameEvent::new(Change::State, live.view(game, now))
}
