//! A class in one room: pupils hand in Connect Four bots, which are checked at once and then play in a ladder.
//!
//! A [`Class`] owns a folder: a database and the uploads beside it. Its threads check uploads, play games when a core
//! is free, and store each game in one transaction; its [`router`] serves the pages of the teacher, the pupils and the
//! projector. The arena turns files into players, checks and marks them, and plays final tournaments; the program around
//! the class gives it its [`Equipment`], such as an engine. From the inside out:
//!
//! - `nickname`, `languages`, `settings`, `bot`: values;
//! - `client`, `turns`: the senders of requests, their limits, and their order;
//! - `store`: the database;
//! - `table`, `ladder`: ratings and pairings;
//! - `class`: the lock around all of it, and the threads;
//! - `reports`, `download`: the games as one tournament, and the teacher's download;
//! - `pages`, `routes`: HTML and HTTP.
//!
//! This crate is empty on systems other than Unix.

#![cfg(unix)]

// The unit tests use the equipment of the integration tests, which names this crate from outside.
#[cfg(test)]
extern crate self as foursight_class;

mod bot;
mod class;
mod client;
mod download;
mod equipment;
mod ladder;
mod languages;
mod nickname;
mod pages;
mod reports;
mod routes;
mod settings;
mod store;
mod table;
mod turns;

pub use class::{Backup, Class, ClassOptions, backup};
pub use client::Client;
pub use equipment::{Equipment, PageFrame};
pub use foursight_files::secrets::Secret;
pub use routes::{MAX_UPLOAD, router};
pub use store::{OpenError, check_class};
