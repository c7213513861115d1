//! A class in one room: pupils hand in bots for Connect Four, which are checked at once and play in a ladder.
//!
//! A [`Class`] owns a folder: a database and the uploads beside it. Its threads check what is handed in, play games when
//! a core is free, and store each with one transaction; its [`router`] serves the pages of the teacher, the pupils and the
//! projector. The program around it is a [`Host`]: it knows how a file becomes a player, what a check says, and the exact
//! solver. From the inside out:
//!
//! - `secret`, `nickname`, `settings`, `seat`, `archive`: values, and what may be handed in;
//! - `store`: the database;
//! - `table`, `ladder`, `marks`: ratings, who plays whom, and what the teacher takes along;
//! - `class`: the lock around all of it, and the threads;
//! - `pages`, `routes`: HTML and HTTP.
//!
//! This crate is empty on systems other than Unix.

#![cfg(unix)]

mod archive;
mod class;
mod host;
mod ladder;
mod marks;
mod nickname;
mod pages;
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
