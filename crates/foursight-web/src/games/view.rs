//! The state of a network game at one moment, and the events that its followers receive.

use std::sync::{Arc, OnceLock};

use crate::game::{Change, NetworkGame};
use crate::wall_clock::Moment;

/// The clients connected to a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Connected {
    /// The first and the second player.
    pub(crate) players: [bool; 2],
    pub(crate) n_spectators: usize,
}

/// The state of a network game at one moment.
#[derive(Clone, Debug)]
pub(crate) struct GameView {
    pub(crate) game: Arc<NetworkGame>,
    pub(crate) connected: Connected,
    /// The moment, in milliseconds since 1970.
    pub(crate) now: Moment,
}

/// A change, with the whole game after it; cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct GameEvent(Arc<EventParts>);

#[derive(Debug)]
struct EventParts {
    change: Change,
    view: GameView,
    text: OnceLock<String>,
}

impl GameEvent {
    pub(crate) fn new(change: Change, view: GameView) -> Self {
        Self(Arc::new(EventParts { change, view, text: OnceLock::new() }))
    }

    pub(crate) fn change(&self) -> Change {
        self.0.change
    }

    pub(crate) fn view(&self) -> &GameView {
        &self.0.view
    }

    /// The event as text: the first follower writes the text, and all others send the same one.
    pub(crate) fn text(&self, write: impl FnOnce(&Self) -> String) -> &str {
        self.0.text.get_or_init(|| write(self))
    }
}
