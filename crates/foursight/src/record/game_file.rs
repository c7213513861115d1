//! The text of game files: blocks of tags, moves and a result.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::{GameRecord, GameResult};
use crate::notation::{Expected, Notation, is_wrapped, lines, moves};
use crate::size::SizeError;
use crate::{AnySize, Column, Size};

/// One game of a game file: its tags, moves and result, not yet checked against the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameText {
    /// Names and values, in order.
    pub tags: Vec<(String, String)>,
    /// The moves from the empty board, as a move string.
    pub moves: String,
    /// The result at the end of the block.
    pub result: GameResult,
}

impl GameText {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// The block of the game, without an empty line after it.
impl fmt::Display for GameText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        let moves = if self.moves.is_empty() { "-" } else { &self.moves };
        writeln!(f, "\n{moves} {}", self.result)
    }
}

/// A size in the form of a game file: `7x6`, or `9x7-5` if lines are not of four.
pub fn size_text(size: AnySize) -> String {
    match size.connect() {
        connect if connect == AnySize::default().connect() => size.to_string(),
        connect => format!("{size}-{connect}"),
    }
}

/// Reads the format of [`size_text`].
///
/// # Errors
///
/// If the text has another form, or there is no such board.
pub fn read_size(text: &str) -> Result<AnySize, SizeError> {
    let Some((board, connect)) = text.split_once('-') else { return text.parse() };
    let connect = connect.parse().map_err(|_| SizeError::Text(text.to_owned()))?;
    board.parse::<AnySize>()?.with_connect(connect)
}

/// Whether a text has tags, or only games and one of them with its result.
///
/// ```
/// use foursight::record::is_game_file;
/// assert!(is_game_file("4455 1-0") && !is_game_file("4455"));
/// ```
pub fn is_game_file(text: &str) -> bool {
    let is_tag = |line: &str| {
        let inner = line.strip_prefix('[').and_then(|line| line.strip_suffix("\"]"));
        inner.is_some_and(|inner| inner.starts_with(|c: char| c.is_ascii_alphabetic()))
    };
    let games = || lines(text).map(str::trim).filter(|line| !line.is_empty());
    games().any(is_tag)
        || games().any(|line| split(line).1.is_some())
            && games().all(|line| is_moves(split(line).0))
}

/// The games of a game file, or the game of another program's file, such as a Kaggle replay.
///
/// The moves of a game file are not checked against the rules, because the size is a tag like any other.
///
/// # Errors
///
/// At the first line that is neither a tag nor moves, with a result or without, and at tags without a game.
pub fn read_games(text: &str) -> Result<Vec<GameText>, GameFileError> {
    if !is_game_file(text)
        && is_wrapped(text)
        && let Ok(game) = Notation::read_any(text, Expected::ANY)
        && let Ok(game) = GameRecord::new(game).text()
    {
        return Ok(vec![game]);
    }
    let mut games = Vec::new();
    let mut tags = Vec::new();
    let mut last = 0;
    for (number, line) in (1..).zip(lines(text.trim_start_matches('\u{feff}'))) {
        let line = line.trim();
        last = number;
        if line.is_empty() || line.starts_with(';') {
            continue;
        }
        if line.starts_with('[') {
            tags.push(read_tag(line).ok_or(GameFileError { line: number, kind: Kind::Tag })?);
        } else {
            let (moves, result) = split(line);
            if !is_moves(moves) {
                return Err(GameFileError { line: number, kind: Kind::Moves });
            }
            let tags = core::mem::take(&mut tags);
            games.push(GameText { tags, moves: moves.to_owned(), result: GameResult::Unfinished });
            games.last_mut().expect("it was just added").complete(result);
        }
    }
    if tags.is_empty() { Ok(games) } else { Err(GameFileError { line: last, kind: Kind::End }) }
}

/// The moves of a line, and the result after them, if there is one.
fn split(line: &str) -> (&str, Option<GameResult>) {
    let parts = line.rsplit_once(char::is_whitespace);
    let parts = parts.and_then(|(moves, result)| Some((moves.trim(), result.parse().ok()?)));
    parts.map_or((line, None), |(moves, result)| (moves, Some(result)))
}

/// Whether a text can be the moves of a game, on some board.
fn is_moves(text: &str) -> bool {
    text == "-" || [9, AnySize::MAX_SIDE].iter().any(|&width| moves::is_list(text, width))
}

impl GameText {
    /// Turns the moves into a move string, and supplies a result that is not written.
    fn complete(&mut self, result: Option<GameResult>) {
        if self.moves == "-" {
            self.moves.clear();
        }
        let is_string = self.moves.chars().all(|symbol| Column::from_symbol(symbol).is_some());
        let size = self.tag("Size").map_or(Ok(AnySize::default()), read_size);
        let game = size.ok().filter(|_| !is_string || result.is_none());
        let game = game.and_then(|size| moves::read(&self.moves, size).ok());
        if let Some(game) = &game {
            self.moves = moves::write(game.moves());
        }
        let tag = || self.tag("Result")?.parse().ok();
        let on_board = || game.and_then(|game| game.outcome()).into();
        self.result = result.or_else(tag).unwrap_or_else(on_board);
    }
}

/// `[Name "value"]`.
fn read_tag(line: &str) -> Option<(String, String)> {
    let (name, quoted) = line.strip_prefix('[')?.strip_suffix("\"]")?.split_once(" \"")?;
    let mut value = String::new();
    let mut symbols = quoted.chars();
    while let Some(symbol) = symbols.next() {
        value.push(match symbol {
            '\\' => match symbols.next()? {
                'n' => '\n',
                escaped => escaped,
            },
            '"' => return None,
            other => other,
        });
    }
    Some((name.to_owned(), value))
}

/// The location where a text stops being a valid game file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFileError {
    /// The line, counted from 1.
    line: usize,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Tag,
    Moves,
    End,
}

impl fmt::Display for GameFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            Kind::Tag => "a tag looks like [Name \"value\"]",
            Kind::Moves => "a game is its moves and its result: 1-0, 0-1, 1/2 or *",
            Kind::End => "the file ends after the tags of a game",
        };
        write!(f, "line {}: {kind}", self.line)
    }
}

impl core::error::Error for GameFileError {}
