//! A referee for Connect Four programs: players are processes, and every wait for one has an end.
//!
//! A [`Contestant`] is a command line and the [`Dialect`] that it speaks. [`play()`] lets two of them play one
//! game: each runs in a process group and a scratch folder of its own, is told the moves, asked
//! for its own, timed, and taken down at the end with its process group. Whatever a player does
//! wrong loses it the game, and the [`Termination`] says what it was. On systems other than Unix there is
//! nothing here.

#![cfg(unix)]

mod rating;
mod referee;
pub mod report;
mod tournament;

pub use rating::elo::{Elo, elo_of_score, score_of_elo};
pub use rating::pair::{PairResult, distinct, pair_up};
pub use rating::pentanomial::Pentanomial;
pub use rating::sprt::{Sprt, SprtError, SprtRun, SprtStatus};
pub use rating::standings::{Standing, Standings};
pub use rating::tally::Tally;
pub use rating::{Rating, Ratings, rate};
pub use referee::clock::{Clock, ClockError};
pub use referee::console::{Console, NoConsole};
pub use referee::contestant::{Contestant, ContestantKind, FileError, Program};
pub use referee::dialect::{Dialect, UnknownDialect};
pub use referee::log::{Channel, LogLine};
pub use referee::play::{PlayedGame, PlayedMove, play};
pub use referee::settings::GameSettings;
pub use referee::termination::{Exit, Termination};
pub use referee::time_limits::TimeLimits;
pub use report::csv_files::{write_games_csv, write_standings_csv};
pub use report::grade::{ColumnScores, GradedGame, GradedMove, Lost, grade};
pub use tournament::openings::random_opening;
pub use tournament::plan::{Plan, PlanError, TournamentHeader, fingerprint};
pub use tournament::schedule::{Credit, Pairing, Round, Schedule};
pub use tournament::store::{self, Store, StoreError};
pub use tournament::stored_game::{StoredGame, write_games};
pub use tournament::{Event, Finish, Tournament, Watch};

/// The example in the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
