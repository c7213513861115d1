//! The formats of positions that commands read and write: the notations of the library, and JSON.

use anyhow::Result;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use foursight::notation::{Expected, Notation};
use foursight::{AnySize, Game, Outcome, Player, Size};
use serde_json::{Value, json};

use crate::failure::InvalidPosition;

/// A way to write a position down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Notation(Notation),
    /// An object with the moves, the grid and how the game stands.
    Json,
}

impl Format {
    const JSON: &str = "json";

    /// A parser for arguments.
    pub(crate) fn parser() -> impl TypedValueParser<Value = Self> {
        let names = Notation::ALL.map(Notation::name).into_iter().chain([Self::JSON]);
        PossibleValuesParser::new(names).map(|name| match name.parse() {
            Ok(notation) => Self::Notation(notation),
            Err(_) => Self::Json,
        })
    }

    /// The format that `text` looks like.
    pub(crate) fn detect(text: &str) -> Self {
        if text.trim_start().starts_with('{') {
            Self::Json
        } else {
            Self::Notation(Notation::detect(text))
        }
    }

    /// Whether a position is written on one line, so that a text can hold one on each.
    pub(crate) fn is_one_line(self) -> bool {
        use Notation::{Flat, Moves, Nested, Symbols, Uci, ZeroBased};
        let Self::Notation(notation) = self else { return true };
        matches!(notation, Moves | ZeroBased | Flat | Uci | Nested | Symbols)
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
                notation.write(game).map_err(|error| InvalidPosition(error.to_string()))
            }
            Self::Json => Ok(to_json(game).to_string()),
        }
    }
}

/// The members `size`, `connect`, and `moves` or `grid` of an object; the others are ignored.
fn read_json(text: &str, expected: Expected) -> Result<Game<AnySize>, InvalidPosition> {
    let invalid = |message: String| InvalidPosition(message);
    let object: Value =
        serde_json::from_str(text).map_err(|error| invalid(format!("not JSON: {error}")))?;
    let expected = json_size(&object)?.map_or(expected, Expected::Size);
    if let Some(moves) = object["moves"].as_str() {
        return Ok(Notation::Moves.read(moves, expected)?);
    }
    let rows = object["grid"].as_array().ok_or_else(|| {
        invalid("a position in JSON has a string \"moves\" or an array \"grid\" of rows".to_owned())
    })?;
    let rows: Option<Vec<&str>> = rows.iter().map(Value::as_str).collect();
    let rows = rows.ok_or_else(|| invalid("each row of \"grid\" is a string".to_owned()))?;
    Ok(Notation::Grid.read(&rows.join("\n"), expected)?)
}

fn json_size(object: &Value) -> Result<Option<AnySize>, InvalidPosition> {
    let Some(size) = object.get("size") else { return Ok(None) };
    let invalid = |message: String| InvalidPosition(message);
    let size =
        size.as_str().ok_or_else(|| invalid("\"size\" is a string such as \"7x6\"".into()))?;
    let size: AnySize = size.parse().map_err(|error| invalid(format!("{error}")))?;
    let connect = match object.get("connect") {
        None => size.connect(),
        Some(value) => value
            .as_u64()
            .and_then(|connect| usize::try_from(connect).ok())
            .ok_or_else(|| invalid("\"connect\" is a number from 3 to 6".into()))?,
    };
    size.with_connect(connect).map(Some).map_err(|error| invalid(error.to_string()))
}

fn to_json(game: &Game<AnySize>) -> Value {
    let size = game.position().size();
    let grid = Notation::Grid.write(game).expect("a grid has no order of moves");
    json!({
        "size": size.to_string(),
        "connect": size.connect(),
        "moves": Notation::Moves.write(game).ok(),
        "grid": grid.lines().collect::<Vec<_>>(),
        "ply": game.position().ply(),
        "to_move": game.to_move().map(player_name),
        "outcome": game.outcome().map(|outcome| match outcome {
            Outcome::Win(player) => player_name(player),
            Outcome::Draw => "draw",
        }),
    })
}

fn player_name(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}
