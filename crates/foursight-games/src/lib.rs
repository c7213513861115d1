//! Network games of Connect Four and their database, without HTTP.
//!
//! Inner layers know nothing of outer ones. From the inside out:
//!
//! - `game`: one network game and its rules;
//! - `store`: the database;
//! - `connections`: which connections have the limited places, and which one gives way;
//! - `games`: all network games, who follows them, and their changes.

#![expect(clippy::missing_errors_doc, reason = "each type of errors says when they occur")]

mod connections;
mod game;
mod games;
mod name_rules;
mod networks;
mod recurring;
mod store;
mod supervise;
mod wall_clock;

pub use connections::{Activity, Capacity, Connections, Place};
pub use game::{
    Action, Change, GameClock, GameId, GameState, NetworkGame, OverQuota, Phrase, Quota, Refusal,
    RematchOffer, Seat, Version,
};
pub use games::{
    Connected, GameEvent, GameView, Games, GamesError, LiveGame, TooManyVisitors, Visitor,
};
pub use name_rules::{NameRules, NotAName};
pub use networks::{Networks, SHARES};
pub use recurring::Recurring;
pub use store::{
    Backup, Opened, Store, StoreError, StoreFault, backup, check_store, database_bytes,
};
pub use supervise::{supervise, supervise_task};
pub use wall_clock::{Moment, WallClock};

/// The example in the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
