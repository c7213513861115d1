//! A contestant as the command line names it.

mod confine;
mod content;

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use foursight::{AnySize, Size};
use foursight_arena::{Contestant, ContestantKind, Dialect, Program};
use foursight_engine::Level;
use foursight_tui::game::PlayerKind;

use crate::output::printable;
use crate::own_program::own_program;
pub(crate) use confine::confine;

/// A contestant as the command line names it: `NAME=PLAYER` or PLAYER alone.
#[derive(Clone, Debug)]
pub(crate) struct ContestantArg {
    /// The name in results, without control characters.
    name: String,
    /// The text without the name.
    text: String,
    kind: ContestantArgKind,
}

#[derive(Clone, Debug)]
enum ContestantArgKind {
    /// This program at a level.
    Level(Level),
    /// Another program, or the person at the console. The paths of its files are canonical.
    Other { contestant: Contestant, files: Vec<PathBuf> },
}

impl ContestantArg {
    /// The player in a file.
    pub(crate) fn of_file(path: &Path, dialect: Option<Dialect>) -> Result<Self, String> {
        let contestant = Contestant::of_file(path, dialect).map_err(|error| error.to_string())?;
        let (name, text) = (contestant.name.clone(), path.display().to_string());
        let files = path.canonicalize().map_err(|error| format!("{text}: {error}"))?;
        let kind = ContestantArgKind::Other { contestant, files: vec![files] };
        Ok(Self::new(&name, text, kind))
    }

    /// Reads `NAME=PLAYER`, with paths relative to `base`.
    pub(crate) fn read(text: &str, base: &Path) -> Result<Self, String> {
        let is_plain = |c: char| !c.is_control() && !"/ :\"'".contains(c);
        let is_name = |name: &&str| !name.is_empty() && name.chars().all(is_plain);
        let named = text.split_once('=').filter(|(name, _)| is_name(name));
        let (name, text) = named.map_or((None, text), |(name, rest)| (Some(name), rest));
        let contestant = unnamed(text.trim(), base)?;
        Ok(match name {
            Some(name) => contestant.renamed(name),
            None => contestant,
        })
    }

    fn new(name: &str, text: String, kind: ContestantArgKind) -> Self {
        Self { name: String::new(), text, kind }.renamed(name)
    }

    /// The same player under another name.
    pub(crate) fn renamed(self, name: &str) -> Self {
        Self { name: printable(name).replace('\t', " "), ..self }
    }

    /// The name in results.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Its dialect; `None` for a person.
    pub(crate) fn dialect(&self) -> Option<Dialect> {
        match &self.kind {
            ContestantArgKind::Level(_) => Some(Dialect::Foursight),
            ContestantArgKind::Other { contestant, .. } => contestant.dialect(),
        }
    }

    /// Whether it needs the person at the console, to play or to talk to a program.
    pub(crate) fn needs_console(&self) -> bool {
        !self.is_built_in() && self.program().is_none_or(|program| program.console)
    }

    /// Whether it is a level of this program.
    pub(crate) fn is_built_in(&self) -> bool {
        matches!(self.kind, ContestantArgKind::Level(_))
    }

    /// The contestant for one game.
    pub(crate) fn contestant(&self, size: AnySize, seed: u64) -> Contestant {
        match &self.kind {
            ContestantArgKind::Level(level) => {
                let command = engine(*level, size, seed);
                Contestant::program(&self.name, command, Dialect::Foursight)
            }
            ContestantArgKind::Other { contestant, .. } => {
                Contestant { name: self.name.clone(), ..contestant.clone() }
            }
        }
    }

    /// The program that plays, unless it is this one.
    fn program_mut(&mut self) -> Option<&mut Program> {
        match &mut self.kind {
            ContestantArgKind::Other { contestant, .. } => match &mut contestant.kind {
                ContestantKind::Program(program) => Some(program),
                ContestantKind::Person => None,
            },
            ContestantArgKind::Level(_) => None,
        }
    }

    /// The program that plays, unless it is this one.
    fn program(&self) -> Option<&Program> {
        match &self.kind {
            ContestantArgKind::Other { contestant, .. } => match &contestant.kind {
                ContestantKind::Program(program) => Some(program),
                ContestantKind::Person => None,
            },
            ContestantArgKind::Level(_) => None,
        }
    }

