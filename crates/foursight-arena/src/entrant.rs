//! A player of a tournament, as a command line or a `class.toml` names it.

mod command_line;
mod fingerprint;
mod handed_in;
mod privacy;
mod reading;
mod unpack;

use std::fmt;
use std::path::{Path, PathBuf};

use foursight::AnySize;
use foursight_files::{look, printable};
use foursight_sandbox::find_program;

use crate::{Clock, Contestant, Dialect, Judge, Program};
pub(crate) use command_line::Python;
pub use fingerprint::fingerprint;
pub(crate) use fingerprint::{missing_players, with_missing};
pub(crate) use handed_in::{
    CLASS_FILE, Submission, class_folder, has_players_below, is_clutter, is_submission, main_file,
};
use handed_in::{link_error, refuse_link, twin};
pub use privacy::{confine, exposure, private};
pub(crate) use reading::PERFECT;
pub use reading::Subject;
use reading::named_dialect;

/// The maximum number of characters in a player's name.
const MAX_NAME: usize = 40;

/// A player as the command line names it: `PLAYER`, `NAME=PLAYER`, `PLAYER@CLOCK` or `NAME=PLAYER@CLOCK`.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// The name in results, without control characters.
    name: String,
    /// The text without the name.
    text: String,
    kind: EntrantKind,
    /// The contestant's own clock.
    clock: Option<Clock>,
    /// Folders named on its command line, which it may not read.
    hidden: Vec<PathBuf>,
    /// The hash of its files, once remembered.
    remembered: Option<String>,
}

#[derive(Clone, Debug)]
enum EntrantKind {
    /// A level of the engine.
    Level(u8),
    /// Another program, or the person at the console. The paths of the program's files are canonical.
    ///
    /// A tournament recognizes it by `identity`, in words that do not depend on its name.
    Other { contestant: Box<Contestant>, files: Vec<PathBuf>, identity: String },
}

impl EntrantKind {
    fn other(contestant: Contestant, files: Vec<PathBuf>, identity: String) -> Self {
        Self::Other { contestant: Box::new(contestant), files, identity }
    }
}

impl Entrant {
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
        let contestant = Contestant::of_file(path, dialect)?;
        let (name, text) = (contestant.name.clone(), path.display().to_string());
        let file = path.canonicalize().map_err(|error| format!("{text}: {error}"))?;
        let identity = match &contestant.program {
            Some(program) => identity(program.dialect, &program.command),
            None => text.clone(),
        };
        let kind = EntrantKind::other(contestant, vec![file], identity);
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

    fn new(name: &str, text: String, kind: EntrantKind) -> Self {
        let (hidden, remembered) = (Vec::new(), None);
        Self { name: String::new(), text, kind, clock: None, hidden, remembered }.renamed(name)
    }

    /// The same player under another name, which fits into a table. Only the program's own players look like them.
    #[must_use]
    pub fn renamed(self, name: &str) -> Self {
        let mut name = printable(name).replace('\t', " ");
        if !self.is_built_in() && reading::level_names().any(|own| look(&own) == look(&name)) {
            name = format!("bot {name}");
        }
        if name.chars().count() > MAX_NAME {
            name = name.chars().take(MAX_NAME - 1).chain(['…']).collect();
        }
        Self { name, ..self }
    }

    /// The name in results.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The contestant's dialect; `None` for a person.
    pub fn dialect(&self) -> Option<Dialect> {
        match &self.kind {
            EntrantKind::Level(_) => Some(Dialect::Foursight),
            EntrantKind::Other { contestant, .. } => contestant.dialect(),
        }
    }

    /// Whether the contestant's dialect is given explicitly, not detected or assumed.
    pub fn names_dialect(&self) -> bool {
        named_dialect(&self.text).is_some()
    }

    /// Whether the contestant needs the person at the console, to play or to talk to a program.
    pub fn needs_console(&self) -> bool {
        !self.is_built_in() && self.program().is_none_or(|program| program.console)
    }

    /// Whether it is a level of this program.
    pub fn is_built_in(&self) -> bool {
        matches!(self.kind, EntrantKind::Level(_))
    }

    /// The contestant for one game.
    pub fn contestant(&self, judge: &dyn Judge, size: AnySize, seed: u64) -> Contestant {
        let mut contestant = match &self.kind {
            EntrantKind::Level(level) => judge.level(&self.name, *level, size, seed),
            EntrantKind::Other { contestant, .. } => {
                Contestant { name: self.name.clone(), ..(**contestant).clone() }
            }
        };
        if let Some(program) = &mut contestant.program {
            program.clock = self.clock;
        }
        contestant
    }

    /// The contestant for one game.
    ///
    /// # Errors
    ///
    /// If one of its files is missing or has changed.
    pub fn present(
        &self,
        judge: &dyn Judge,
        size: AnySize,
        seed: u64,
    ) -> Result<Contestant, String> {
        if let Some(reason) = self.missing_file() {
            return Err(reason);
        }
        if self.has_changed() {
            let name = &self.name;
            return Err(format!(
                "its files changed during the tournament; --again {name} replays its games"
            ));
        }
        Ok(self.contestant(judge, size, seed))
    }

    /// The program that plays, unless it is this one.
    pub(crate) fn program_mut(&mut self) -> Option<&mut Program> {
        match &mut self.kind {
            EntrantKind::Other { contestant, .. } => contestant.program.as_mut(),
            EntrantKind::Level(_) => None,
        }
    }

    /// The file of the program that plays, unless the player is a level of this program.
    pub fn program_file(&self) -> Option<PathBuf> {
        find_program(self.program()?.command.first()?)
    }

    /// The program that plays, unless it is this one.
    fn program(&self) -> Option<&Program> {
        match &self.kind {
            EntrantKind::Other { contestant, .. } => contestant.program.as_ref(),
            EntrantKind::Level(_) => None,
        }
    }

    /// Whether the contestant must be compiled before it plays.
    pub(crate) fn is_source(&self) -> bool {
        self.program().is_some_and(|program| program.source.is_some())
    }

    /// The player's identity, in words that do not depend on its name.
    pub(crate) fn identity(&self) -> String {
        match &self.kind {
            EntrantKind::Level(_) => self.text.clone(),
            EntrantKind::Other { identity, .. } => identity.clone(),
        }
    }

    /// Files and folders that the contestant may read, in addition to those named on its command line.
    pub fn readable(&self) -> Vec<PathBuf> {
        self.program().map(Program::readable).unwrap_or_default()
    }

    /// Folders named on its command line that it may not read, because another player or the tournament is in them.
    pub fn hidden(&self) -> impl Iterator<Item = (&Self, &Path)> {
        self.hidden.iter().map(move |path| (self, path.as_path()))
    }

    /// The text without the name.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The files named on its command line.
    pub fn files(&self) -> &[PathBuf] {
        match &self.kind {
            EntrantKind::Level(_) => &[],
            EntrantKind::Other { files, .. } => files,
        }
    }
}

/// A program in the form that a tournament records.
fn identity(dialect: Dialect, command: &[String]) -> String {
    let line = shlex::try_join(command.iter().map(String::as_str));
    format!("{dialect}:{}", line.unwrap_or_else(|_| command.join(" ")))
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
