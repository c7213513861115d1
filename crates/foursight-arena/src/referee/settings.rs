//! The settings of one game.

use std::sync::atomic::AtomicBool;

use foursight::{AnySize, Column, OpeningRule};
use foursight_sandbox::Sandbox;

use crate::referee::clock::Clock;
use crate::referee::time_limits::TimeLimits;

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
