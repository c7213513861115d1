//! Position formats that commands read and write: the library's notations, and JSON.

use anyhow::Result;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use foursight::notation::{Expected, Notation, moves};
use foursight::{AnySize, Game};
use foursight_answers::position::PositionBody;

use crate::failure::InvalidPosition;

/// What an error asks for.
pub(crate) const A_POSITION: &str = "a position, as in 44455, or startpos for the empty board";

/// The error about a text without a position.
pub(crate) const NO_POSITION: &str = "no position here; startpos is the empty board";

/// A notation for positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Notation(Notation),
    /// An object like the answer of `GET /api/position`.
    Json,
}

impl Format {
    pub(crate) const MOVES: Self = Self::Notation(Notation::Moves);
    const JSON: &str = "json";

    /// A parser for arguments that may name any format.
    pub(crate) fn parser() -> impl TypedValueParser<Value = Self> {
        Self::parser_of(Self::all())
    }

    /// A parser for arguments that name a one-line format.
    pub(crate) fn one_line_parser() -> impl TypedValueParser<Value = Self> {
        Self::parser_of(Self::all().filter(|format| format.is_one_line()))
    }

    /// A parser for arguments that name a one-line notation.
    pub(crate) fn notation_parser() -> impl TypedValueParser<Value = Notation> {
        let notations = Notation::ALL.into_iter();
        let one_line = notations.filter(|&notation| Self::Notation(notation).is_one_line());
        PossibleValuesParser::new(one_line.map(Notation::name))
            .map(|name| name.parse().expect("it is among the names"))
    }

    fn all() -> impl Iterator<Item = Self> {
        Notation::ALL.into_iter().map(Self::Notation).chain([Self::Json])
    }

    fn parser_of(formats: impl Iterator<Item = Self>) -> impl TypedValueParser<Value = Self> {
        PossibleValuesParser::new(formats.map(Self::name)).map(|name| match name.parse() {
            Ok(notation) => Self::Notation(notation),
            Err(_) => Self::Json,
        })
    }

    /// The name, as an argument.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Notation(notation) => notation.name(),
            Self::Json => Self::JSON,
        }
    }

    /// Whether a position takes one line, so that a text can hold one per line.
    pub(crate) fn is_one_line(self) -> bool {
        use Notation::{Flat, Moves, Nested, Symbols, Uci, ZeroBased};
        let Self::Notation(notation) = self else { return true };
        matches!(notation, Moves | ZeroBased | Flat | Uci | Nested | Symbols)
    }

    /// The position of a text that somebody gave, in this format or the detected one.
    ///
    /// # Errors
    ///
    /// If there is no such position, or no text at all.
    pub(crate) fn read_given(
        format: Option<Self>,
        text: &str,
        expected: Expected,
    ) -> Result<Game<AnySize>, InvalidPosition> {
        if text.trim().is_empty() {
            return Err(invalid(NO_POSITION));
        }
        match format {
            Some(Self::Notation(notation)) => Ok(notation.read(text, expected)?),
            Some(Self::Json) if !text.trim_start().starts_with('{') => {
                Err(invalid("a position in JSON is an object with \"pos\" or \"rows\""))
            }
            Some(Self::Json) | None => Ok(Notation::read_any(text, expected)?),
        }
    }

    pub(crate) fn write(self, game: &Game<AnySize>) -> Result<String, InvalidPosition> {
        match self {
            Self::Notation(notation) => {
                let text = notation.write(game).map_err(|error| invalid(&error.to_string()))?;
                Ok(if text.is_empty() { moves::STARTPOS.to_owned() } else { text })
            }
            Self::Json => {
                let body = serde_json::to_string(&PositionBody::new(game));
                Ok(body.expect("positions are plain data"))
            }
        }
    }
}

fn invalid(message: &str) -> InvalidPosition {
    InvalidPosition(message.to_owned())
}
