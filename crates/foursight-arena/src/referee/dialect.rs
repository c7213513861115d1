//! What players are told, and how their answers are read.
//!
//! A dialect is a `Speech`: a file of `dialect/` each. What the referee says depends on the `Seating`,
//! which is the same through a game, and on the `Turn`. `docs/dialects.md` shows them all.

mod bolosseum;
mod codingame;
mod columns;
mod detect;
mod foursight;
mod grid_json;
mod kaggle;
mod marlin;
mod riddles;
mod ruby;
mod theaigames;

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use ::foursight::{AnySize, Board, Column, Game, Player as Side, Size};

use crate::referee::clock::{Clock, RunningClock};
use crate::referee::contestant::Program;

/// The language that a player speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// The lines of `docs/protocol.md`, with `go movetime MS`.
    Foursight,
    /// The same without limits, as the Marlin engine understands them.
    Marlin,
    /// Columns from 0: `go!` for the first move of the game, then the opponent's column for each.
    Columns,
    /// A Ruby class whose name ends in `Player`, with `name` and `take_turn(state, colour)`.
    Ruby,
    /// A Python file whose last callable takes an observation and a configuration, as Kaggle's.
    Kaggle,
    /// `settings`, `update game field` and `action move` lines, the field in rows.
    TheAiGames,
    /// The same with other words, the field as one list of cells.
    Riddles,
    /// Numbers and rows of characters on lines, and a first disc that can be stolen.
    CodinGame,
    /// `{"grid":[columns]}` in, `{"move":C}` out, a line each.
    GridJson,
    /// `{"action":"play-turn","board":[rows],...}` in, `{"play":C}` out, one run for each message.
    Bolosseum,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Foursight,
        Self::Marlin,
        Self::Columns,
        Self::Ruby,
        Self::Kaggle,
        Self::TheAiGames,
        Self::Riddles,
        Self::CodinGame,
        Self::GridJson,
        Self::Bolosseum,
    ];

    /// The word for it on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Foursight => "foursight",
            Self::Marlin => "marlin",
            Self::Columns => "columns",
            Self::Ruby => "ruby",
            Self::Kaggle => "kaggle",
            Self::TheAiGames => "theaigames",
            Self::Riddles => "riddles",
            Self::CodinGame => "codingame",
            Self::GridJson => "grid-json",
            Self::Bolosseum => "bolosseum",
        }
    }

    /// Whether a game can begin after moves that nobody chose.
    pub fn takes_openings(self) -> bool {
        self != Self::Columns
    }

    /// Whether a player can be told that its first disc was stolen: its color changes.
    pub fn takes_steals(self) -> bool {
        matches!(self, Self::Foursight | Self::Marlin | Self::CodinGame)
    }

    pub(crate) fn speech(self) -> &'static dyn Speech {
        match self {
            Self::Foursight => &foursight::Foursight,
            Self::Marlin => &marlin::Marlin,
            Self::Columns => &columns::Columns,
            Self::Ruby => &ruby::Ruby,
            Self::Kaggle => &kaggle::Kaggle,
            Self::TheAiGames => &theaigames::TheAiGames,
            Self::Riddles => &riddles::Riddles,
            Self::CodinGame => &codingame::CodinGame,
            Self::GridJson => &grid_json::GridJson,
            Self::Bolosseum => &bolosseum::Bolosseum,
        }
    }
}

/// One dialect.
pub(crate) trait Speech {
    /// The command line that starts a player of this dialect.
    fn command(&self, program: &Program, _seating: &Seating) -> Vec<String> {
        program.command.clone()
    }

    /// What a player is told before the game.
    fn hello(&self, _seating: &Seating) -> Vec<String> {
        Vec::new()
    }

    /// What a line means that comes after the hello; `None` if there is no answer to wait for.
    fn hear_hello(&self) -> Option<fn(&str) -> Readiness> {
        None
    }

