//! A class in one room: pupils hand in bots for Connect Four, which are checked at once and play in a ladder.
//!
//! A [`Class`] owns a folder: a database and the uploads beside it. Its threads check what is handed in, play games when
//! a core is free, and store each with one transaction; its [`router`] serves the pages of the teacher, the pupils and the
//! projector. The program around it is a [`Host`]: it knows how a file becomes a player, what a check says, and the exact
//! solver. From the inside out:
//!
//! - `secret`, `nickname`, `languages`, `settings`, `seat`, `archive`: values, and what may be handed in;
//! - `store`: the database;
//! - `table`, `ladder`: ratings, and who plays whom;
//! - `class`: the lock around all of it, and the threads;
//! - `collection`, `marks`, `download`: the games as one tournament, and what the teacher takes along;
//! - `pages`, `routes`: HTML and HTTP.
//!
//! This crate is empty on systems other than Unix.

#![cfg(unix)]

mod archive;
mod class;
mod collection;
mod download;
mod host;
mod ladder;
mod languages;
mod marks;
mod nickname;
mod pages;
mod reports;
mod routes;
mod seat;
mod secret;
mod settings;
mod store;
mod table;

pub use archive::{ArchiveForm, ArchiveLimits, unpack};
pub use class::{Class, ClassOptions};
pub use host::{Checked, Host, Rules};
pub use routes::router;
pub use secret::Secret;
pub use store::OpenError;
