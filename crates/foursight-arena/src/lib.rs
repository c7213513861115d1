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
mod csv_files;
mod dialect;
mod elo;
mod error_stream;
mod grade;
mod log;
mod matrix;
mod normal;
mod openings;
mod pair;
mod pentanomial;
mod plan;
mod play;
mod player;
mod process;
mod rating;
mod record;
pub mod report;
mod room;
mod sandbox;
mod schedule;
mod settings;
mod sprt;
mod standings;
pub mod store;
mod termination;
mod tournament;

pub use clock::{Clock, ClockError};
pub use console::{Console, NoConsole};
pub use contestant::{Contestant, ContestantKind, FileError, Program};
pub use csv_files::{write_games_csv, write_standings_csv};
pub use dialect::{Dialect, UnknownDialect};
pub use elo::{Elo, elo_of_score, score_of_elo};
pub use grade::{ColumnScores, GradedGame, GradedMove, Lost, grade};
pub use openings::random_opening;
pub use pair::{PairResult, distinct, pair_up};
pub use pentanomial::Pentanomial;
pub use plan::{Plan, PlanError, fingerprint};
pub use play::{GameRecord, PlayedMove, play};
pub use process::{NoLine, Process};
pub use rating::{Rating, Ratings, rate};
pub use record::{Channel, LogLine, StoredGame, TournamentHeader, write_games};
pub use sandbox::{
    Layer, LayerReport, LayerStatus, Sandbox, SandboxOptions, UnknownLayer, Verdict, jail,
};
pub use schedule::{Pairing, Progress, Round, Schedule};
pub use settings::{GameSettings, Limits};
pub use sprt::{Sprt, SprtError, SprtRun, SprtStatus};
pub use standings::{Record, Row, Standings};
pub use store::{Store, StoreError};
pub use termination::{Exit, Termination};
pub use tournament::{Event, Finish, Tournament, Watch};
