//! A class in process: hostile uploads, the ladder with scripted players, who may see what, and deletion.
#![cfg(unix)]

mod archives;
mod finals;
mod host;
mod ladder;
mod marks;
mod people;
mod replays;
mod room;
mod settings;
mod uploads;
