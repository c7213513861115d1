//! Reading questions: parameters, bodies in JSON, and the position that most of them are about.

use foursight::notation::moves;
use foursight::{AnySize, Column, Game};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::IntoParams;

use crate::{Problem, ProblemKind, Result};

/// The parameters in the query of an address: `pos=44&level=3`.
///
/// # Errors
///
/// If one is missing or has a value of another type.
pub fn read_query<T: DeserializeOwned>(query: &str) -> Result<T> {
    let read =
        |query: &str| serde_urlencoded::from_str::<T>(query).map_err(|error| error.to_string());
    read(query).map_err(|error| {
        let is_wrong = |part: &str| read(part).is_err_and(|found| found == error);
        Problem::new(ProblemKind::Invalid, "invalid_parameter", named(query, &error, &is_wrong))
    })
}

/// The error with its parameter's name, unless it already includes one. Queries that end with that parameter have the
/// error, too; shorter ones do not.
fn named(query: &str, error: &str, is_wrong: &dyn Fn(&str) -> bool) -> String {
    if error.starts_with("missing field") || error.starts_with("duplicate field") {
        return error.to_owned();
    }
    let ends = query.match_indices('&').map(|(end, _)| end).chain([query.len()]);
    let ends: Vec<usize> = ends.collect();
    let wrong = ends.partition_point(|&end| !is_wrong(&query[..end]));
    let last = form_urlencoded::parse(&query.as_bytes()[..ends[wrong]]).last();
    last.map_or(error.to_owned(), |(name, value)| format!("{name}: {}", in_words(error, &value)))
}

/// What is wrong with a text in place of a whole number.
pub(crate) fn not_whole(text: &str) -> String {
    format!("{text:?} is not a whole number, or is too large")
}

/// The error of the standard library's parsers for `value`, in words for people.
fn in_words(error: &str, value: &str) -> String {
    match error {
        "invalid digit found in string"
        | "cannot parse integer from empty string"
        | "number too large to fit in target type" => not_whole(value),
        "provided string was not `true` or `false`" => {
            format!("{value:?} is neither true nor false")
        }
        other => other.to_owned(),
    }
}

/// The value that a JSON body describes; 8.0 is a whole number, as in schemas.
///
/// # Errors
///
/// If it is not JSON, or has another shape.
pub fn read_body<T: DeserializeOwned>(body: &[u8]) -> Result<T> {
    read_json(body).or_else(|error| match with_whole_numbers(body) {
        Some(body) => read_json(&body),
        None => Err(error),
    })
}

fn read_json<T: DeserializeOwned>(body: &[u8]) -> Result<T> {
    let read = &mut serde_json::Deserializer::from_slice(body);
    let invalid = |error: String| Problem::new(ProblemKind::Invalid, "invalid_json", error);
    let value = serde_path_to_error::deserialize(&mut *read);
    let value = value.map_err(|error| invalid(error.to_string()))?;
    read.end().map_err(|error| invalid(error.to_string()))?;
    Ok(value)
}

/// The same JSON with numbers such as 8.0 as 8, if it has any.
fn with_whole_numbers(json: &[u8]) -> Option<Vec<u8>> {
    let is_part = |byte: &&u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    let (mut whole, mut rest, mut is_text) = (Vec::new(), json, false);
    while let Some(first) = rest.first() {
        let n_parts = if is_text { 0 } else { rest.iter().take_while(is_part).count() };
        let length = if *first == b'\\' { 2.min(rest.len()) } else { n_parts.max(1) };
        is_text ^= *first == b'"';
        let (part, after) = rest.split_at(length);
        match whole_number(part).filter(|_| n_parts > 0) {
            Some(number) => whole.extend(number.to_string().bytes()),
            None => whole.extend(part),
        }
        rest = after;
    }
    (whole != json).then_some(whole)
}

/// The whole number that this text writes as a float.
fn whole_number(text: &[u8]) -> Option<i64> {
    /// Above this, some whole numbers have no exact float.
    const MAX: f64 = 9_007_199_254_740_992.0;
    if text.len() < 2 || !text.iter().any(|byte| b".eE".contains(byte)) {
        return None;
    }
    let float: f64 = serde_json::from_slice(text).ok()?;
    (float.fract() == 0.0 && float.abs() <= MAX).then_some(float as i64)
}

/// A position: the columns played from the empty board, and the board.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PositionParams {
    /// The columns played, from 1; columns past 9 are letters. Empty means the empty board.
    #[param(example = "4455", pattern = "^[1-9a]*$", max_length = 100)]
    #[serde(default)]
    pos: String,
    /// Columns x rows, each from 3 to 10.
    #[param(example = "7x6")]
    size: Option<String>,
    /// Discs in a row needed to win, 3 to 6.
    #[param(example = 4)]
    connect: Option<usize>,
}

impl PositionParams {
    /// The position with the moves that lead to it.
    ///
    /// # Errors
    ///
    /// If there is no such board, or the moves cannot be played on it.
    pub fn game(&self) -> Result<Game<AnySize>> {
        read_game(&self.pos, self.size.as_deref(), self.connect)
    }
}

/// A column in its wire format, counted from 1; the board may be narrower.
///
/// # Errors
///
/// If no board has it.
pub fn read_column(number: usize) -> Result<Column> {
    let column = number.checked_sub(1).and_then(Column::checked);
    column.ok_or_else(|| {
        Problem::invalid("column", "columns are numbered from 1 to the width of the board")
    })
}

/// A game from its parts in the wire format; the board is the standard one unless they say otherwise.
///
/// # Errors
///
/// If there is no such board, or the moves cannot be played on it.
pub fn read_game(pos: &str, size: Option<&str>, connect: Option<usize>) -> Result<Game<AnySize>> {
    moves::read(pos, read_size(size, connect)?).map_err(Problem::position)
}

/// A board from its parts in the wire format; the standard one unless they say otherwise.
///
/// # Errors
///
/// If there is no such board.
pub fn read_size(size: Option<&str>, connect: Option<usize>) -> Result<AnySize> {
    let size = size.map_or(Ok(AnySize::default()), str::parse);
    let size: AnySize = size.map_err(|error| Problem::invalid("size", error))?;
    let size = connect.map_or(Ok(size), |connect| size.with_connect(connect));
    size.map_err(|error| Problem::invalid("connect", error))
}

/// The game, unless it is over.
///
/// # Errors
///
/// If it is.
pub fn open_game(game: &Game<AnySize>) -> Result<&Game<AnySize>> {
    match game.outcome() {
        None => Ok(game),
        Some(outcome) => Err(Problem::position(format!("the game is over: {outcome}"))),
    }
}
