//! Who takes part in a game of the arena, as it is said on the command line.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use foursight::{AnySize, Size};
use foursight_arena::{Contestant, ContestantKind, Dialect};
use foursight_engine::Level;
use serde::Deserialize;

use crate::commands::play::PlayerKind;

/// A player that can enter a game: `NAME=PLAYER` or PLAYER alone.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Entrant {
    /// The name in results.
    pub(crate) name: String,
    /// What was said, without the name.
    text: String,
    kind: EntrantKind,
}

#[derive(Clone, Debug)]
enum EntrantKind {
    /// This program at a level.
    Level(Level),
    /// Another program, or the person at the console.
    Other { contestant: Contestant, files: Vec<PathBuf> },
}

impl Entrant {
    /// The player in a file.
    pub(crate) fn of_file(path: &Path, dialect: Option<Dialect>) -> Result<Self, String> {
        let contestant = Contestant::of_file(path, dialect).map_err(|error| error.to_string())?;
        let (name, text) = (contestant.name.clone(), path.display().to_string());
        let kind = EntrantKind::Other { contestant, files: vec![path.to_owned()] };
        Ok(Self { name, text, kind })
    }

    /// What it speaks; `None` for a person.
    pub(crate) fn dialect(&self) -> Option<Dialect> {
        match &self.kind {
            EntrantKind::Level(_) => Some(Dialect::Foursight),
            EntrantKind::Other { contestant, .. } => contestant.dialect(),
        }
    }

    /// Whether the person at the console plays, or is asked by the program that does.
    pub(crate) fn needs_console(&self) -> bool {
        match &self.kind {
            EntrantKind::Level(_) => false,
            EntrantKind::Other { contestant, .. } => match &contestant.kind {
                ContestantKind::Person => true,
                ContestantKind::Program(program) => program.console,
            },
        }
    }

    /// Whether it is this program.
    pub(crate) fn is_built_in(&self) -> bool {
        matches!(self.kind, EntrantKind::Level(_))
    }

    /// The player of one game.
    pub(crate) fn contestant(&self, size: AnySize, seed: u64) -> Contestant {
        match &self.kind {
            EntrantKind::Level(level) => {
                let command = engine(*level, size, seed);
                Contestant::program(&self.name, command, Dialect::Foursight)
            }
            EntrantKind::Other { contestant, .. } => {
                Contestant { name: self.name.clone(), ..contestant.clone() }
            }
        }
    }

    /// The folder that it may read.
    fn folder(&self) -> Option<&Path> {
        match &self.kind {
            EntrantKind::Other { contestant, .. } => match &contestant.kind {
                ContestantKind::Program(program) => program.folder.as_deref(),
                ContestantKind::Person => None,
            },
            EntrantKind::Level(_) => None,
        }
    }

    /// Lets it read no more of its folder than its own files and `lib`.
    fn confine(&mut self) {
        if let EntrantKind::Other { contestant, .. } = &mut self.kind
            && let ContestantKind::Program(program) = &mut contestant.kind
        {
            let lib = program.folder.take().map(|folder| folder.join("lib"));
            program.folder = lib.filter(|lib| lib.is_dir());
        }
    }

    /// What was said, without the name.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The files that make it the player that it is.
    pub(crate) fn files(&self) -> &[PathBuf] {
        match &self.kind {
            EntrantKind::Level(_) => &[],
            EntrantKind::Other { files, .. } => files,
        }
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
        let is_plain = |c: char| !c.is_control() && !"/ :\"'".contains(c);
        let is_name = |name: &&str| !name.is_empty() && name.chars().all(is_plain);
        let named = text.split_once('=').filter(|(name, _)| is_name(name));
        let (name, text) = named.map_or((None, text), |(name, rest)| (Some(name), rest));
        let mut entrant = unnamed(text.trim())?;
        if let Some(name) = name {
            name.clone_into(&mut entrant.name);
        }
        Ok(entrant)
    }
}

impl TryFrom<String> for Entrant {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// Players whose files lie in the same folder do not see those of one another.
pub(crate) fn confine(entrants: &mut [Entrant]) {
    let folders: Vec<Option<PathBuf>> =
        entrants.iter().map(|entrant| entrant.folder().map(Path::to_owned)).collect();
    for (index, entrant) in entrants.iter_mut().enumerate() {
        let is_other = |&(other, folder): &(usize, &Option<PathBuf>)| {
            other != index && folder.is_some() && *folder == folders[index]
        };
        if folders.iter().enumerate().any(|other| is_other(&other)) {
            entrant.confine();
        }
    }
}

fn unnamed(text: &str) -> Result<Entrant, String> {
    let (name, text) = (text.to_owned(), text.to_owned());
    match text.parse() {
        Ok(PlayerKind::Machine(level)) => {
            return Ok(Entrant { name, text, kind: EntrantKind::Level(level) });
        }
        Ok(PlayerKind::Human) => {
            let contestant = Contestant::person(&name);
            let kind = EntrantKind::Other { contestant, files: Vec::new() };
            return Ok(Entrant { name, text, kind });
        }
        Err(error) if text.starts_with("level:") => return Err(error),
        Err(_) => {}
    }
    if let Some(path) = text.strip_prefix("console:") {
        return with_console(path, &text);
    }
    let named = text.split_once(':').and_then(|(name, rest)| Some((name.parse().ok()?, rest)));
    let (dialect, line) = named.map_or((None, text.as_str()), |(name, rest)| (Some(name), rest));
    if Path::new(line).is_file() {
        let entrant = Entrant::of_file(Path::new(line), dialect)?;
        return Ok(Entrant { text, ..entrant });
    }
    let words = shlex::split(line).ok_or_else(|| format!("{line:?} has an open quotation"))?;
    let [program, ..] = &words[..] else {
        let kinds = "random, level:N, perfect, human, the file of a player, or a command line";
        return Err(format!("a player is {kinds}"));
    };
    if program.contains('/') && !Path::new(program).exists() {
        return Err(format!("there is no file {program}"));
    }
    let command: Vec<String> = words.into_iter().map(absolute).collect();
    let files: Vec<PathBuf> = command.iter().map(PathBuf::from).filter(|p| p.is_file()).collect();
    let dialect = dialect.unwrap_or(Dialect::Foursight);
    let mut contestant = Contestant::program(&name, command, dialect);
    if let ContestantKind::Program(program) = &mut contestant.kind {
        program.folder = files.last().and_then(|file| file.parent()).map(Path::to_owned);
    }
    Ok(Entrant { name, text, kind: EntrantKind::Other { contestant, files } })
}

/// A player's file whose printing and reading is for the person at the console.
fn with_console(path: &str, text: &str) -> Result<Entrant, String> {
    let mut entrant = Entrant::of_file(Path::new(path), Some(Dialect::Ruby))?;
    if let EntrantKind::Other { contestant, .. } = &mut entrant.kind
        && let ContestantKind::Program(program) = &mut contestant.kind
    {
        program.console = true;
    }
    Ok(Entrant { text: text.to_owned(), ..entrant })
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
        f.write_str(&self.name)
    }
}
