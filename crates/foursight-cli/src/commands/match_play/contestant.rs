//! Who takes part, as it is said on the command line.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use foursight::{AnySize, Size};
use foursight_arena::{Contestant, Dialect};
use foursight_engine::Level;

use crate::commands::play::PlayerKind;

/// A player that can enter a match.
#[derive(Clone, Debug)]
pub(super) enum Entrant {
    /// This program at a level.
    Level(Level),
    /// Another program.
    Program { text: String, command: Vec<String>, dialect: Dialect },
}

impl Entrant {
    pub(super) fn dialect(&self) -> Dialect {
        match self {
            Self::Level(_) => Dialect::Foursight,
            Self::Program { dialect, .. } => *dialect,
        }
    }

    /// The process to start for one game.
    pub(super) fn contestant(&self, size: AnySize, seed: u64) -> Contestant {
        let (command, dialect) = match self {
            Self::Level(level) => (engine(*level, size, seed), Dialect::Foursight),
            Self::Program { command, dialect, .. } => (command.clone(), *dialect),
        };
        Contestant::program(&self.to_string(), command, dialect)
    }
}

/// This program as an engine.
fn engine(level: Level, size: AnySize, seed: u64) -> Vec<String> {
    let program =
        std::env::current_exe().map_or("foursight".into(), |path| path.display().to_string());
    let (level, seed, connect) = (level.to_string(), seed.to_string(), size.connect().to_string());
    let words = [&program, "engine", "--level", &level, "--seed", &seed, "--connect", &connect];
    words.map(str::to_owned).to_vec()
}

impl FromStr for Entrant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse() {
            Ok(PlayerKind::Machine(level)) => return Ok(Self::Level(level)),
            Ok(PlayerKind::Human) => {
                return Err("a person cannot play a match; use `play`".to_owned());
            }
            Err(error) if text.starts_with("level:") => return Err(error),
            Err(_) => {}
        }
        let named = text.split_once(':').and_then(|(name, rest)| Some((name.parse().ok()?, rest)));
        let (dialect, line) = named.unwrap_or((Dialect::Foursight, text));
        let words = shlex::split(line).ok_or_else(|| format!("{line:?} has an open quotation"))?;
        if words.is_empty() {
            return Err("a player is random, level:N, perfect or a command line".to_owned());
        }
        let command = words.into_iter().map(absolute).collect();
        Ok(Self::Program { text: text.to_owned(), command, dialect })
    }
}

/// The whole path of a file, since players run in a folder of their own; other words as they are.
fn absolute(word: String) -> String {
    match std::path::absolute(&word) {
        Ok(path) if Path::new(&word).is_file() => path.display().to_string(),
        _ => word,
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => PlayerKind::Machine(*level).fmt(f),
            Self::Program { text, .. } => f.write_str(text),
        }
    }
}
