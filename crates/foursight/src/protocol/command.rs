//! Commands to an engine.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;
use core::time::Duration;

/// A command to an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Play these moves, such as `4455`, on the empty board. The engine checks them.
    Position(String),
    /// Show the board.
    Display,
    /// Find the best move.
    Go(Go),
    /// Score every move.
    ScoreAll,
    /// Stop searching, and reply with the result so far.
    Stop,
    /// Forget everything and set up the empty board.
    New,
    /// Play on a board of this size from now on. The engine checks it.
    Size {
        /// Number of columns.
        width: usize,
        /// Number of rows.
        height: usize,
    },
    /// List the settings.
    Options,
    /// Change a setting. The engine checks it.
    SetOption {
        /// Its name in the list of settings.
        name: String,
        /// Its new value.
        value: String,
    },
    /// Answer once all earlier commands have been carried out.
    IsReady,
    /// List the commands.
    Help,
    /// End the conversation.
    Quit,
}

/// The limits of a search for the best move; by default it continues until the move is proved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The maximum time.
    pub movetime: Option<Duration>,
    /// The maximum number of positions.
    pub nodes: Option<u64>,
    /// The maximum number of plies to look ahead.
    pub depth: Option<usize>,
    /// Whether to search until [`Command::Stop`].
    pub infinite: bool,
    /// The number of discs, this one included, that the engine places for both sides in turn before its opponent may
    /// swap sides: 0 outside such an opening.
    pub place: usize,
    /// Whether the engine may answer that it swaps sides.
    pub swap: bool,
}

impl Command {
    /// The command on a line; `None` if the line is blank.
    ///
    /// ```
    /// use std::time::Duration;
    /// use foursight::protocol::{Command, Go};
    ///
    /// let go = Go { movetime: Some(Duration::from_millis(100)), ..Go::default() };
    /// assert_eq!(Command::read("go movetime 100"), Ok(Some(Command::Go(go))));
    /// assert_eq!(Command::read("  "), Ok(None));
    /// assert!(Command::read("go home").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such command, or it does not take these arguments.
    pub fn read(line: &str) -> Result<Option<Self>, CommandError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let command = match words[..] {
            [] => return Ok(None),
            ["position", ref moves @ ..] => Self::Position(moves.concat()),
            ["display" | "d"] => Self::Display,
            ["go", ref limits @ ..] => Self::Go(Go::read(limits)?),
            ["score", "all"] => Self::ScoreAll,
            ["score", ..] => return Err(CommandError::new("`score` takes the word `all`")),
            ["stop"] => Self::Stop,
            ["new"] => Self::New,
            ["size", ref size @ ..] => Self::read_size(size)?,
            ["options"] => Self::Options,
            ["setoption", "name", name, "value", value] | ["setoption", name, value] => {
                Self::SetOption { name: name.to_owned(), value: value.to_owned() }
            }
            ["setoption", ..] => {
                return Err(CommandError::new("`setoption` takes `name NAME value VALUE`"));
            }
            ["isready"] => Self::IsReady,
            ["help"] => Self::Help,
            ["quit" | "exit"] => Self::Quit,
            [known, ..] if ALONE.contains(&known) => {
                return Err(CommandError::new(format!("`{known}` takes no arguments")));
            }
            [unknown, ..] => return Err(CommandError::Unknown(unknown.to_owned())),
        };
        Ok(Some(command))
    }
}

impl Command {
    fn read_size(words: &[&str]) -> Result<Self, CommandError> {
        let [word] = words else {
            return Err(CommandError::new("`size` takes a size such as 7x6"));
        };
        let numbers = word.split_once('x');
        let read = |(width, height): (&str, &str)| {
            Some(Self::Size { width: width.parse().ok()?, height: height.parse().ok()? })
        };
        numbers.and_then(read).ok_or_else(|| CommandError::new("`size` takes a size such as 7x6"))
    }
}

/// The commands without arguments.
const ALONE: [&str; 9] =
    ["display", "d", "stop", "new", "options", "isready", "help", "quit", "exit"];

impl FromStr for Command {
    type Err = CommandError;

    fn from_str(line: &str) -> Result<Self, CommandError> {
        Self::read(line)?.ok_or_else(|| CommandError::new("a blank line has no command"))
    }
}

impl Go {
    fn read(words: &[&str]) -> Result<Self, CommandError> {
        let mut go = Self::default();
        let mut rest = words;
        while let [word, tail @ ..] = rest {
            let flag = match *word {
                "infinite" => Some(&mut go.infinite),
                "swap" => Some(&mut go.swap),
                _ => None,
            };
            if let Some(flag) = flag {
                (*flag, rest) = (true, tail);
                continue;
            }
            let number = || {
                let number = tail.first().and_then(|number| number.parse::<u64>().ok());
                number.ok_or_else(|| CommandError::new(format!("`{word}` takes a whole number")))
            };
            match *word {
                "movetime" => go.movetime = Some(Duration::from_millis(number()?)),
                "nodes" => go.nodes = Some(number()?),
                "depth" => go.depth = Some(usize::try_from(number()?).unwrap_or(usize::MAX)),
                "place" => go.place = usize::try_from(number()?).unwrap_or(usize::MAX),
                _ => {
                    let message = format!(
                        "`go` takes movetime MS, nodes N, depth N, infinite, place N or swap, not {word:?}"
                    );
                    return Err(CommandError::new(message));
                }
            }
            rest = &tail[1..];
        }
        Ok(go)
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(moves) if moves.is_empty() => f.write_str("position"),
            Self::Position(moves) => write!(f, "position {moves}"),
            Self::Display => f.write_str("display"),
            Self::Go(go) => go.fmt(f),
            Self::ScoreAll => f.write_str("score all"),
            Self::Stop => f.write_str("stop"),
            Self::New => f.write_str("new"),
            Self::Size { width, height } => write!(f, "size {width}x{height}"),
            Self::Options => f.write_str("options"),
            Self::SetOption { name, value } => write!(f, "setoption name {name} value {value}"),
            Self::IsReady => f.write_str("isready"),
            Self::Help => f.write_str("help"),
            Self::Quit => f.write_str("quit"),
        }
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if let Some(time) = self.movetime {
            write!(f, " movetime {}", time.as_millis())?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        if self.place > 0 {
            write!(f, " place {}", self.place)?;
        }
        if self.swap { f.write_str(" swap") } else { Ok(()) }
    }
}

/// The reason why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CommandError {
    /// There is no command with this name.
    Unknown(String),
    /// The command does not accept the words after its name; this lists what it accepts.
    Words(String),
}

impl CommandError {
    fn new(message: impl Into<String>) -> Self {
        Self::Words(message.into())
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => write!(f, "there is no command {name:?}"),
            Self::Words(message) => f.write_str(message),
        }
    }
}

impl core::error::Error for CommandError {}
