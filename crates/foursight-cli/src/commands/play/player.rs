//! Who sits at the board.

use std::fmt;
use std::str::FromStr;

use foursight_engine::{Level, LevelPlayer, Ties};

/// What kind of player is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlayerKind {
    Human,
    Machine(Level),
}

impl PlayerKind {
    /// The level, if it is a machine.
    pub(crate) fn level(self) -> Option<Level> {
        match self {
            Self::Human => None,
            Self::Machine(level) => Some(level),
        }
    }
}

impl FromStr for PlayerKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "human" => Ok(Self::Human),
            "random" => Ok(Self::Machine(Level::RANDOM)),
            "perfect" => Ok(Self::Machine(Level::PERFECT)),
            _ => {
                let level = text
                    .strip_prefix("level:")
                    .ok_or("a player is human, random, level:N with N from 0 to 10, or perfect")?;
                level.parse().map(Self::Machine).map_err(|error| format!("{error}"))
            }
        }
    }
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Human => f.write_str("human"),
            Self::Machine(Level::RANDOM) => f.write_str("random"),
            Self::Machine(Level::PERFECT) => f.write_str("perfect"),
            Self::Machine(level) => write!(f, "level:{level}"),
        }
    }
}

/// A player at the prompts.
pub(super) enum Seat {
    Human,
    Machine(LevelPlayer),
}

impl Seat {
    /// A machine's random choices follow from `seed`.
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
