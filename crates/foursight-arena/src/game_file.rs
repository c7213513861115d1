//! Game files: the games of a tournament as text, in the style of PGN.
//!
//! A game is a block of tags, an empty line, and a line with the moves and the result:
//!
//! ```text
//! [Event "club night"]
//! [Size "7x6"]
//! [Game "17"]
//! [Round "2"]
//! [First "alice"]
//! [Second "bob"]
//! [Opening "44"]
//! [Result "1-0"]
//! [Ending "line"]
//! [Reason "a line is complete"]
//!
//! 444152535 1-0
//! ```
//!
//! The moves are a move string from the empty board, so they begin with those of the opening; a game
//! without moves has `-`. In the value of a tag `\"`, `\\` and `\n` stand for a quote, a backslash and
//! the end of a line. A reader skips tags that it does not know, and lines that begin with `;`.

use std::fmt;

use crate::record::{StoredGame, TournamentHeader};

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
    /// The text of a game of a tournament.
    pub fn new(header: &TournamentHeader, game: &StoredGame) -> Self {
        let player = |seat: usize| header.players.get(game.players[seat]).cloned();
        let tags = [
            ("Event", header.name.clone()),
            ("Size", header.size.clone()),
            ("Game", game.number.to_string()),
            ("Round", game.round.to_string()),
            ("First", player(0).unwrap_or_default()),
            ("Second", player(1).unwrap_or_default()),
            ("Opening", game.opening.clone()),
            ("Result", game.result.clone()),
            ("Ending", game.ending.clone()),
            ("Reason", game.reason.clone()),
        ];
        Self {
            tags: tags.map(|(name, value)| (name.to_owned(), value)).into(),
            moves: format!("{}{}", game.opening, game.moves),
            result: game.result.clone(),
        }
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

/// The game file of a tournament.
pub fn write_games(header: &TournamentHeader, games: &[StoredGame]) -> String {
    let blocks: Vec<String> =
        games.iter().map(|game| GameText::new(header, game).to_string()).collect();
    blocks.join("\n")
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
            games.push(GameText { tags: std::mem::take(&mut tags), moves, result });
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
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct GameFileError {
    /// The line, counted from 1.
    line: usize,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum Kind {
    #[error("a tag looks like [Name \"value\"]")]
    Tag,
    #[error("a game is its moves, a space and its result")]
    Moves,
    #[error("the file ends after the tags of a game")]
    End,
}

#[cfg(test)]
mod tests {
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
