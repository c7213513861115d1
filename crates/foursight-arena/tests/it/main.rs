//! The referee against scripted players.

#![cfg(unix)]

mod console;
mod dialects;
mod endings;
mod files;
mod kaggle;
mod ruby;
