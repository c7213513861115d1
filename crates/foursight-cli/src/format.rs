//! Position formats that commands read and write: the library's notations, and JSON.

use anyhow::Result;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use foursight::notation::{Expected, Notation, NotationError, is_wrapped, moves};
use foursight::{AnySize, Game};
use foursight_answers::position::PositionBody;
use serde_json::Value;

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

    /// The format that `text` looks like, given the expected board.
    pub(crate) fn detect(text: &str, expected: Expected) -> Self {
        if is_object(text) { Self::Json } else { Self::Notation(Notation::detect(text, expected)) }
    }

    /// Whether a position takes one line, so that a text can hold one per line.
    pub(crate) fn is_one_line(self) -> bool {
        use Notation::{Flat, Moves, Nested, Symbols, Uci, ZeroBased};
        let Self::Notation(notation) = self else { return true };
        matches!(notation, Moves | ZeroBased | Flat | Uci | Nested | Symbols)
    }

    /// Whether a text of several lines in this format is one position even if each line can be one.
    pub(crate) fn is_board(self) -> bool {
        !matches!(self, Self::Notation(Notation::Moves | Notation::ZeroBased) | Self::Json)
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
            Some(format) => format.read(text, expected),
            None if is_object(text) => read_json(text, expected),
            None => Ok(Notation::read_any(text, expected)?),
        }
    }

    pub(crate) fn read(
        self,
        text: &str,
        expected: Expected,
    ) -> Result<Game<AnySize>, InvalidPosition> {
        match self {
            Self::Notation(notation) => Ok(notation.read(text, expected)?),
            Self::Json => read_json(text, expected),
        }
    }

    pub(crate) fn write(self, game: &Game<AnySize>) -> Result<String, InvalidPosition> {
        match self {
            Self::Notation(notation) => {
                let text = notation.write(game).map_err(|error| invalid(&error.to_string()))?;
                Ok(if text.is_empty() { moves::STARTPOS.to_owned() } else { text })
            }
            Self::Json => Ok(to_json(game).to_string()),
        }
    }
}

/// Whether a text is an object of JSON, but not the message of another program.
fn is_object(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with('{') && !text.starts_with("{{") && !is_wrapped(text)
}

/// The position of an object with `pos` or `rows`. The other members that [`to_json`] writes are optional but must
/// agree with the position; unknown members are ignored.
fn read_json(text: &str, expected: Expected) -> Result<Game<AnySize>, InvalidPosition> {
    let object: Value =
        serde_json::from_str(text).map_err(|error| invalid(&format!("not JSON: {error}")))?;
    let expected = json_board(&object, expected)?;
    let grid = match &object["rows"] {
        Value::Null => None,
        Value::Array(rows) => Some(read_json_grid(rows, expected)?),
        _ => return Err(invalid(ROWS)),
    };
    let size = grid.as_ref().map(|game| game.position().size());
    let game = match &object["pos"] {
        Value::Null => None,
        Value::String(pos) => {
            // A position to which no order of moves leads is written as a list of cells.
            let notation = if pos.contains(' ') { Notation::Flat } else { Notation::Moves };
            Some(notation.read(pos, size.map_or(expected, Expected::Size))?)
        }
        _ => return Err(invalid("\"pos\" must be a string such as \"44455\"")),
    };
    if let (Some(game), Some(grid)) = (&game, &grid)
        && game.position() != grid.position()
    {
        return Err(invalid("\"pos\" and \"rows\" describe different positions"));
    }
    let game =
        game.or(grid).ok_or_else(|| invalid("a position in JSON must have \"pos\" or \"rows\""))?;
    check_json(&object, &game)?;
    Ok(game)
}

/// Checks the members that follow from the position.
fn check_json(object: &Value, game: &Game<AnySize>) -> Result<(), InvalidPosition> {
    let right = to_json(game);
    for name in ["ply", "to_move", "outcome"] {
        let (found, right) = (&object[name], &right[name]);
        if !found.is_null() && found != right {
            return Err(invalid(&format!(
                "\"{name}\" is {found}, but it is {right} in this position"
            )));
        }
    }
    Ok(())
}

const ROWS: &str = "\"rows\" must be an array of strings, the top row first";

fn read_json_grid(rows: &[Value], expected: Expected) -> Result<Game<AnySize>, InvalidPosition> {
    let rows: Option<Vec<&str>> = rows.iter().map(Value::as_str).collect();
    let rows = rows.ok_or_else(|| invalid(ROWS))?;
    Ok(Notation::Grid.read(&rows.join("\n"), expected)?)
}

/// The board according to an object and the arguments together.
fn json_board(object: &Value, expected: Expected) -> Result<Expected, InvalidPosition> {
    let connect = match &object["connect"] {
        Value::Null => None,
        value => Some(json_connect(value)?),
    };
    let size: Option<AnySize> = match &object["size"] {
        Value::Null => None,
        Value::String(size) => Some(size.parse().map_err(NotationError::from)?),
        _ => return Err(invalid("\"size\" must be a string such as \"7x6\"")),
    };
    if let Some(connect) = connect.filter(|&n| expected.has_connect() && n != expected.connect()) {
        let message =
            format!("\"connect\" is {connect}, but the board has lines of {}", expected.connect());
        return Err(invalid(&message));
    }
    let board = size.unwrap_or(expected.size()?);
    if expected.has_sides() && board.to_string() != expected.size()?.to_string() {
        let message = format!("\"size\" is \"{board}\", but the board is {}", expected.size()?);
        return Err(invalid(&message));
    }
    let connect = connect.unwrap_or(expected.connect());
    let board = board.with_connect(connect).map_err(NotationError::from)?;
    let has_sides = size.is_some() || expected.has_sides();
    Ok(if has_sides { Expected::Size(board) } else { Expected::AnyWithConnect(connect) })
}

fn json_connect(value: &Value) -> Result<usize, InvalidPosition> {
    let connect = value.as_u64().and_then(|n| usize::try_from(n).ok());
    let (min, max) = (AnySize::MIN_CONNECT, AnySize::MAX_CONNECT);
    connect.ok_or_else(|| invalid(&format!("\"connect\" must be a number from {min} to {max}")))
}

fn invalid(message: &str) -> InvalidPosition {
    InvalidPosition(message.to_owned())
}

fn to_json(game: &Game<AnySize>) -> Value {
    serde_json::to_value(PositionBody::new(game)).expect("positions are plain data")
}
