//! Who takes part in a game of the arena, as it is said on the command line.

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

/// A player that can enter a game: `NAME=PLAYER` or PLAYER alone.
#[derive(Clone, Debug)]
pub(crate) struct Entrant {
    /// The name in results, without characters that would steer a terminal.
    name: String,
    /// What was said, without the name.
    text: String,
    kind: EntrantKind,
}

#[derive(Clone, Debug)]
enum EntrantKind {
    /// This program at a level.
    Level(Level),
    /// Another program, or the person at the console. The paths of the files are their real ones.
    Other { contestant: Contestant, files: Vec<PathBuf> },
}

impl Entrant {
    /// The player in a file.
    pub(crate) fn of_file(path: &Path, dialect: Option<Dialect>) -> Result<Self, String> {
        let contestant = Contestant::of_file(path, dialect).map_err(|error| error.to_string())?;
        let (name, text) = (contestant.name.clone(), path.display().to_string());
        let files = path.canonicalize().map_err(|error| format!("{text}: {error}"))?;
        let kind = EntrantKind::Other { contestant, files: vec![files] };
        Ok(Self::new(&name, text, kind))
    }

    /// What the command line would read in the folder `base`.
    pub(crate) fn read(text: &str, base: &Path) -> Result<Self, String> {
        let is_plain = |c: char| !c.is_control() && !"/ :\"'".contains(c);
        let is_name = |name: &&str| !name.is_empty() && name.chars().all(is_plain);
        let named = text.split_once('=').filter(|(name, _)| is_name(name));
        let (name, text) = named.map_or((None, text), |(name, rest)| (Some(name), rest));
        let entrant = unnamed(text.trim(), base)?;
        Ok(match name {
            Some(name) => entrant.renamed(name),
            None => entrant,
        })
    }

    fn new(name: &str, text: String, kind: EntrantKind) -> Self {
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

    /// What it speaks; `None` for a person.
    pub(crate) fn dialect(&self) -> Option<Dialect> {
        match &self.kind {
            EntrantKind::Level(_) => Some(Dialect::Foursight),
            EntrantKind::Other { contestant, .. } => contestant.dialect(),
        }
    }

    /// Whether the person at the console plays, or is asked by the program that does.
    pub(crate) fn needs_console(&self) -> bool {
        !self.is_built_in() && self.program().is_none_or(|program| program.console)
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

    /// The program that plays, if it is another one than this.
    fn program_mut(&mut self) -> Option<&mut Program> {
        match &mut self.kind {
            EntrantKind::Other { contestant, .. } => match &mut contestant.kind {
                ContestantKind::Program(program) => Some(program),
                ContestantKind::Person => None,
            },
            EntrantKind::Level(_) => None,
        }
    }

    /// The program that plays, if it is another one than this.
    fn program(&self) -> Option<&Program> {
        match &self.kind {
            EntrantKind::Other { contestant, .. } => match &contestant.kind {
                ContestantKind::Program(program) => Some(program),
                ContestantKind::Person => None,
            },
            EntrantKind::Level(_) => None,
        }
    }

    /// What plays, in words that are the same wherever and however it was said.
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

    /// What was said, without the name.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The files that its command line names.
    pub(crate) fn files(&self) -> &[PathBuf] {
        match &self.kind {
            EntrantKind::Level(_) => &[],
            EntrantKind::Other { files, .. } => files,
        }
    }
}

/// This program as an engine.
fn engine(level: Level, size: AnySize, seed: u64) -> Vec<String> {
    let program = own_program().unwrap_or("foursight");
    let (level, seed, connect) = (level.to_string(), seed.to_string(), size.connect().to_string());
    let words = [program, "engine", "--level", &level, "--seed", &seed, "--connect", &connect];
    words.map(str::to_owned).to_vec()
}

impl FromStr for Entrant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::read(text, Path::new(""))
    }
}

/// A player without a name of its own, of files that lie in `base`.
fn unnamed(text: &str, base: &Path) -> Result<Entrant, String> {
    let new = |kind| Ok(Entrant::new(text, text.to_owned(), kind));
    match text.parse() {
        Ok(PlayerKind::Machine(level)) => {
            // Found now, while nobody has put a newer program in its place.
            let _ = own_program();
            return new(EntrantKind::Level(level));
        }
        Ok(PlayerKind::Human) => {
            let contestant = Contestant::person(text);
            return new(EntrantKind::Other { contestant, files: Vec::new() });
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
        let entrant = Entrant::of_file(&base.join(line), dialect)?;
        return Ok(Entrant { text: text.to_owned(), ..entrant });
    }
    new(of_command_line(text, line, dialect.unwrap_or(Dialect::Foursight), base)?)
}

fn of_command_line(
    name: &str,
    line: &str,
    dialect: Dialect,
    base: &Path,
) -> Result<EntrantKind, String> {
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
    Ok(EntrantKind::Other { contestant, files })
}

/// A player's file whose printing and reading is for the person at the console.
fn with_console(path: &Path, text: &str) -> Result<Entrant, String> {
    let mut entrant = Entrant::of_file(path, Some(Dialect::Ruby))?;
    if let Some(program) = entrant.program_mut() {
        program.console = true;
    }
    Ok(Entrant { text: text.to_owned(), ..entrant })
}

/// Where a file really is that a word names, since players run in a folder of their own.
fn real_file(base: &Path, word: &str) -> Option<PathBuf> {
    let path = base.join(word).canonicalize().ok()?;
    path.is_file().then_some(path)
}

/// The whole path of a program under the name that it was called by: an interpreter of an environment
/// of its own (`venv/bin/python`) finds its libraries by that.
fn whole_program(base: &Path, word: &str) -> String {
    let path = base.join(word);
    let whole = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
        Some(folder.join(path.file_name()?).display().to_string())
    };
    if path.is_file() { whole().unwrap_or_else(|| word.to_owned()) } else { word.to_owned() }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
