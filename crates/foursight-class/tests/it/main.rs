//! A class in process: hostile uploads, the ladder with scripted players, access rights, and deletion.
#![cfg(unix)]

mod archives;
mod disuse;
mod downloads;
mod finals;
mod host;
mod ladder;
mod marks;
mod people;
mod replays;
mod room;
mod settings;
mod uploads;
