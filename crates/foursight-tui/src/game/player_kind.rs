//! Kinds of players: a person, or a machine at some level.

use std::fmt;
use std::str::FromStr;

use foursight_engine::Level;

/// A kind of player, as people name it: `human`, `random`, `level:0` to `level:10`, or `perfect`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// A person at this terminal.
    Human,
    /// The engine at this level.
    Machine(Level),
}

impl PlayerKind {
    /// The level, if it is a machine.
    pub fn level(self) -> Option<Level> {
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
                    .ok_or("a player is human, random, level:0 to level:10, or perfect")?;
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
