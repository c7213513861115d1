//! Who plays at the prompts.

use foursight_engine::{LevelPlayer, Ties};
use foursight_tui::game::PlayerKind;

/// A player at the prompts.
pub(super) enum Participant {
    Human,
    Machine(LevelPlayer),
}

impl Participant {
    /// `seed` decides the random choices of a machine.
    pub(super) fn new(kind: PlayerKind, seed: u64) -> Self {
        match kind {
            PlayerKind::Human => Self::Human,
            PlayerKind::Machine(level) => {
                Self::Machine(LevelPlayer::new(level, seed).with_ties(Ties::Random))
            }
        }
    }

    pub(super) fn kind(&self) -> PlayerKind {
        match self {
            Self::Human => PlayerKind::Human,
            Self::Machine(player) => PlayerKind::Machine(player.level()),
        }
    }
}
