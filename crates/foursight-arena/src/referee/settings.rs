//! Settings of one game: its board, its rules and its time limits.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use foursight::{AnySize, Column, OpeningRule};
use foursight_sandbox::Sandbox;

use crate::referee::clock::Clock;

/// The conditions of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameSettings<'a> {
    /// The board.
    pub size: AnySize,
    /// The moves already on the board. They must be legal and leave the game open.
    pub opening: &'a [Column],
    /// The clock of contestants without a [clock](crate::Program::clock) of their own.
    pub clock: Clock,
    /// The contestants' time limits for everything else.
    pub limits: TimeLimits,
    /// The opening rule: who places discs for both sides, and whether the second player may then swap sides.
    pub opening_rule: OpeningRule,
    /// The sandbox that isolates contestants.
    pub sandbox: &'a Sandbox,
    /// Aborts the game when set.
    pub cancel: &'a AtomicBool,
}

/// The time limits of a contestant for anything but a move. The [`Clock`] limits moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimits {
    /// Time from its start to its first answer; 10 s by default.
    pub start: Duration,
    /// Extra time for each move, for machine delays; 50 ms by default.
    pub margin: Duration,
    /// Time to exit on its own once its input is closed; 100 ms by default.
    pub quit: Duration,
}

impl Default for TimeLimits {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            margin: Duration::from_millis(50),
            quit: Duration::from_millis(100),
        }
    }
}
