//! Reads a contestant: `NAME=DIALECT:PLAYER@CLOCK`, of which only PLAYER is required.

use std::path::Path;
use std::str::FromStr;

use foursight_arena::{Contestant, Dialect};
use foursight_sandbox::find_program;
use foursight_tui::game::PlayerKind;

use super::clock::split_clock;
use super::{ContestantArg, ContestantArgKind};
use crate::own_program::own_program;

impl ContestantArg {
    /// Reads `NAME=PLAYER@CLOCK`, of which only PLAYER is required, with paths relative to `base`.
    pub(crate) fn read(text: &str, base: &Path) -> Result<Self, String> {
        let is_plain = |c: char| !c.is_control() && !"/ :\"'".contains(c);
        let is_name = |name: &&str| !name.is_empty() && name.chars().all(is_plain);
        let named = text.split_once('=').filter(|(name, _)| is_name(name));
        let (name, text) = named.map_or((None, text), |(name, rest)| (Some(name), rest));
        let (text, clock) = split_clock(text.trim(), base)?;
        let mut contestant = unnamed(text, base)?;
        if let Some(name) = name {
            contestant = contestant.renamed(name);
        }
        match clock {
            Some(clock) => contestant.with_clock(clock),
            None => Ok(contestant),
        }
    }
}

impl FromStr for ContestantArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::read(text, Path::new(""))
    }
}

/// Reads PLAYER, with paths relative to `base`.
fn unnamed(text: &str, base: &Path) -> Result<ContestantArg, String> {
    let new = |kind| Ok(ContestantArg::new(text, text.to_owned(), kind));
    match text.parse() {
        Ok(PlayerKind::Machine(level)) => {
            // Looks up this program's path now, before a newer version can take its place.
            let _ = own_program();
            return new(ContestantArgKind::Level(level));
        }
        Ok(PlayerKind::Human) => {
            let (contestant, identity) = (Contestant::person(text), text.to_owned());
            return new(ContestantArgKind::other(contestant, Vec::new(), identity));
        }
        Err(error) if text.starts_with("level:") => return Err(error),
        Err(_) => {}
    }
    if let Some(path) = text.strip_prefix("console:") {
        return with_console(&base.join(path), text);
    }
    let named = named_dialect(text);
    if let Some(error) = unknown_dialect(text, base) {
        return Err(error);
    }
    let (dialect, line) = named.map_or((None, text), |(dialect, rest)| (Some(dialect), rest));
    let path = base.join(line);
    if !line.is_empty() && (path.is_file() || path.is_dir()) {
        let contestant = ContestantArg::of_path(&path, dialect, None)?;
        return Ok(ContestantArg { text: text.to_owned(), ..contestant });
    }
    ContestantArg::of_command_line(text, line, dialect.unwrap_or(Dialect::Foursight), base)
}

/// The dialect before a player, and the rest.
pub(super) fn named_dialect(text: &str) -> Option<(Dialect, &str)> {
    let (name, rest) = text.split_once(':')?;
    Some((name.parse().ok()?, rest))
}

/// The message that a word with a colon before an existing player is not a dialect.
fn unknown_dialect(text: &str, base: &Path) -> Option<String> {
    let (name, player) = text.split_once(':')?;
    let is_word = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    let program = player.split_whitespace().next()?;
    let is_player = base.join(player).exists() || find_program(program).is_some();
    let error = name.parse::<Dialect>().err().filter(|_| is_word && is_player)?;
    let is_path = base.join(text).exists();
    (!is_path).then(|| format!("{error}; `foursight help dialects` shows each"))
}

/// The file of a Ruby class that talks to the person at the console.
fn with_console(path: &Path, text: &str) -> Result<ContestantArg, String> {
    let mut contestant = ContestantArg::of_path(path, Some(Dialect::Ruby), None)?;
    if let Some(program) = contestant.program_mut() {
        program.console = true;
    }
    Ok(ContestantArg { text: text.to_owned(), ..contestant })
}
