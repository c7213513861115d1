//! A player's answer, described in its author's terms.

use std::fmt;

use foursight::PlayError;

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
