//! A referee for Connect Four programs, and tournaments between them.
//!
//! A [`Contestant`] is a command line and the [`Dialect`] that it speaks. [`play()`] lets two of them play one game:
//! each runs in a sandbox, reads the other's moves, answers with its own, and is killed at the end with everything it
//! started. Every wait has a deadline. A contestant that breaks a rule loses the game, and the [`EndingDetail`] says
//! why.
//!
//! A [`Tournament`] plays the games of a [`Schedule`] and stores each one in a [`Store`]. [`Standings`], [`Ratings`]
//! and [`Sprt`] evaluate the games; [`report`] shows them in one HTML file.
//!
//! An [`Arena`] does all of that for [`Entrant`]s, players from files: it checks them, opens and plays a
//! [`Competition`], and gives marks by a [`Rubric`]. It asks a [`Judge`] whatever only an engine knows.
//!
//! This crate is empty on systems other than Unix.

#![cfg(unix)]

pub mod archive;
mod arena;
mod board_class;
mod check;
mod competition;
mod entrant;
mod entries;
mod error;
mod grader;
mod judge;
mod marking;
mod openings;
mod rating;
mod referee;
pub mod report;
mod results;
mod settings;
mod source;
mod tournament;

pub use arena::{Arena, Isolate, Notice};
pub use check::Checked;
pub use competition::{Competition, CompetitionRequest, PlayedCompetition, Spectators};
pub use entrant::{Entrant, Subject, confine, exposure, fingerprint, private};
pub use error::ArenaError;
pub use grader::give_way;
pub use judge::{GradeDepth, Judge};
pub use marking::format::Format;
pub use marking::names::Names;
pub use marking::rubric::{Kind, Rubric};
pub use marking::{Marked, Marking, Marks};
pub use openings::{
    MAX_OPENING, OpeningSource, Openings, choose, deaf, random_opening, read_opening,
};
pub use rating::match_result::{Elo, MatchResult, Tally, elo_of_score, score_of_elo};
pub use rating::pentanomial::Pentanomial;
pub use rating::sprt::{Sprt, SprtRun, SprtStatus};
pub use rating::standings::{Standing, Standings};
pub use rating::{Rating, Ratings, rate, rate_anchored};
pub use referee::build::{Build, Builder};
pub use referee::clock::Clock;
pub use referee::contestant::{Contestant, PLAYABLE, Program, is_installed, script_interpreter};
pub use referee::dialect::Dialect;
pub use referee::ending::Ending;
pub use referee::ending_detail::EndingDetail;
pub use referee::log::{Channel, LogLine};
pub use referee::play::{Console, GameSettings, NoConsole, PlayedGame, PlayedMove, play};
pub use referee::time_limits::{ClockRule, TimeLimits};
pub use report::exports::{text as csv_text, write_games, write_games_csv, write_standings_csv};
pub use report::grade::{
    ColumnScores, GameLesson, GradedGame, GradedMove, GradesFile, StoredGrades,
};
pub use results::{Results, decision, match_json, skipped_in};
pub use settings::{Form, Settings};
pub use source::Source;
pub use tournament::Tournament;
pub use tournament::benched::Annulment;
pub use tournament::pair::{PairResult, distinct, pair_up};
pub use tournament::run::{Finish, REPLAY_WAITS, TournamentEvent, Watch};
pub use tournament::schedule::{Credit, Round, Schedule};
pub use tournament::store::{self, Store, StoreError};
pub use tournament::stored_game::{LoggedGame, StoredGame, TournamentHeader, Transcript};
pub use tournament::terms::{PlayerChange, Terms, TermsError};

/// The example in the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
