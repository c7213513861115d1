//! A network game that is being played or watched: its state at one moment, its followers, and the events that they
//! receive.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use foursight_files::secrets::SecretHash;
use tokio::sync::{broadcast, watch};

use crate::connections::{Capacity, Connections};
use crate::game::{Change, NetworkGame, Seat};
use crate::wall_clock::Moment;

/// The maximum number of spectators of one game.
pub(super) const MAX_SPECTATORS: usize = 500;

/// The maximum number of events by which a slow client may lag before it misses some.
const MAX_BEHIND: usize = 32;

/// A game that is being played or watched.
pub struct LiveGame {
    // Held while a change is stored, so a game that is read here is on the disk.
    pub(super) game: tokio::sync::Mutex<Arc<NetworkGame>>,
    pub(super) has_clock: bool,
    /// Connections by the secret of a seat; those without one only watch.
    visitors: Mutex<HashMap<Option<SecretHash>, usize>>,
    pub(super) spectators: Connections,
    /// Whether a task is about to announce who is connected.
    pub(super) is_announcing: AtomicBool,
    pub(super) events: broadcast::Sender<GameEvent>,
    is_deleted: watch::Sender<bool>,
}

impl LiveGame {
    pub(super) fn new(game: Arc<NetworkGame>) -> Self {
        Self {
            has_clock: game.clock.is_some(),
            game: tokio::sync::Mutex::new(game),
            visitors: Mutex::default(),
            spectators: Connections::new(Capacity { all: MAX_SPECTATORS, share: None }),
            is_announcing: AtomicBool::new(false),
            events: broadcast::Sender::new(MAX_BEHIND),
            is_deleted: watch::Sender::new(false),
        }
    }

    /// Disconnects everybody who follows the game.
    pub(super) fn delete(&self) {
        self.is_deleted.send_replace(true);
    }

    pub(super) fn is_deleted(&self) -> bool {
        *self.is_deleted.borrow()
    }

    /// Ready once the game is deleted.
    pub(super) fn deleted(&self) -> impl Future<Output = ()> + use<> {
        let mut is_deleted = self.is_deleted.subscribe();
        async move {
            if is_deleted.wait_for(|&is_deleted| is_deleted).await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }

    /// The game as it was last stored.
    pub async fn game(&self) -> Arc<NetworkGame> {
        self.game.lock().await.clone()
    }

    pub(super) fn visitors(&self) -> MutexGuard<'_, HashMap<Option<SecretHash>, usize>> {
        self.visitors.lock().expect("nothing panics while it counts")
    }

    /// The connected players, in their current seats.
    fn connected(&self, game: &NetworkGame) -> Connected {
        let visitors = self.visitors();
        let n_connected = |who| visitors.get(&who).copied().unwrap_or(0);
        let has_player = |seat: &Seat| seat.secret.is_some_and(|who| n_connected(Some(who)) > 0);
        Connected {
            players: game.seats.each_ref().map(has_player),
            n_spectators: n_connected(None),
        }
    }

    /// Whether a clock is running; while a game is being changed, its clock counts as running.
    pub(super) fn is_clock_running(&self) -> bool {
        let is_running =
            |game: &NetworkGame| game.clock.as_ref().is_some_and(|c| c.running_since.is_some());
        self.has_clock && self.game.try_lock().map_or(true, |game| is_running(&game))
    }

    pub(super) fn view(&self, game: &Arc<NetworkGame>, now: Moment) -> GameView {
        GameView { game: game.clone(), connected: self.connected(game), now }
    }

    /// Sends an event to everybody who follows the game.
    pub(super) fn announce(&self, game: &Arc<NetworkGame>, change: Change, now: Moment) {
        if self.events.receiver_count() > 0 {
            // All followers may have left meanwhile.
            let _ = self.events.send(GameEvent::new(change, self.view(game, now)));
        }
    }
}

/// The clients connected to a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Connected {
    /// The first and the second player.
    pub players: [bool; 2],
    /// The number of connections without a seat.
    pub n_spectators: usize,
}

/// The state of a network game at one moment.
#[derive(Clone, Debug)]
pub struct GameView {
    /// The game as it was last stored.
    pub game: Arc<NetworkGame>,
    /// Who follows it.
    pub connected: Connected,
    /// The moment, in milliseconds since 1970.
    pub now: Moment,
}

/// A change, with the whole game after it; cheap to clone.
#[derive(Clone, Debug)]
pub struct GameEvent(Arc<EventParts>);

#[derive(Debug)]
struct EventParts {
    change: Change,
    view: GameView,
    text: OnceLock<String>,
}

impl GameEvent {
    /// A change and the game after it.
    pub fn new(change: Change, view: GameView) -> Self {
        Self(Arc::new(EventParts { change, view, text: OnceLock::new() }))
    }

    /// The change.
    pub fn change(&self) -> Change {
        self.0.change
    }

    /// The game after the change.
    pub fn view(&self) -> &GameView {
        &self.0.view
    }

    /// The event as text: the first follower writes the text, and all others send the same one.
    pub fn text(&self, write: impl FnOnce(&Self) -> String) -> &str {
        self.0.text.get_or_init(|| write(self))
    }
}
