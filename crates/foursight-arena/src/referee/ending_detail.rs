//! Endings in detail: what happened, and how much; a player's answer, described in its author's terms.

use std::fmt;
use std::process::ExitStatus;
use std::time::Duration;

use foursight::PlayError;
use foursight_sandbox::LimitBreach;

use crate::referee::clock::Allowance;
use crate::referee::ending::Ending;

/// The reason why a game is over. Most variants are a fault of the player to move, who loses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndingDetail {
    /// A player completed a line.
    Line,
    /// The board is full.
    BoardFull,
    /// The move is illegal.
    IllegalMove {
        /// The player's answer.
        answer: BotAnswer,
        /// The reason why the move is illegal.
        reason: String,
    },
    /// The answer is not a move.
    Unreadable {
        /// The player's answer.
        answer: BotAnswer,
        /// A move of its dialect.
        example: &'static str,
        /// The number of the left column in its dialect.
        first_column: usize,
    },
    /// The move arrived too late.
    Late {
        /// The delay after the limit.
        by: Duration,
        /// The time limit.
        allowance: Allowance,
    },
    /// No move arrived, not even after a grace period.
    Silence {
        /// The player's activity.
        cause: SilenceCause,
        /// The time limit.
        allowance: Allowance,
    },
    /// The player closed its output and is still running.
    Closed,
    /// The process has ended.
    Crash {
        /// The way it ended.
        exit: Exit,
        /// The cause: the exception that it reported, or advice.
        words: Option<String>,
    },
    /// The player exceeded its memory limit, or could not get more memory.
    OutOfMemory {
        /// Its memory limit in bytes, if it has one.
        limit: Option<u64>,
    },
    /// The player exceeded another limit.
    OverLimit(LimitBreach),
    /// The player printed too much.
    TooMuchOutput(OutputLimit),
    /// The player did not start, or did not answer in time after its start.
    StartFailure(String),
    /// The game was aborted; nobody is at fault.
    Interrupted,
    /// The referee could not start a player although its program is fine: the disk is full, or the system grants no
    /// more threads, processes or descriptors. Or the player to move received no processor time. Nobody is at fault.
    RefereeFailure(String),
}

impl EndingDetail {
    /// The kind of the ending, without the details.
    pub fn kind(&self) -> Ending {
        match self {
            Self::Line => Ending::Line,
            Self::BoardFull => Ending::Draw,
            Self::IllegalMove { .. } => Ending::IllegalMove,
            Self::Unreadable { .. } => Ending::Unreadable,
            Self::Late { .. } => Ending::Late,
            Self::Silence { .. } => Ending::Silence,
            Self::Closed => Ending::ClosedOutput,
            Self::Crash { .. } => Ending::Crash,
            Self::OutOfMemory { .. } => Ending::OutOfMemory,
            Self::OverLimit(_) => Ending::OverLimit,
            Self::TooMuchOutput(_) => Ending::TooMuchOutput,
            Self::StartFailure(_) => Ending::StartFailure,
            Self::Interrupted => Ending::Interrupted,
            Self::RefereeFailure(_) => Ending::RefereeFailure,
        }
    }
}

impl fmt::Display for EndingDetail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line => f.write_str("a line is complete"),
            Self::BoardFull => f.write_str("the board is full"),
            Self::IllegalMove { answer: answer @ BotAnswer::Line(_), reason } => {
                write!(f, "illegal move {answer}: {reason}")
            }
            Self::IllegalMove { answer, reason } => write!(f, "illegal move: {answer}: {reason}"),
            Self::Unreadable { answer: answer @ BotAnswer::Line(_), example, first_column } => {
                write!(
                    f,
                    "{answer} is not a move; a move is a line such as {example}, and columns are numbered from {first_column}"
                )
            }
            Self::Unreadable { answer, first_column, .. } => {
                write!(f, "{answer}; return a column, counted from {first_column}")
            }
            Self::Late { by, allowance } => {
                write!(f, "too late by {} ms for {allowance}", by.as_millis())
            }
            Self::Silence { cause, allowance } => match (cause, cause.remark()) {
                (SilenceCause::AwaitsInput, Some(remark)) => write!(f, "no answer: {remark}"),
                (SilenceCause::NoMove(remark), _) => {
                    write!(f, "no answer within {allowance}: {remark}")
                }
                (SilenceCause::Slow, _) => write!(f, "no answer: too slow for {allowance}"),
                _ => write!(f, "no answer within {allowance}"),
            },
            Self::Closed => f.write_str("closed its output"),
            Self::Crash { exit, words: Some(words) } => write!(f, "ended with {exit}: {words}"),
            Self::Crash { exit: exit @ Exit::Code(0), words: None } => {
                write!(f, "ended with {exit} instead of an answer")
            }
            Self::Crash { exit, words: None } => write!(f, "ended with {exit}"),
            Self::OutOfMemory { limit: None } => f.write_str("out of memory"),
            Self::OutOfMemory { limit: Some(bytes) } => {
                let (shift, unit) = if bytes % (1 << 30) == 0 { (30, "GiB") } else { (20, "MiB") };
                write!(f, "out of memory: a player may use {} {unit}", bytes >> shift)
            }
            Self::OverLimit(limit) => limit.fmt(f),
            Self::TooMuchOutput(limit) => write!(f, "too much output: {limit}"),
            Self::StartFailure(reason) => write!(f, "did not start: {reason}"),
            Self::Interrupted => f.write_str("interrupted"),
            Self::RefereeFailure(reason) => write!(f, "the referee failed: {reason}"),
        }
    }
}

