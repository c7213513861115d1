//! The conditions of a game.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use foursight::{AnySize, Column};
use foursight_sandbox::Sandbox;

use crate::referee::clock::Clock;

/// The conditions that hold for both players.
#[derive(Clone, Copy, Debug)]
pub struct GameSettings<'a> {
    /// The board.
    pub size: AnySize,
    /// The moves that nobody chooses. They can be played, and leave the game open.
    pub opening: &'a [Column],
    /// How long the players may think.
    pub clock: Clock,
    /// How long they may take for everything else.
    pub limits: Limits,
    /// Whether the second player may take over the first disc instead of its own first move, after which
    /// the first player is to move again.
    pub steal: bool,
    /// How the players are isolated.
    pub sandbox: &'a Sandbox,
    /// Breaks the game off when it is set.
    pub cancel: &'a AtomicBool,
}

/// How long a player may take for what is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// From its start to its first answer.
    pub start: Duration,
    /// What is given on top for each move, for the noise of the machine.
    pub margin: Duration,
    /// For ending by itself once its input is closed.
    pub quit: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            margin: Duration::from_millis(50),
            quit: Duration::from_millis(100),
        }
    }
}
