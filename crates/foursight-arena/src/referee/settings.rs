//! The settings of one game.

use std::sync::atomic::AtomicBool;

use foursight::{AnySize, Column};
use foursight_sandbox::Sandbox;

use crate::referee::clock::Clock;
use crate::referee::time_limits::TimeLimits;

/// The conditions of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameSettings<'a> {
    /// The board.
    pub size: AnySize,
    /// The moves already on the board. They are legal and leave the game open.
    pub opening: &'a [Column],
    /// How long contestants may think that have no [clock](crate::Program::clock) of their own.
    pub clock: Clock,
    /// How long they may take for everything else.
    pub limits: TimeLimits,
    /// Whether the second player may steal the first disc instead of making its first move. The first player
    /// then moves again.
    pub steal: bool,
    /// Whether contestants may think while their opponents are on turn. Otherwise they stand still then, unless they are
    /// trusted or the sandbox has no launcher.
    pub ponder: bool,
    /// How contestants are isolated.
    pub sandbox: &'a Sandbox,
    /// Aborts the game when set.
    pub cancel: &'a AtomicBool,
}
