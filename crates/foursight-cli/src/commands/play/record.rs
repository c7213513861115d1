//! A game as a file: headers in brackets, an empty line, the moves and the result.
//!
//! ```text
//! [Size "7x6"]
//! [Connect "4"]
//! [Red "human"]
//! [Yellow "level:6"]
//! [Start "44"]
//!
//! 3354 *
//! ```
//!
//! `Start` is there only if the game did not begin on the empty board. The result is `1-0` for red,
//! `0-1` for yellow, `1/2-1/2` for a draw and `*` for a game that goes on.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use foursight::notation::moves;
use foursight::{AnySize, Game, Outcome, Player, Size};

use super::player::PlayerKind;

/// The text of a game file; the first `n_start` moves were given, not played.
pub(super) fn write(
    game: &Game<AnySize>,
    n_start: usize,
    [red, yellow]: [PlayerKind; 2],
) -> String {
    let size = game.position().size();
    let mut headers = vec![
        ("Size", size.to_string()),
        ("Connect", size.connect().to_string()),
        ("Red", red.to_string()),
        ("Yellow", yellow.to_string()),
    ];
    let (start, played) = game.moves().split_at(n_start);
    if !start.is_empty() {
        headers.push(("Start", moves::write(start)));
    }
    let headers: Vec<String> =
        headers.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
    let text = format!("{} {}", moves::write(played), result(game.outcome()));
    headers.concat() + "\n" + text.trim_start() + "\n"
}

fn result(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "*",
        Some(Outcome::Win(Player::First)) => "1-0",
        Some(Outcome::Win(Player::Second)) => "0-1",
        Some(Outcome::Draw) => "1/2-1/2",
    }
}

/// Writes `text` to `path` whole or not at all: to a temporary name first, which then takes the
/// place of the old file. A link stays, and the file it leads to is replaced.
pub(super) fn save(path: &Path, text: &str) -> io::Result<()> {
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, "it is not a file"));
    }
    let temporary = temporary_name(path);
    let written = File::create_new(&temporary).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    let saved = written.and_then(|()| fs::rename(&temporary, path));
    if saved.is_err() {
        // What is left of the temporary file is of no use; the first error is the one to tell.
        let _ = fs::remove_file(&temporary);
    }
    saved
}

fn temporary_name(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    name.into()
}
