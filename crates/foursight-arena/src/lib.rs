//! A referee for Connect Four programs: players are processes, and every wait for one has an end.
//!
//! A [`Contestant`] is a command line and the dialect that it speaks. [`play()`] lets two of them play one
//! game: each runs in a process group and a scratch folder of its own, is told the moves, asked
//! for its own, timed, and taken down at the end with its process group. Whatever a player does
//! wrong loses it the game, and the [`Termination`] says what it was. On systems other than Unix there is
//! nothing here.

#![cfg(unix)]

mod dialect;
mod openings;
mod play;
mod player;
mod process;
mod record;
mod sandbox;
mod termination;

pub use dialect::Dialect;
pub use openings::random_opening;
pub use play::{GameRecord, PlayedMove, play};
pub use player::{Contestant, Limits};
pub use process::{NoLine, Process};
pub use record::{Channel, LogLine, StoredGame, TournamentHeader};
pub use sandbox::{
    Layer, LayerReport, LayerStatus, Sandbox, SandboxOptions, UnknownLayer, Verdict, jail,
};
pub use termination::{Exit, Termination};
