//! Plans as text: a head of five lines, then a line for each position.
//!
//! ```text
//! foursight plan 1
//! board 7x6                the size, and the length of a line unless it is four: 9x7-5
//! start -                  the moves from the empty board to the first position; - for none
//! side first               or second
//! claim wins               or holds
//! - d1                     moves to a position, and the hero's disc: every reply has a line of its own
//! 4141 d3(e1 * a2-f2)      the same with answers to every reply but e1, which has a line of its own
//! ```
//!
//! Answers are written as in a [`Turn`](crate::reason::Turn); a reply without a turn has a line of its own. Empty lines
//! and lines that begin with `#` are skipped.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::{Line, Plan, Step};
use crate::notation::{MovesError, moves};
use crate::reason::text::Reader;
use crate::reason::{Answers, Claim, TurnError};
use crate::record::{read_size, size_text};
use crate::{AnySize, Column, Player, Size};

/// The first line of a plan.
const TITLE: &str = "foursight plan 1";

/// An error in a plan's text, and its location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The line, counted from 1.
    pub line: usize,
    /// The error in it.
    pub cause: ReadCause,
}

/// An error in a line of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadCause {
    /// The text differs from the expected form.
    Expected {
        /// The expected form.
        expected: &'static str,
        /// The text.
        found: String,
    },
    /// The moves cannot be played.
    Moves(MovesError),
    /// The game is over after the moves.
    Over,
    /// It is not this side's turn after the moves.
    Side(Player),
    /// The position or its mirror image already has a line.
    Twice,
    /// The strategy has the wrong form.
    Turn(TurnError),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.cause)
    }
}

impl core::error::Error for ReadError {}

impl fmt::Display for ReadCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expected { expected, found } => write!(f, "expected {expected}, not {found:?}"),
            Self::Moves(error) => error.fmt(f),
            Self::Over => f.write_str("the game is over after these moves"),
            Self::Side(hero) => {
                write!(f, "expected moves after which the {} player is to move", hero.name())
            }
            Self::Twice => f.write_str(
                "this position or its mirror image has an entry already; other orders of moves share it",
            ),
            Self::Turn(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = size_text(self.position.size());
        let claim = match self.claim {
            Claim::Wins => "wins",
            Claim::Holds => "holds",
        };
        writeln!(f, "{TITLE}\nboard {size}\nstart {}", moves_text(&self.start))?;
        writeln!(f, "side {}\nclaim {claim}", self.hero.name())?;
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", moves_text(&self.moves), self.step)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.cell)?;
        let Some(answers) = &self.answers else { return Ok(()) };
        f.write_str("(")?;
        let is_last = |index| index + 1 == self.own.len() && *answers == Answers::default();
        for (index, cell) in self.own.iter().enumerate() {
            write!(f, "{cell}{}", if is_last(index) { "" } else { " " })?;
        }
        write!(f, "{answers})")
    }
}

impl Step {
    /// The step that [`Display`](fmt::Display) writes, on a board of `size`: `d3`, or `d3(e1 * a2-f2)`.
    ///
    /// # Errors
    ///
    /// If the text is not a step.
    pub fn read(text: &str, size: AnySize) -> Result<Self, TurnError> {
        let mut reader = Reader::new(text, size);
        let cell = reader.cell()?;
        if !reader.eat("(") {
            reader.end()?;
            return Ok(Self::of_cell(cell));
        }
        let own_turn = |reader: &mut Reader<'_>, depth| {
            reader.eat(":").then(|| reader.turn(depth)).transpose()
        };
        let (replies, follow) = reader.answers(1, own_turn)?;
        reader.end()?;
        let (mut own, mut named) = (Vec::new(), Vec::new());
        for (reply, turn) in replies {
            match turn {
                Some(turn) => named.push((reply, turn)),
                None => own.push(reply),
            }
        }
        Ok(Self { cell, own, answers: Some(Answers { named, follow }) })
    }
}

fn moves_text(columns: &[Column]) -> String {
    if columns.is_empty() { "-".to_owned() } else { moves::write(columns) }
}

impl FromStr for Plan {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let numbered = (1..).zip(text.lines());
        let mut lines = numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let n_lines = text.lines().count();
        let mut head = |key: &str, expected| {
            let (line, found) = lines.next().unwrap_or((n_lines + 1, ""));
            let value = found.strip_prefix(key);
            value.map(|value| (line, value)).ok_or(ReadError {
                line,
                cause: ReadCause::Expected { expected, found: found.to_owned() },
            })
        };
        let (line, rest) = head(TITLE, TITLE)?;
        known(line, rest, TITLE, rest.is_empty().then_some(()))?;
        let expected = "a board such as `board 7x6` or `board 9x7-5`";
        let (line, value) = head("board ", expected)?;
        let size = known(line, value, expected, read_size(value).ok())?;
        let expected = "the start such as `start 44`, or `start -`";
        let (start_line, value) = head("start ", expected)?;
        let start = columns(value, size).map_err(|cause| ReadError { line: start_line, cause })?;
        let expected = "`side first` or `side second`";
        let (line, value) = head("side ", expected)?;
        let hero = [Player::First, Player::Second].into_iter().find(|hero| hero.name() == value);
        let hero = known(line, value, expected, hero)?;
        let expected = "`claim wins` or `claim holds`";
        let (line, value) = head("claim ", expected)?;
        let claim = [("wins", Claim::Wins), ("holds", Claim::Holds)];
        let claim = claim.into_iter().find(|(name, _)| *name == value).map(|(_, claim)| claim);
        let claim = known(line, value, expected, claim)?;

        let (mut numbers, mut steps) = (Vec::new(), Vec::new());
        for (line, text) in lines {
            numbers.push(line);
            steps.push(read_line(text, size).map_err(|cause| ReadError { line, cause })?);
        }
        Self::new(size, start, (hero, claim), steps).map_err(|(number, cause)| {
            let line = number.map_or(start_line, |number| numbers[number]);
            ReadError { line, cause }
        })
    }
}

/// A value of the head, if it could be read.
fn known<T>(
    line: usize,
    found: &str,
    expected: &'static str,
    value: Option<T>,
) -> Result<T, ReadError> {
    let cause = || ReadCause::Expected { expected, found: found.to_owned() };
    value.ok_or_else(|| ReadError { line, cause: cause() })
}

fn columns(text: &str, size: AnySize) -> Result<Vec<Column>, ReadCause> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let column = |symbol| Column::from_symbol(symbol).filter(|&column| size.has_column(column));
    let columns: Option<Vec<Column>> = text.chars().map(column).collect();
    columns.filter(|columns| !columns.is_empty()).ok_or_else(|| ReadCause::Expected {
        expected: "moves such as 44, or - for none",
        found: text.to_owned(),
    })
}

/// `4141 d3(e1 * a2-f2)`.
fn read_line(line: &str, size: AnySize) -> Result<(Vec<Column>, Step), ReadCause> {
    let (played, step) = line.split_once(' ').ok_or_else(|| ReadCause::Expected {
        expected: "moves, a space and a disc such as d3",
        found: line.to_owned(),
    })?;
    let moves = columns(played, size)?;
    // Errors count characters of the whole line.
    let shift = |error: TurnError| {
        ReadCause::Turn(TurnError { offset: error.offset + played.len() + 1, ..error })
    };
    Ok((moves, Step::read(step, size).map_err(shift)?))
}
