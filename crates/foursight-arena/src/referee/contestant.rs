//! Contestants: the programs and people that take part in a game.

use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use foursight::{AnySize, Player};
use foursight_sandbox::find_program;

use crate::referee::clock::Clock;
use crate::referee::dialect::detect::without_bom;
use crate::referee::dialect::{Briefing, Dialect, is_archive};
use crate::referee::shebang;
use crate::source::Source;

/// Files larger than this are assumed not to be empty.
const MAX_EMPTY: usize = 1 << 12;

/// A participant: its name, and who or what plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestant {
    /// The participant's name in results.
    pub name: String,
    /// The program that plays; `None` for the person at the [`Console`](crate::Console), who has no clock.
    pub program: Option<Program>,
}

/// A program that plays, and the conditions under which it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The program and its arguments. It runs in an empty folder, so paths must be absolute. For dialects that are
    /// [called](Dialect::is_called), this is the program's file, preceded by its interpreter unless that is `ruby` or
    /// `python3`.
    pub command: Vec<String>,
    /// The dialect that it speaks.
    pub dialect: Dialect,
    /// The folder that the program may read: its own, or the `lib` beside its file.
    pub folder: Option<PathBuf>,
    /// Other files and folders that it may read, because its command line names them, as a Java class path does.
    pub named: Vec<PathBuf>,
    /// Files that its interpreter reads and that do not decide its moves, such as the packages of a virtual
    /// environment.
    pub runtime: Vec<PathBuf>,
    /// The program's own clock; without one, it plays by the [game's](crate::GameSettings::clock).
    pub clock: Option<Clock>,
    /// Whether the program talks to the person at the [`Console`](crate::Console). Only [`Dialect::Ruby`] supports
    /// this.
    pub console: bool,
    /// Whether the program runs outside the sandbox, with all the rights of the referee.
    pub trusted: bool,
    /// The program's source code, which a [`Builder`](crate::Builder) turns into the command.
    pub source: Option<Box<Source>>,
    /// The reason why the program cannot start, if it does not compile.
    pub fault: Option<String>,
}

impl Program {
    /// A command line that speaks `dialect`.
    fn new(command: Vec<String>, dialect: Dialect) -> Self {
        Self {
            command,
            dialect,
            folder: None,
            named: Vec::new(),
            runtime: Vec::new(),
            clock: None,
            console: false,
            trusted: false,
            source: None,
            fault: None,
        }
    }

    /// The whole command line of this program as `player`: the interpreter, the file, and the arguments of its
    /// dialect.
    pub fn command_line(&self, player: Player, size: AnySize, clock: Clock) -> Vec<String> {
        let briefing = Briefing::new(player, size, clock);
        self.dialect.speech().command(&self.command, self.console, &briefing)
    }

    /// The folder `lib` in a folder of players, which all of them may read; `None` if there is none or it is a link.
    pub fn lib_in(folder: &Path) -> Option<PathBuf> {
        let lib = folder.join("lib");
        lib.symlink_metadata().is_ok_and(|lib| lib.is_dir()).then_some(lib)
    }

    /// Whether the program is an archive, which is unpacked into its scratch folder.
    pub(crate) fn is_archive(&self) -> bool {
        self.dialect == Dialect::Kaggle
            && self.command.last().is_some_and(|file| is_archive(file.as_ref()))
    }

    /// The files and folders that it may read besides the files named on its command line.
    pub fn readable(&self) -> Vec<PathBuf> {
        self.folder.iter().chain(&self.named).chain(&self.runtime).cloned().collect()
    }

    /// The reason why the program cannot be started: it does not exist, its script names an interpreter that does not
    /// exist, or its file is missing. Compilers are not checked.
    pub fn missing(&self) -> Option<String> {
        // The arena's own scripts choose the interpreter.
        let is_called = self.dialect.is_called();
        let first_line = if is_called { None } else { shebang::fault(&self.command) };
        first_line
            .or_else(|| {
                let line = self.command_line(Player::First, AnySize::default(), Clock::default());
                let program = line.first().filter(|program| find_program(program).is_none());
                program.map(|program| format!("there is no program {program}"))
            })
            .or_else(|| {
                let file =
                    self.command.last().filter(|file| is_called && !Path::new(file).is_file())?;
                Some(format!("there is no file {file}"))
            })
    }
}

impl Contestant {
    /// A program that speaks `dialect`.
    pub fn program(name: &str, command: Vec<String>, dialect: Dialect) -> Self {
        Self { name: name.to_owned(), program: Some(Program::new(command, dialect)) }
    }

    /// A program that speaks `dialect` and runs outside the sandbox, with all the rights of the referee.
    pub fn trusted(name: &str, command: Vec<String>, dialect: Dialect) -> Self {
        let program = Program { trusted: true, ..Program::new(command, dialect) };
        Self { name: name.to_owned(), program: Some(program) }
    }

