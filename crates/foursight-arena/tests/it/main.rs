//! The referee against scripted players.

#![cfg(unix)]

mod endings;
mod ratings;
mod schedule;
mod sprt;
mod standings;
