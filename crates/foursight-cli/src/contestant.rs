//! A contestant as given on the command line.

mod build;
mod clock;
mod command_line;
mod confine;
mod content;
mod folder;
mod handed_in;
mod missing;
mod privacy;
mod python;
mod reading;
mod unpack;

use std::fmt;
use std::path::{Path, PathBuf};

use foursight::{AnySize, Size};
use foursight_arena::{Clock, Contestant, Dialect, Program};
use foursight_engine::Level;
use foursight_sandbox::find_program;
use foursight_web::look;

use crate::args::book_options;
use crate::output::printable;
use crate::own_program::own_program;
pub(crate) use build::build;
pub(crate) use confine::confine;
use content::Content;
pub(crate) use folder::{CLASS_FILE, class_folder, main_file};
use folder::{link_error, refuse_link, twin};
#[cfg(target_os = "linux")]
pub(crate) use handed_in::in_folder;
pub(crate) use handed_in::{Submission, has_players_below, is_clutter, is_submission};
pub(crate) use missing::{missing_players, with_missing};
pub(crate) use privacy::{exposure, private};
pub(crate) use python::Python;
use reading::named_dialect;

/// The maximum number of characters in a player's name.
const MAX_NAME: usize = 40;

/// A contestant as the command line names it: `PLAYER`, `NAME=PLAYER`, `PLAYER@CLOCK` or `NAME=PLAYER@CLOCK`.
#[derive(Clone, Debug)]
pub(crate) struct ContestantArg {
    /// The name in results, without control characters.
    name: String,
    /// The text without the name.
    text: String,
    kind: ContestantArgKind,
    /// The contestant's own clock.
    clock: Option<Clock>,
    /// Folders named on its command line, which it may not read.
    hidden: Vec<PathBuf>,
    /// The hashes of its files, once remembered.
    content: Content,
}

#[derive(Clone, Debug)]
enum ContestantArgKind {
    /// This program at a level.
    Level(Level),
    /// Another program, or the person at the console. The paths of the program's files are canonical.
    ///
    /// A tournament recognizes it by `identity`, in words that do not depend on its name.
    Other { contestant: Box<Contestant>, files: Vec<PathBuf>, identity: String },
}

impl ContestantArgKind {
    fn other(contestant: Contestant, files: Vec<PathBuf>, identity: String) -> Self {
        Self::Other { contestant: Box::new(contestant), files, identity }
    }
}

impl ContestantArg {
    /// The player in a file, or in its own folder, whose name it has. `python` runs it if it is written in Python.
    pub(crate) fn of_path(
        path: &Path,
        dialect: Option<Dialect>,
        python: Option<&Python>,
    ) -> Result<Self, String> {
        refuse_link(path)?;
        if !path.is_dir() {
            return Self::of_file(path, dialect, python);
        }
        let text = path.display().to_string();
        let whole = path.canonicalize().map_err(|error| format!("{text}: {error}"))?;
        let file = main_file(&whole).ok_or_else(|| {
            format!("{text}: it is not clear which file in the folder plays; name that file main, bot or player, as in main.py, or after the folder")
        })?;
        if let Some(twin) = twin(&file) {
            let [file, twin] =
                [&file, &twin].map(|file| file.file_name().unwrap_or_default().display());
            return Err(format!(
                "{text}: {file} and {twin} differ only in case; remove one of them"
            ));
        }
        if let Some(real) = file.canonicalize().ok().filter(|real| !real.starts_with(&whole)) {
            return Err(link_error(&file, &real));
        }
        let name = whole.file_name().unwrap_or_default().to_string_lossy();
        let mut contestant = Self { text, ..Self::of_file(&file, dialect, python)? }.renamed(&name);
        if let Some(program) = contestant.program_mut() {
            // A Java package can begin in a subfolder.
            let root = program.source.as_ref().map(|source| source.root().to_owned());
            program.folder = root.filter(|root| root.starts_with(&whole)).or(Some(whole));
        }
        Ok(contestant)
    }

    /// The player in a file.
    fn of_file(
        path: &Path,
        dialect: Option<Dialect>,
        python: Option<&Python>,
    ) -> Result<Self, String> {
        let contestant = Contestant::of_file(path, dialect).map_err(|error| error.to_string())?;
        let (name, text) = (contestant.name.clone(), path.display().to_string());
        let file = path.canonicalize().map_err(|error| format!("{text}: {error}"))?;
        let identity = match &contestant.program {
            Some(program) => identity(program.dialect, &program.command),
            None => text.clone(),
        };
        let kind = ContestantArgKind::other(contestant, vec![file], identity);
        let contestant = Self::new(&name, text, kind).with_python(python);
        contestant.able_to_start(|player, dialect| {
            format!("to run it with another program, write {dialect}:PROGRAM {player}")
        })
    }

    /// The same player, if everything that starts it exists; otherwise an error with the missing part and the fix from
    /// `advice`.
    fn able_to_start(self, advice: impl FnOnce(&str, Dialect) -> String) -> Result<Self, String> {
        let program = self.program();
        let missing = program.and_then(|program| Some((program.missing()?, program.dialect)));
        match missing {
            None => Ok(self),
            Some((reason, dialect)) => {
                Err(format!("{}: {reason}; {}", self.text, advice(&self.text, dialect)))
            }
        }
    }

    fn new(name: &str, text: String, kind: ContestantArgKind) -> Self {
        let (hidden, content) = (Vec::new(), Vec::new());
        Self { name: String::new(), text, kind, clock: None, hidden, content }.renamed(name)
    }

