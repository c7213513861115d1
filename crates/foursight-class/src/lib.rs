//! A class in one room: pupils hand in Connect Four bots, which are checked at once and then play in a ladder.
//!
//! A [`Class`] owns a folder: a database and the uploads beside it. Its threads check uploads, play games when a core
//! is free, and store each game in one transaction; its [`router`] serves the pages of the teacher, the pupils and the
//! projector. The program around it is a [`Host`]: it turns files into players, checks them, and provides the exact
//! solver. From the inside out:
//!
//! - `random_name`, `nickname`, `languages`, `settings`, `seat`, `clock`, `archive`: values, and the rules for uploads;
//! - `client`, `turns`: the senders of requests, their limits, and their order;
//! - `store`: the database;
//! - `names`: nicknames in stored texts;
//! - `table`, `ladder`: ratings and pairings;
//! - `class`: the lock around all of it, and the threads;
//! - `collection`, `marks`, `download`: the games as one tournament, the marks, and the teacher's download;
//! - `pages`, `routes`: HTML and HTTP.
//!
//! This crate is empty on systems other than Unix.

#![cfg(unix)]

// The unit tests use the host of the integration tests, which names this crate from outside.
#[cfg(test)]
extern crate self as foursight_class;

mod archive;
mod class;
mod client;
mod clock;
mod collection;
mod download;
mod host;
mod ladder;
mod languages;
mod marks;
mod names;
mod nickname;
mod pages;
mod random_name;
mod reports;
mod routes;
mod seat;
mod settings;
mod store;
mod table;
mod turns;

pub use archive::{ArchiveForm, ArchiveLimits, unpack};
pub use class::{Backup, Class, ClassOptions, backup};
pub use client::Client;
pub use foursight_files::secrets::Secret;
pub use host::{Checked, Host, PageFrame, Rules};
pub use routes::{MAX_UPLOAD, router};
pub use store::{OpenError, check_class};
