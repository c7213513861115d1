//! A class in process: hostile uploads, the ladder with scripted players, access rights, and deletion.
#![cfg(unix)]

mod archives;
mod bombs;
mod disuse;
mod downloads;
mod equipment;
mod finals;
mod full_disk;
mod fuzz;
mod joining;
mod ladder;
mod marks;
mod old_names;
mod people;
mod progress;
mod replays;
mod room;
mod settings;
mod uploads;