    /// What the player calls itself, if a line that comes after the hello says so.
    fn hear_name(&self, _line: &str) -> Option<String> {
        None
    }

    /// What a player is told when it is to move.
    fn turn(&self, turn: &Turn) -> Vec<String>;

    /// What a line means that comes after a turn.
    fn hear(&self, line: &str) -> Heard;
}

/// What a player's line says about its being ready.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Readiness {
    Ready,
    /// Nothing that the referee needs.
    Chat,
    /// It is not, for this reason.
    Refused(String),
}

/// What a player's line says about its move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    Move(Column),
    /// Takes over the opponent's only disc.
    Steal,
    /// A number, but of no column on any board.
    NoColumn,
    /// Nothing that the referee needs.
    Chat,
    /// A line for the person at the console.
    Print(String),
    /// A line that the person at the console is to type, after this text.
    Prompt(String),
    /// The player refuses, or the line is what no player of this dialect would say.
    Nonsense,
}

impl Heard {
    /// The move of a column that is counted from 0.
    fn column(index: i64) -> Self {
        let index = usize::try_from(index).ok();
        index.and_then(Column::checked).map_or(Self::NoColumn, Self::Move)
    }

    /// The move of a word that is a column counted from 0.
    fn word(word: &str) -> Self {
        word.parse().map_or(Self::Nonsense, Self::column)
    }
}

/// What a player needs to know of the whole game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seating {
    /// 0 for the player that moves first, 1 for the other.
    pub(crate) seat: usize,
    pub(crate) size: AnySize,
    pub(crate) clock: Clock,
    /// The longest that its first move may take.
    pub(crate) first_allowance: Duration,
}

impl Seating {
    pub(crate) fn new(seat: usize, size: AnySize, clock: Clock) -> Self {
        let first_allowance = RunningClock::new(clock).allowance();
        Self { seat, size, clock, first_allowance }
    }
}

/// What a player needs to know when it is to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn<'a> {
    pub(crate) seating: &'a Seating,
    pub(crate) game: &'a Game<AnySize>,
    /// The longest that the move may take.
    pub(crate) allowance: Duration,
    /// The time that it does well to take.
    pub(crate) share: Duration,
    pub(crate) may_steal: bool,
    pub(crate) is_stolen: bool,
}

impl Turn<'_> {
    /// The cells of a row from the left, rows from the top, in the words for an empty cell and for the
    /// discs of the first and of the second side.
    fn rows<T: Copy>(&self, [empty, first, second]: [T; 3]) -> Vec<Vec<T>> {
        let (board, size): (Board, _) = (self.game.position().to_board(), self.seating.size);
        let word = |row, column| match board.disc_at(row, Column::new(column)) {
            None => empty,
            Some(Side::First) => first,
            Some(Side::Second) => second,
        };
        let row = |row| (0..size.width()).map(|column| word(row, column)).collect();
        (0..size.height()).map(row).collect()
    }
}

/// The interpreter and the player's file, which is the last word of the command line.
fn interpreter<'a>(program: &'a Program, default: &'a str) -> (Vec<&'a str>, &'a str) {
    let words: Vec<&str> = program.command.iter().map(String::as_str).collect();
    match words.split_last() {
        None => (vec![default], ""),
        Some((file, [])) => (vec![default], file),
        Some((file, interpreter)) => (interpreter.to_vec(), file),
    }
}

impl FromStr for Dialect {
    type Err = UnknownDialect;

    fn from_str(text: &str) -> Result<Self, UnknownDialect> {
        let known = Self::ALL.into_iter().find(|dialect| dialect.name() == text);
        known.ok_or_else(|| UnknownDialect(text.to_owned()))
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// There is no such dialect.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no dialect; there are {names}", names = Dialect::ALL.map(Dialect::name).join(", "))]
pub struct UnknownDialect(String);

#[cfg(test)]
mod tests;