/// The activity of a player that gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SilenceCause {
    /// The player was computing, or had answered before and was not waiting for input.
    Slow,
    /// The player never answered, and is waiting for more input.
    AwaitsInput,
    /// The player wrote a line that is not a move, and is waiting for input; the words quote the line.
    NoMove(String),
    /// The cause is unknown.
    Unknown,
}

impl SilenceCause {
    /// The player's activity, in words.
    pub(crate) fn remark(&self) -> Option<&str> {
        match self {
            Self::Slow => Some("it is still computing"),
            Self::AwaitsInput => Some(
                "it is waiting for more input, like a program that does not flush its output or reads all input at once",
            ),
            Self::NoMove(remark) => Some(remark),
            Self::Unknown => None,
        }
    }
}

/// A limit on a player's output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
pub enum OutputLimit {
    /// The limit of a line.
    #[strum(to_string = "a line of more than 64 KiB on standard output")]
    Line,
    /// The limit of all lines for one move.
    #[strum(to_string = "more than 1 MiB for one move on standard output")]
    Move,
    /// The limit of standard error.
    #[strum(to_string = "more than 16 MiB on standard error")]
    StandardError,
}

/// Whether the end of standard error says that a program ran out of memory, in the words of Python, Ruby, C++, Rust,
/// Node, Java or the C library.
pub(crate) fn tells_of_memory(errors: &str) -> bool {
    const WORDS: [&str; 7] = [
        "MemoryError",
        "failed to allocate memory",
        "bad_alloc",
        "memory allocation of",
        "JavaScript heap out of memory",
        "OutOfMemoryError",
        "Cannot allocate memory",
    ];
    errors.lines().rev().take(4).any(|line| WORDS.iter().any(|words| line.contains(words)))
}

/// The way a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
pub enum Exit {
    /// By itself, with this exit code.
    #[strum(to_string = "exit code {0}")]
    Code(i32),
    /// By this signal.
    #[strum(to_string = "signal {0}")]
    Signal(i32),
}

impl From<ExitStatus> for Exit {
    fn from(status: ExitStatus) -> Self {
        use std::os::unix::process::ExitStatusExt;
        match (status.code(), status.signal()) {
            (Some(code), _) => Self::Code(code),
            (None, signal) => Self::Signal(signal.unwrap_or(0)),
        }
    }
}

/// A player's answer, as its author knows it.
///
/// ```
/// use foursight_arena::BotAnswer;
///
/// let line = |text: &str| BotAnswer::Line(text.to_owned()).to_string();
/// assert_eq!(line("place_disc 7"), r#""place_disc 7""#);
/// assert_eq!(line(r#"{"move":7}"#), r#"'{"move":7}'"#);
/// let returned = BotAnswer::Returned { function: "take_turn".to_owned(), value: "nil".to_owned() };
/// assert_eq!(returned.to_string(), "take_turn returned nil");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotAnswer {
    /// A line that it printed.
    Line(String),
    /// The return value of its function.
    Returned {
        /// The function.
        function: String,
        /// The value as text.
        value: String,
    },
}

/// A line is quoted, in a way that stays readable even if it contains quotation marks, as JSON
/// does.
impl fmt::Display for BotAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => {
                let escaped = format!("{line:?}");
                let plain = escaped.replace("\\\"", "\"");
                let inside = &plain[1..plain.len() - 1];
                if inside == line && line.contains('"') {
                    write!(f, "'{line}'")
                } else {
                    f.write_str(&escaped)
                }
            }
            Self::Returned { function, value } => write!(f, "{function} returned {value}"),
        }
    }
}

/// The reason why a move is illegal, for an author who numbers columns from `first_column`.
pub(crate) fn illegality(error: PlayError, first_column: usize) -> String {
    match error {
        PlayError::ColumnFull(column) => {
            let number = column.index() + first_column;
            format!("column {number} is full (columns are numbered from {first_column})")
        }
        PlayError::NoSuchColumn { column, width } => {
            let number = column.index() + first_column;
            format!("there is no column {number}; {}", columns(width, first_column))
        }
        other => other.to_string(),
    }
}

/// The reason why a number does not name a column of any board.
pub(crate) fn no_column(width: usize, first_column: usize) -> String {
    format!("there is no such column; {}", columns(width, first_column))
}

fn columns(width: usize, first_column: usize) -> String {
    format!("the board has columns {first_column} to {}", width - 1 + first_column)
}

#[cfg(test)]
mod tests {
    use super::tells_of_memory;

    #[test]
    fn last_words_tell_of_memory() {
        assert!(tells_of_memory("Traceback (most recent call last):\n  f()\nMemoryError"));
        assert!(tells_of_memory(
            "-e:1:in `*': failed to allocate memory (NoMemoryError)\n\tfrom -e:1"
        ));
        assert!(tells_of_memory("terminate called after throwing an instance of 'std::bad_alloc'"));
        assert!(!tells_of_memory("MemoryError, said I\nand\nmany\nother\nthings"));
        assert!(!tells_of_memory(""));
    }
}
