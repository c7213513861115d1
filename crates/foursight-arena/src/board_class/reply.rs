//! Values that a class receives or returns, and its answers to calls.

use std::fmt;

use serde::Deserialize;

/// A value that a class receives or returns.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(untagged, expecting = "expected a whole number or a string")]
pub(crate) enum Value {
    Number(i64),
    Text(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => write!(f, "{text:?}"),
        }
    }
}

/// A class's answer to a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    Number(i64),
    Truth(bool),
    Text(String),
    /// `None`, `null` or `undefined`, or no result.
    Nothing,
    /// Anything else, as text.
    Other(String),
    /// An exception.
    Raised(String),
}

impl Reply {
    /// The reply that a script wrote.
    pub(crate) fn read(words: &[&str]) -> Option<Self> {
        Some(match words {
            ["none"] => Self::Nothing,
            ["int", number] => Self::Number(number.parse().ok()?),
            ["bool", truth] => Self::Truth(truth.parse().ok()?),
            ["text", text] => Self::Text((*text).to_owned()),
            ["other", text] => Self::Other((*text).to_owned()),
            ["raised", text] => Self::Raised((*text).to_owned()),
            _ => return None,
        })
    }

    /// Whether the reply is this value.
    pub(crate) fn is(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Number(own), Value::Number(number)) => own == number,
            (Self::Text(own), Value::Text(text)) => own == text,
            _ => false,
        }
    }

    /// Whether the reply means nothing, in any of the usual ways.
    pub(crate) fn is_nothing(&self) -> bool {
        match self {
            Self::Nothing | Self::Truth(false) => true,
            // A new array of characters contains only zeros.
            Self::Text(text) => text.chars().all(|c| c == ' ' || c == '\0'),
            _ => false,
        }
    }

    /// The reply as yes or no; `None` if it is neither.
    pub(crate) fn truth(&self) -> Option<bool> {
        match self {
            Self::Truth(truth) => Some(*truth),
            Self::Number(0) => Some(false),
            Self::Number(1) => Some(true),
            _ => None,
        }
    }

    /// Whether the reply refuses a column, if the method returns `accepted` for a column that it accepts.
    pub(crate) fn is_refusal(&self, accepted: Option<&Self>) -> bool {
        match self {
            Self::Raised(_) | Self::Truth(false) => true,
            Self::Number(number) => *number < 0,
            Self::Nothing => accepted.is_some_and(|accepted| *accepted != Self::Nothing),
            _ => false,
        }
    }
}

/// `returned 3` or `raised IndexError`.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "returned {number}"),
            Self::Truth(truth) => write!(f, "returned {truth}"),
            Self::Text(text) => write!(f, "returned {text:?}"),
            Self::Nothing => f.write_str("returned nothing"),
            Self::Other(text) => write!(f, "returned {text}"),
            Self::Raised(text) => write!(f, "raised {text}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals() {
        let (none, row) = (Reply::Nothing, Reply::Number(3));
        for (reply, accepted, expected) in [
            (Reply::Truth(false), None, true),
            (Reply::Raised("ValueError".to_owned()), None, true),
            (Reply::Number(-1), Some(&row), true),
            (Reply::Number(6), Some(&row), false),
            (Reply::Nothing, Some(&row), true),
            (Reply::Nothing, Some(&none), false),
            (Reply::Truth(true), None, false),
        ] {
            assert_eq!(reply.is_refusal(accepted), expected, "{reply}");
        }
    }
}
