//! The state of a network game at one moment, and the events that its followers receive.

use std::sync::{Arc, OnceLock};

use crate::game::{Change, NetworkGame};
use crate::wall_clock::Moment;

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
