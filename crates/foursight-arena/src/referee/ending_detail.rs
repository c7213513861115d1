//! Endings in detail: what happened, and how much; a player's answer, described in its author's terms.

use std::fmt;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use foursight::PlayError;

use crate::referee::ending::Ending;

/// The reason why a game is over. Most are a fault of the player to move, who loses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndingDetail {
    /// The kind of the ending.
    pub kind: Ending,
    /// What happened, and how much: of a failed start or referee, only why.
    pub reason: String,
}

impl EndingDetail {
    pub(crate) fn new(kind: Ending, reason: impl Into<String>) -> Self {
        Self { kind, reason: reason.into() }
    }

    pub(crate) fn interrupted() -> Self {
        Self::new(Ending::Interrupted, "interrupted")
    }

    /// The fault of an answer that is illegal for this reason.
    pub(crate) fn illegal_move(answer: &BotAnswer, reason: &str) -> Self {
        let colon = if matches!(answer, BotAnswer::Line(_)) { "" } else { ":" };
        Self::new(Ending::IllegalMove, format!("illegal move{colon} {answer}: {reason}"))
    }
}

impl fmt::Display for EndingDetail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            Ending::StartFailure => "did not start: ",
            Ending::RefereeFailure => "the referee failed: ",
            _ => "",
        })?;
        f.write_str(&self.reason)
    }
}

/// What a silent player that has never answered seems to be doing.
pub(crate) const AWAITS_INPUT: &str = "it is waiting for more input, like a program that does not flush its output or reads all input at once";

/// The way a process ended.
pub(crate) fn exit_in_words(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("exit code {code}"),
        None => format!("signal {}", status.signal().unwrap_or(0)),
    }
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

/// A player's answer, as its author knows it.
#[derive(Debug)]
pub(crate) enum BotAnswer {
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
    use super::*;

    #[test]
    fn a_line_is_quoted() {
        let line = |text: &str| BotAnswer::Line(text.to_owned()).to_string();
        assert_eq!(line("place_disc 7"), r#""place_disc 7""#);
        assert_eq!(line(r#"{"move":7}"#), r#"'{"move":7}'"#);
    }

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
