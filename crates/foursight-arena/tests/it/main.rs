//! The referee against scripted players.

#![cfg(unix)]

mod console;
mod courses;
mod dialects;
mod endings;
mod exports;
mod files;
mod grade;
mod javascript;
mod kaggle;
#[cfg(target_os = "linux")]
mod lack;
mod match_result;
mod ratings;
mod report;
mod ruby;
mod sample;
mod schedule;
mod sprt;
mod standings;
mod tournament;
