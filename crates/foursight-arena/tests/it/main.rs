//! The referee against scripted players.

#![cfg(unix)]

mod dialects;
mod endings;
