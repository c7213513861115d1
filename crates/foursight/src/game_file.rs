//! Game files: games as text, one or many to a file, in the style of PGN.
//!
//! A game is a block of tags, an empty line, and a line with the moves and the result:
//!
//! ```text
//! [Event "club night"]
//! [Size "7x6"]
//! [First "alice"]
//! [Second "bob"]
//! [Opening "44"]
//! [Result "1-0"]
//!
//! 444152535 1-0
//! ```
//!
//! The moves are a move string from the empty board, so they begin with those of the opening, which
//! nobody chose; a game without moves has `-`. The result is `1-0` if the first player won, `0-1` if
//! the second did, `1/2` for a draw and `*` for a game that is not over. The size is the standard one
//! unless a tag says otherwise: columns x rows, and the line length behind a dash where it is not four
//! (`9x7-5`). In the value of a tag `\"`, `\\` and `\n` stand for a quote, a backslash and the end of a
//! line. A reader skips tags that it does not know, and lines that begin with `;`.
//!
//! ```
//! use foursight::game_file::{GameText, read_games};
//! use foursight::notation::{Expected, Notation};
//!
//! let game = Notation::Moves.read("4455", Expected::default())?;
//! let mut text = GameText::new(&game)?;
//! text.set_tag("First", "Ann");
//! let read = read_games(&text.to_string())?;
//! assert_eq!(read[0].tag("First"), Some("Ann"));
//! assert_eq!(read[0].game()?.position(), game.position());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use core::fmt;

use crate::notation::{MovesError, NoMoveOrder, moves};
use crate::size::SizeError;
use crate::{AnySize, Game, Outcome, Player, Size};

/// A game as it stands in a game file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameText {
    /// Names and values, in order.
    pub tags: Vec<(String, String)>,
    /// The moves from the empty board, as a move string.
    pub moves: String,
    /// `1-0`, `0-1`, `1/2`, or `*` for a game that was broken off.
    pub result: String,
}

impl GameText {
    /// The text of a game from the empty board, with the tags `Size` and `Result`.
    ///
    /// A game that starts from a position has an `Opening`: moves that lead there.
    ///
    /// # Errors
    ///
    /// If no order of moves is found that leads to where the game starts.
    pub fn new(game: &Game<AnySize>) -> Result<Self, NoMoveOrder> {
        let opening = moves::of_game(&Game::new(*game.start()))?;
        let played = [&opening, game.moves()].concat();
        let result = match game.outcome() {
            Some(Outcome::Win(Player::First)) => "1-0",
            Some(Outcome::Win(Player::Second)) => "0-1",
            Some(Outcome::Draw) => "1/2",
            None => "*",
        };
        let moves = moves::write(&played);
        let mut text = Self { tags: Vec::new(), moves, result: result.to_owned() };
        text.set_tag("Size", &size_text(game.position().size()));
        if !opening.is_empty() {
            text.set_tag("Opening", &moves::write(&opening));
        }
        text.set_tag("Result", result);
        Ok(text)
    }

    /// The game on its board, if the moves are legal there.
    ///
    /// # Errors
    ///
    /// If there is no such size, or a move cannot be played.
    pub fn game(&self) -> Result<Game<AnySize>, GameTextError> {
        let size = self.tag("Size").map_or(Ok(AnySize::default()), read_size)?;
        Ok(moves::read(&self.moves, size)?)
    }

    /// Gives a tag a value, in the place of the one it had or behind the other tags.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
    }

    /// Gives the game a result: `1-0`, `0-1`, `1/2` or `*`.
    pub fn set_result(&mut self, result: &str) {
        result.clone_into(&mut self.result);
        self.set_tag("Result", result);
    }

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

/// A size as it stands in a game file: `7x6`, and `9x7-5` where lines are not of four.
pub fn size_text(size: AnySize) -> String {
    match size.connect() {
        connect if connect == AnySize::default().connect() => size.to_string(),
        connect => format!("{size}-{connect}"),
    }
}

/// Reads what [`size_text`] writes.
///
/// # Errors
///
/// If the text is of another form, or there is no such board.
pub fn read_size(text: &str) -> Result<AnySize, SizeError> {
    let Some((board, connect)) = text.split_once('-') else { return text.parse() };
    let connect = connect.parse().map_err(|_| SizeError::Text(text.to_owned()))?;
    board.parse::<AnySize>()?.with_connect(connect)
}

/// The games of a game file.
///
/// The moves are not checked against the rules: the size is a tag like any other.
///
/// # Errors
///
/// At the first line that is no tag and no moves with a result, and at tags without a game.
pub fn read_games(text: &str) -> Result<Vec<GameText>, GameFileError> {
    let mut games = Vec::new();
    let mut tags = Vec::new();
    let mut last = 0;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        last = number;
        if line.is_empty() || line.starts_with(';') {
            continue;
        }
        if line.starts_with('[') {
            tags.push(read_tag(line).ok_or(GameFileError { line: number, kind: Kind::Tag })?);
        } else {
            let [moves, result] = line.split_whitespace().collect::<Vec<_>>()[..] else {
                return Err(GameFileError { line: number, kind: Kind::Moves });
            };
            let moves = if moves == "-" { "" } else { moves }.to_owned();
            let result = result.to_owned();
            games.push(GameText { tags: core::mem::take(&mut tags), moves, result });
        }
    }
    if tags.is_empty() { Ok(games) } else { Err(GameFileError { line: last, kind: Kind::End }) }
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

/// Where a text is no game file.
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
            Kind::Moves => "a game is its moves, a space and its result",
            Kind::End => "the file ends after the tags of a game",
        };
        write!(f, "line {}: {kind}", self.line)
    }
}

impl core::error::Error for GameFileError {}

/// Why the moves of a game file are no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameTextError {
    /// There is no board of this size.
    Size(SizeError),
    /// A move cannot be played.
    Moves(MovesError),
}

impl fmt::Display for GameTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size(error) => error.fmt(f),
            Self::Moves(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for GameTextError {}

impl From<SizeError> for GameTextError {
    fn from(error: SizeError) -> Self {
        Self::Size(error)
    }
}

impl From<MovesError> for GameTextError {
    fn from(error: MovesError) -> Self {
        Self::Moves(error)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(read_games(text).unwrap_err().to_string(), expected, "{text:?}");
    }

    #[test]
    fn errors_say_which_line() {
        check("[Size 7x6]", "line 1: a tag looks like [Name \"value\"]");
        check("; games\n[Size \"7\"x6\"]\n", "line 2: a tag looks like [Name \"value\"]");
        check("[Size \"7x6\\\"]\n", "line 1: a tag looks like [Name \"value\"]");
        check("44 1-0\n44\n", "line 2: a game is its moves, a space and its result");
        check("44 1-0\n[Size \"7x6\"]\n\n", "line 3: the file ends after the tags of a game");
    }

    #[test]
    fn what_a_value_holds_comes_back() {
        for value in ["", "plain", "a \"quote\"", "back\\slash\\n", "two\nlines", "] \"x\" [", "\\"]
        {
            let tags = vec![("Reason".to_owned(), value.to_owned())];
            let game = GameText { tags, moves: String::new(), result: "0-1".to_owned() };
            assert_eq!(read_games(&format!("{game}\n{game}")), Ok(vec![game.clone(), game]));
        }
    }
}
