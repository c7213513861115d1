//! Reads a contestant: `NAME=DIALECT:PLAYER@CLOCK`, of which only PLAYER is required; levels, and players' own
//! clocks; and the target of a check or a marking.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use foursight_sandbox::find_program;

use super::{CLASS_FILE, Entrant, EntrantKind, has_players_below, main_file};
use crate::{Clock, ClockRule, Contestant, Dialect, Source};

/// The person at the console.
const PERSON: &str = "human";

impl Entrant {
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

impl FromStr for Entrant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::read(text, Path::new(""))
    }
}

/// Reads PLAYER, with paths relative to `base`.
fn unnamed(text: &str, base: &Path) -> Result<Entrant, String> {
    let new = |kind| Ok(Entrant::new(text, text.to_owned(), kind));
    if let Some(level) = read_level(text) {
        return new(EntrantKind::Level(level?));
    }
    if text == PERSON {
        let (contestant, identity) = (Contestant::person(text), text.to_owned());
        return new(EntrantKind::other(contestant, Vec::new(), identity));
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
        let contestant = Entrant::of_path(&path, dialect, None)?;
        return Ok(Entrant { text: text.to_owned(), ..contestant });
    }
    Entrant::of_command_line(text, line, dialect.unwrap_or(Dialect::Foursight), base)
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
fn with_console(path: &Path, text: &str) -> Result<Entrant, String> {
    let mut contestant = Entrant::of_path(path, Some(Dialect::Ruby), None)?;
    if let Some(program) = contestant.program_mut() {
        program.console = true;
    }
    Ok(Entrant { text: text.to_owned(), ..contestant })
}

/// The strongest level, which plays perfectly; level 0 plays at random.
pub(crate) const PERFECT: u8 = 10;

/// The level that a text names; `None` if it names none, and an error if there is no such level.
fn read_level(text: &str) -> Option<Result<u8, String>> {
    let number = match text {
        "random" => return Some(Ok(0)),
        "perfect" => return Some(Ok(PERFECT)),
        _ => text.strip_prefix("level:")?,
    };
    let level = number.parse().ok().filter(|&level| level <= PERFECT);
    Some(
        level.ok_or_else(|| {
            format!("{number:?} is not a level from 0 (random) to {PERFECT} (perfect)")
        }),
    )
}

/// The names of all levels.
pub(super) fn level_names() -> impl Iterator<Item = String> {
    let levels = (0..=PERFECT).map(|level| format!("level:{level}"));
    levels.chain(["random", "perfect"].map(str::to_owned))
}

impl Entrant {
    /// The same player with its own clock.
    ///
    /// # Errors
    ///
    /// If it is a person.
    pub fn with_clock(self, clock: Clock) -> Result<Self, String> {
        if self.dialect().is_none() {
            return Err(format!("{}@{clock}: a human player cannot have a clock", self.text));
        }
        Ok(Self { clock: Some(clock), ..self })
    }

    /// The player's own clock.
    pub fn clock(&self) -> Option<Clock> {
        self.clock
    }

    /// Gives the player its dialect's clock if that is the rule and the player has no clock of its own.
    pub fn follow(&mut self, rule: ClockRule) {
        if let (ClockRule::Dialect, Some(dialect)) = (rule, self.dialect()) {
            self.clock.get_or_insert(dialect.clock().unwrap_or_default());
        }
    }
}

/// A player and its clock: both parts of `PLAYER@CLOCK`, unless a file has that name.
pub(super) fn split_clock<'a>(
    text: &'a str,
    base: &Path,
) -> Result<(&'a str, Option<Clock>), String> {
    let is_there = |text: &str| {
        let after_dialect = text.split_once(':').map_or(text, |(_, rest)| rest);
        [text, after_dialect].iter().any(|path| !path.is_empty() && base.join(path).exists())
    };
    let is_named = |text: &str| text == PERSON || matches!(read_level(text), Some(Ok(_)));
    let Some((player, clock)) = text.rsplit_once('@').filter(|_| !is_there(text)) else {
        return Ok((text, None));
    };
    match clock.parse() {
        Ok(clock) => Ok((player, Some(clock))),
        Err(error) if is_there(player) || is_named(player) => Err(format!("{text}: {error}")),
        // An `@` in a word of a command line.
        Err(_) => Ok((text, None)),
    }
}

/// The target of a check or a marking.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A player.
    Player(Box<Entrant>),
    /// A player's archive.
    Archive(PathBuf),
    /// A folder of players, or its class.toml.
    Class(String),
}

impl FromStr for Subject {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let path = Path::new(text);
        let has_extension =
            |expected| path.extension().is_some_and(|extension| extension == expected);
        if path.is_file() && has_extension("zip") {
            Ok(Self::Archive(path.to_owned()))
        } else if (path.is_file() && has_extension("toml")) || (path.is_dir() && is_class(path)) {
            Ok(Self::Class(text.to_owned()))
        } else {
            text.parse().map(|player| Self::Player(Box::new(player)))
        }
    }
}

/// Whether a folder holds a class's players rather than one player.
fn is_class(folder: &Path) -> bool {
    let main = main_file(folder);
    let is_named = main.as_deref().is_some_and(Source::is_main_name);
    folder.join(CLASS_FILE).is_file() || main.is_none() || (!is_named && has_players_below(folder))
}