    /// The same player under another name, which fits into a table. Only the program's own players look like them.
    pub(crate) fn renamed(self, name: &str) -> Self {
        let mut name = printable(name).replace('\t', " ");
        if !self.is_built_in() && built_in_names().any(|own| look(&own) == look(&name)) {
            name = format!("bot {name}");
        }
        if name.chars().count() > MAX_NAME {
            name = name.chars().take(MAX_NAME - 1).chain(['…']).collect();
        }
        Self { name, ..self }
    }

    /// The name in results.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The contestant's dialect; `None` for a person.
    pub(crate) fn dialect(&self) -> Option<Dialect> {
        match &self.kind {
            ContestantArgKind::Level(_) => Some(Dialect::Foursight),
            ContestantArgKind::Other { contestant, .. } => contestant.dialect(),
        }
    }

    /// Whether the contestant's dialect is given explicitly, not detected or assumed.
    pub(crate) fn names_dialect(&self) -> bool {
        named_dialect(&self.text).is_some()
    }

    /// Whether the contestant needs the person at the console, to play or to talk to a program.
    pub(crate) fn needs_console(&self) -> bool {
        !self.is_built_in() && self.program().is_none_or(|program| program.console)
    }

    /// Whether it is a level of this program.
    pub(crate) fn is_built_in(&self) -> bool {
        matches!(self.kind, ContestantArgKind::Level(_))
    }

    /// The contestant for one game.
    pub(crate) fn contestant(&self, size: AnySize, seed: u64) -> Contestant {
        let mut contestant = match &self.kind {
            ContestantArgKind::Level(level) => engine(&self.name, *level, size, seed),
            ContestantArgKind::Other { contestant, .. } => {
                Contestant { name: self.name.clone(), ..(**contestant).clone() }
            }
        };
        if let Some(program) = &mut contestant.program {
            program.clock = self.clock;
        }
        contestant
    }

    /// The contestant for one game; the error states the file that is missing or has changed.
    pub(crate) fn present(&self, size: AnySize, seed: u64) -> Result<Contestant, String> {
        if let Some(reason) = self.missing_file() {
            return Err(reason);
        }
        self.changed_file().map_or_else(
            || Ok(self.contestant(size, seed)),
            |file| {
                let (file, name) = (file.display(), &self.name);
                Err(format!(
                    "its file {file} changed during the tournament; --again {name} replays its games"
                ))
            },
        )
    }

    /// The program that plays, unless it is this one.
    fn program_mut(&mut self) -> Option<&mut Program> {
        match &mut self.kind {
            ContestantArgKind::Other { contestant, .. } => contestant.program.as_mut(),
            ContestantArgKind::Level(_) => None,
        }
    }

    /// The file of the program that plays, unless the player is a level of this program.
    pub(crate) fn program_file(&self) -> Option<PathBuf> {
        find_program(self.program()?.command.first()?)
    }

    /// The program that plays, unless it is this one.
    fn program(&self) -> Option<&Program> {
        match &self.kind {
            ContestantArgKind::Other { contestant, .. } => contestant.program.as_ref(),
            ContestantArgKind::Level(_) => None,
        }
    }

    /// Whether the contestant must be compiled before it plays.
    pub(crate) fn is_source(&self) -> bool {
        self.program().is_some_and(|program| program.source.is_some())
    }

    /// The player's identity, in words that do not depend on its name.
    pub(crate) fn identity(&self) -> String {
        match &self.kind {
            ContestantArgKind::Level(_) => self.text.clone(),
            ContestantArgKind::Other { identity, .. } => identity.clone(),
        }
    }

    /// Files and folders that the contestant may read, in addition to those named on its command line.
    pub(crate) fn readable(&self) -> Vec<PathBuf> {
        self.program().map(Program::readable).unwrap_or_default()
    }

    /// Folders named on its command line that it may not read, because another player or the tournament is in them.
    pub(crate) fn hidden(&self) -> impl Iterator<Item = (&Self, &Path)> {
        self.hidden.iter().map(move |path| (self, path.as_path()))
    }

    /// The text without the name.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The files named on its command line.
    pub(crate) fn files(&self) -> &[PathBuf] {
        match &self.kind {
            ContestantArgKind::Level(_) => &[],
            ContestantArgKind::Other { files, .. } => files,
        }
    }
}

/// The names of the program's own players.
fn built_in_names() -> impl Iterator<Item = String> {
    let levels = Level::all().map(|level| format!("level:{}", level.number()));
    levels.chain(["random", "perfect"].map(str::to_owned))
}

/// This program as an engine. It plays outside the sandbox, because it does not exist inside it, but with only a few
/// environment variables, which do not reveal the data folder.
fn engine(name: &str, level: Level, size: AnySize, seed: u64) -> Contestant {
    let program = own_program().unwrap_or("foursight");
    let (level, seed, connect) = (level.to_string(), seed.to_string(), size.connect().to_string());
    let words = [program, "engine", "--level", &level, "--seed", &seed, "--connect", &connect];
    let mut command = words.map(str::to_owned).to_vec();
    command.extend(book_options(size).map(str::to_owned));
    Contestant::trusted(name, command, Dialect::Foursight)
}

/// A program in the form that a tournament records.
fn identity(dialect: Dialect, command: &[String]) -> String {
    let line = shlex::try_join(command.iter().map(String::as_str));
    format!("{dialect}:{}", line.unwrap_or_else(|_| command.join(" ")))
}

impl fmt::Display for ContestantArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
