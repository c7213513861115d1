//! What players are told, and how their answers are read.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use foursight::protocol::{BestMove, Command, Go, Reply};
use foursight::{AnySize, Column, Size, notation::moves};

/// The language that a player speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// The lines of `docs/protocol.md`, with `go movetime MS`.
    Foursight,
    /// The same without limits, as the Marlin engine understands them.
    Marlin,
    /// Columns from 0: `go!` for the first move of the game, then the opponent's column for each.
    Columns,
}

const NAMES: [(&str, Dialect); 3] =
    [("foursight", Dialect::Foursight), ("marlin", Dialect::Marlin), ("columns", Dialect::Columns)];

/// A line of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    Move(Column),
    /// Nothing that the referee needs.
    Chat,
    /// The player refuses, or the line is what no player of this dialect would say.
    Nonsense,
}

impl Dialect {
    /// What a player is told before its first move, and must answer; `None` if it is told nothing.
    pub(crate) fn greeting(self, size: AnySize) -> Option<String> {
        match self {
            Self::Foursight if size != AnySize::default() => {
                let (width, height) = (size.width(), size.height());
                Some(Command::Size { width, height }.to_string())
            }
            Self::Foursight | Self::Marlin => Some(Command::Position(String::new()).to_string()),
            Self::Columns => None,
        }
    }

    /// What a player is told when it is to move after `played`.
    pub(crate) fn turn(self, played: &[Column], time: Duration) -> Vec<String> {
        let position = || Command::Position(moves::write(played)).to_string();
        match self {
            Self::Foursight => {
                let go = Go { movetime: Some(time), ..Go::default() };
                vec![position(), Command::Go(go).to_string()]
            }
            Self::Marlin => vec![position(), Command::Go(Go::default()).to_string()],
            Self::Columns => {
                let last = played.last().map(|column| column.index().to_string());
                vec![last.unwrap_or_else(|| "go!".to_owned())]
            }
        }
    }

    /// Whether a game can begin after moves that nobody chose.
    pub fn takes_openings(self) -> bool {
        self != Self::Columns
    }

    pub(crate) fn hear(self, line: &str) -> Heard {
        match self {
            Self::Foursight | Self::Marlin => match Reply::read(line) {
                Reply::BestMove(BestMove { column, .. }) => Heard::Move(column),
                Reply::Error(_) | Reply::UnknownCommand(_) | Reply::NoMoves => Heard::Nonsense,
                _ if line.trim_start_matches("> ").starts_with("bestmove") => Heard::Nonsense,
                _ => Heard::Chat,
            },
            Self::Columns => match line.trim().parse().ok().and_then(Column::checked) {
                Some(column) => Heard::Move(column),
                None if line.trim().is_empty() => Heard::Chat,
                None => Heard::Nonsense,
            },
        }
    }
}

impl FromStr for Dialect {
    type Err = UnknownDialect;

    fn from_str(text: &str) -> Result<Self, UnknownDialect> {
        let known = NAMES.iter().find(|(name, _)| *name == text);
        known.map(|&(_, dialect)| dialect).ok_or_else(|| UnknownDialect(text.to_owned()))
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = NAMES.iter().find(|(_, dialect)| dialect == self);
        f.write_str(known.expect("every dialect has a name").0)
    }
}

/// There is no such dialect.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no dialect; there are foursight, marlin and columns")]
pub struct UnknownDialect(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(dialect: Dialect, line: &str, expected: Heard) {
        assert_eq!(dialect.hear(line), expected, "{line:?}");
        assert_eq!(dialect.to_string().parse(), Ok(dialect));
    }

    #[test]
    fn moves_are_told_from_chat() {
        let move_4 = Heard::Move(Column::new(3));
        for dialect in [Dialect::Foursight, Dialect::Marlin] {
            check(dialect, "bestmove 4", move_4);
            check(dialect, "> bestmove 4 score WIN (immediate)", move_4);
            check(dialect, "Played 3 moves", Heard::Chat);
            check(dialect, "I think 4 is good", Heard::Chat);
            check(dialect, "bestmove", Heard::Nonsense);
            check(dialect, "> bestmove four", Heard::Nonsense);
            check(dialect, "error: the game is over", Heard::Nonsense);
        }
        check(Dialect::Columns, " 3\r", move_4);
        check(Dialect::Columns, "", Heard::Chat);
        check(Dialect::Columns, "-1", Heard::Nonsense);
        check(Dialect::Columns, "four", Heard::Nonsense);
    }
}