    /// The program in a file, named after the file. Without a dialect, [`Dialect::of_file`] detects it.
    ///
    /// The program may read only its file and the folder `lib` beside it. A build file may also read its own folder.
    ///
    /// Source code is compiled first, by a [`Builder`](crate::Builder). Otherwise an executable file runs by itself, or
    /// the first line (`#!`) or the extension of the file names the interpreter.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, nothing names its interpreter, or its compiler is missing.
    pub fn of_file(path: &Path, dialect: Option<Dialect>) -> Result<Self, String> {
        let error = |reason: &str| format!("{}: {reason}", path.display());
        let read_error = |cause: io::Error| error(&cause.to_string());
        let path = path.canonicalize().map_err(read_error)?;
        let start = beginning(&path).map_err(read_error)?;
        if start.len() <= MAX_EMPTY && without_bom(&start).trim_ascii().is_empty() {
            return Err(error("the file is empty"));
        }
        if start.starts_with(&[0xff, 0xfe]) || start.starts_with(&[0xfe, 0xff]) {
            return Err(error("the file is text in UTF-16; save it as UTF-8"));
        }
        // The system does not recognize a script's first line (`#!`) after a byte order mark.
        let has_bom = without_bom(&start).len() < start.len();
        let source = Source::of_file(&path).map(Box::new);
        if let Some(source) = &source {
            source.check_tools().map_err(|missing| error(&missing))?;
        }
        let files = source.as_ref().map_or_else(|| vec![path.clone()], |source| source.files(true));
        let dialect = dialect.map_or_else(|| Dialect::of_files(&files), Ok).map_err(read_error)?;
        let mut command = match dialect {
            _ if source.is_some() => Vec::new(),
            dialect if dialect.is_called() => Vec::new(),
            _ => interpreter(&path, has_bom).map_err(read_error)?.ok_or_else(|| {
                error(&format!(
                    "not executable, and neither its first line nor its extension names an interpreter; {PLAYABLE}"
                ))
            })?,
        };
        command.push(path.display().to_string());
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let name = name.strip_suffix(".tar").unwrap_or(&name);
        let own = source.as_ref().and_then(|source| source.own_folder());
        let folder = match own {
            Some(own) => Some(own.to_owned()),
            None => path.parent().and_then(Program::lib_in),
        };
        let program = Program { folder, source, ..Program::new(command, dialect) };
        Ok(Self { name: name.to_owned(), program: Some(program) })
    }

    /// The person at the console.
    pub fn person(name: &str) -> Self {
        Self { name: name.to_owned(), program: None }
    }

    /// The clock for a game whose players share the clock `shared`; `None` for a person.
    pub fn clock(&self, shared: Clock) -> Option<Clock> {
        Some(self.program.as_ref()?.clock.unwrap_or(shared))
    }

    /// The dialect that it speaks; `None` for a person.
    pub fn dialect(&self) -> Option<Dialect> {
        self.program.as_ref().map(|program| program.dialect)
    }
}

/// The first bytes of a file, enough to see whether it is empty.
fn beginning(path: &Path) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    File::open(path)?.take(MAX_EMPTY as u64 + 1).read_to_end(&mut start)?;
    Ok(start)
}

/// The command that runs a file: empty if the file is executable; `None` if nothing names an interpreter.
///
/// If the first line names a missing interpreter, the extension decides, unless its interpreter is missing too.
fn interpreter(path: &Path, has_bom: bool) -> io::Result<Option<Vec<String>>> {
    let is_program = path.metadata()?.permissions().mode() & 0o111 != 0 && !has_bom;
    let named = if is_program { Some(Vec::new()) } else { shebang::interpreter(path) };
    let by_extension = script_interpreter(path).map(|program| vec![program.to_owned()]);
    let file = path.display().to_string();
    let can_start = |words: &Vec<String>| {
        let line = [&words[..], std::slice::from_ref(&file)].concat();
        shebang::fault(&line).is_none() && find_program(&line[0]).is_some()
    };
    let named =
        named.filter(|words| can_start(words) || !by_extension.as_ref().is_some_and(can_start));
    Ok(named.or(by_extension))
}

/// The files that play, in words.
pub const PLAYABLE: &str = "the arena compiles .c, .cpp, .go, .java and .rs and runs .py, .rb, .js, .sh, .pl, .lua and .php; in \
     another language, give it the compiled program, or the command line that runs it, as in 'foursight:mono bot.exe'";

/// The program that runs a script, according to the script's extension; `None` if the extension is not a script's.
pub fn script_interpreter(path: &Path) -> Option<&'static str> {
    match path.extension()?.to_str()? {
        "py" => Some("python3"),
        "rb" => Some("ruby"),
        "js" | "mjs" | "cjs" => Some("node"),
        "sh" => Some("sh"),
        "pl" => Some("perl"),
        "lua" => Some("lua"),
        "php" => Some("php"),
        _ => None,
    }
}

/// Whether the programs that compile and run a player in a file with this name are installed.
pub fn is_installed(path: &Path) -> bool {
    match Source::of_file(path) {
        Some(source) => source.check_tools().is_ok(),
        None => script_interpreter(path).is_some_and(|program| find_program(program).is_some()),
    }
}
