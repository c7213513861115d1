//! The referee against scripted players.

#![cfg(unix)]

mod endings;
mod files;
mod grade;
mod ratings;
mod report;
mod sample;
mod schedule;
mod sprt;
mod standings;
