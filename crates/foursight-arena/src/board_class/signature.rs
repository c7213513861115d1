//! The form of a method call on a class.

use std::fmt;
use std::str::FromStr;

use strum::{Display, EnumString};

/// A method call, such as `drop(column, player)`, or an element of a field, such as `slots[row][column]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Signature {
    pub(crate) name: String,
    pub(crate) arguments: Vec<Argument>,
    pub(crate) is_field: bool,
}

/// An argument of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString)]
#[strum(serialize_all = "lowercase", parse_err_ty = String, parse_err_fn = unknown)]
pub(crate) enum Argument {
    Column,
    Row,
    /// The player whose disc it is.
    Player,
    /// The number of columns of the board.
    Columns,
    /// The number of rows of the board.
    Rows,
}

fn unknown(text: &str) -> String {
    format!(
        "there is no argument {text:?}; the arguments are column, row, player, columns and rows"
    )
}

impl FromStr for Signature {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let example = || {
            format!(
                "{text:?} is not a call such as drop(column, player), or a field such as cells[row][column]"
            )
        };
        let end = text.find(['(', '[']).ok_or_else(example)?;
        let (name, rest) = text.split_at(end);
        let is_name = !name.is_empty()
            && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$')
            && !name.starts_with(|c: char| c.is_ascii_digit());
        let is_field = rest.starts_with('[');
        let inside = if is_field {
            rest.strip_prefix('[')
                .and_then(|rest| rest.strip_suffix(']'))
                .map(|inside| inside.replace("][", ","))
        } else {
            rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).map(str::to_owned)
        };
        let inside = inside.filter(|_| is_name).ok_or_else(example)?;
        let words = inside.split(',').map(str::trim);
        let arguments = if inside.trim().is_empty() {
            Vec::new()
        } else {
            words.map(str::parse).collect::<Result<_, _>>()?
        };
        Ok(Self { name: name.to_owned(), arguments, is_field })
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arguments: Vec<String> = self.arguments.iter().map(ToString::to_string).collect();
        if self.is_field {
            write!(f, "{}[{}]", self.name, arguments.join("]["))
        } else {
            write!(f, "{}({})", self.name, arguments.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_read_as_they_are_written() {
        for text in
            ["drop(column, player)", "is_full()", "slots[row][column]", "Board(rows, columns)"]
        {
            assert_eq!(text.parse::<Signature>().map(|read| read.to_string()), Ok(text.to_owned()));
        }
    }

    #[test]
    fn what_is_no_call_is_refused() {
        for (text, expected) in [
            ("drop", "is not a call"),
            ("drop(column", "is not a call"),
            ("(column)", "is not a call"),
            ("4drop(column)", "is not a call"),
            ("drop(col)", "there is no argument \"col\""),
        ] {
            let error = text.parse::<Signature>().unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
