//! The referee against scripted players.

#![cfg(unix)]

mod endings;
mod files;
mod grade;
mod report;
mod sample;
