//! A referee for Connect Four programs: players are processes, and every wait for one has an end.
//!
//! A [`Contestant`] is a command line and the [`Dialect`] that it speaks. [`play()`] lets two of them play one
//! game: each runs in a process group and a scratch folder of its own, is told the moves, asked
//! for its own, timed, and taken down at the end with its process group. Whatever a player does
//! wrong loses it the game, and the [`Termination`] says what it was. On systems other than Unix there is
//! nothing here.

#![cfg(unix)]

mod clock;
mod console;
mod contestant;
mod dialect;
mod log;
mod openings;
mod play;
mod player;
mod process;
mod record;
mod settings;
mod termination;

pub use clock::{Clock, ClockError};
pub use console::{Console, NoConsole};
pub use contestant::{Contestant, ContestantKind, FileError, Program};
pub use dialect::{Dialect, UnknownDialect};
pub use openings::random_opening;
pub use play::{GameRecord, PlayedMove, play};
pub use record::{Channel, LogLine, StoredGame, TournamentHeader};
pub use settings::{GameSettings, Limits};
pub use termination::{Exit, Termination};