    /// What plays, in words that do not depend on the current folder or the name.
    pub(crate) fn identity(&self) -> String {
        let words = |program: &Program| {
            let line = shlex::try_join(program.command.iter().map(String::as_str));
            format!("{}:{}", program.dialect, line.unwrap_or_else(|_| program.command.join(" ")))
        };
        self.program().map_or_else(|| self.text.clone(), words)
    }

    /// The folder that it may read, besides its own files.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.program()?.folder.as_deref()
    }

    /// The text without the name.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The files that its command line names.
    pub(crate) fn files(&self) -> &[PathBuf] {
        match &self.kind {
            ContestantArgKind::Level(_) => &[],
            ContestantArgKind::Other { files, .. } => files,
        }
    }
}

/// The command line of this program as an engine.
fn engine(level: Level, size: AnySize, seed: u64) -> Vec<String> {
    let program = own_program().unwrap_or("foursight");
    let (level, seed, connect) = (level.to_string(), seed.to_string(), size.connect().to_string());
    let words = [program, "engine", "--level", &level, "--seed", &seed, "--connect", &connect];
    words.map(str::to_owned).to_vec()
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
            // Looked up now, before a newer version can take its place.
            let _ = own_program();
            return new(ContestantArgKind::Level(level));
        }
        Ok(PlayerKind::Human) => {
            let contestant = Contestant::person(text);
            return new(ContestantArgKind::Other { contestant, files: Vec::new() });
        }
        Err(error) if text.starts_with("level:") => return Err(error),
        Err(_) => {}
    }
    if let Some(path) = text.strip_prefix("console:") {
        return with_console(&base.join(path), text);
    }
    let named = text.split_once(':').and_then(|(name, rest)| Some((name.parse().ok()?, rest)));
    let (dialect, line) = named.map_or((None, text), |(name, rest)| (Some(name), rest));
    if base.join(line).is_file() {
        let contestant = ContestantArg::of_file(&base.join(line), dialect)?;
        return Ok(ContestantArg { text: text.to_owned(), ..contestant });
    }
    new(of_command_line(text, line, dialect.unwrap_or(Dialect::Foursight), base)?)
}

fn of_command_line(
    name: &str,
    line: &str,
    dialect: Dialect,
    base: &Path,
) -> Result<ContestantArgKind, String> {
    let words = shlex::split(line).ok_or_else(|| format!("{line:?} has an open quotation"))?;
    let [program, arguments @ ..] = &words[..] else {
        let kinds = "random, level:N, perfect, human, the file of a player, or a command line";
        return Err(format!("a player is {kinds}"));
    };
    if program.contains('/') && !base.join(program).exists() {
        return Err(format!("there is no file {}", base.join(program).display()));
    }
    let files: Vec<PathBuf> = words.iter().filter_map(|word| real_file(base, word)).collect();
    let arguments = arguments.iter().map(|word| match real_file(base, word) {
        Some(path) => path.display().to_string(),
        None => word.clone(),
    });
    let command = std::iter::once(whole_program(base, program)).chain(arguments).collect();
    let mut contestant = Contestant::program(name, command, dialect);
    if let ContestantKind::Program(program) = &mut contestant.kind {
        program.folder = files.last().and_then(|file| file.parent()).map(Path::to_owned);
    }
    Ok(ContestantArgKind::Other { contestant, files })
}

/// The file of a Ruby class that prints for, and reads from, the person at the console.
fn with_console(path: &Path, text: &str) -> Result<ContestantArg, String> {
    let mut contestant = ContestantArg::of_file(path, Some(Dialect::Ruby))?;
    if let Some(program) = contestant.program_mut() {
        program.console = true;
    }
    Ok(ContestantArg { text: text.to_owned(), ..contestant })
}

/// The canonical path of a file that a word names: players run in another folder.
fn real_file(base: &Path, word: &str) -> Option<PathBuf> {
    let path = base.join(word).canonicalize().ok()?;
    path.is_file().then_some(path)
}

/// The full path of a program, with links kept: the interpreter of a virtual environment (`venv/bin/python`)
/// finds its libraries through its own path.
fn whole_program(base: &Path, word: &str) -> String {
    let path = base.join(word);
    let whole = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
        Some(folder.join(path.file_name()?).display().to_string())
    };
    if path.is_file() { whole().unwrap_or_else(|| word.to_owned()) } else { word.to_owned() }
}

impl fmt::Display for ContestantArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
