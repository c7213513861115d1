//! Strategies as text: `d3(c1:c2! e3:e4(*) * double a2-f2 else:ec)`.
//!
//! ```text
//! turn    = cell "!"                      a disc that completes a line
//!         | cell "(" answers ")"          a disc, and the answers to every disc of the other side
//! answers = { named " " } [ rule ]        nothing: any disc of the other side lets the hero complete a line
//! named   = cell ":" turn                 that disc has this answer
//! rule    = "*" [ " double" ] { " " cell "-" cell } [ " else:" columns ]
//! ```
//!
//! A rule may make double threats, has pairs of cells, and names its spare columns by their letters, in order.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::{Answers, Follow, Turn};
use crate::{AnySize, Cell, Column, Size};

/// The maximum nesting depth of turns in a text: no board has room for more.
const MAX_DEPTH: usize = 50;

/// A text that is not a strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnError {
    /// Number of characters before the error.
    pub offset: usize,
    /// The expected text there.
    pub expected: &'static str,
}

impl fmt::Display for TurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {} after {} characters", self.expected, self.offset)
    }
}

impl core::error::Error for TurnError {}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finish(cell) => write!(f, "{cell}!"),
            Self::Play(cell, answers) => write!(f, "{cell}({answers})"),
        }
    }
}

impl fmt::Display for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (reply, turn)) in self.named.iter().enumerate() {
            let space = if index > 0 { " " } else { "" };
            write!(f, "{space}{reply}:{turn}")?;
        }
        let Some(follow) = &self.follow else { return Ok(()) };
        let space = if self.named.is_empty() { "" } else { " " };
        write!(f, "{space}{follow}")
    }
}

impl fmt::Display for Follow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("*")?;
        if self.double_threats {
            f.write_str(" double")?;
        }
        self.pairs.iter().try_for_each(|(one, two)| write!(f, " {one}-{two}"))?;
        if self.spare.is_empty() {
            return Ok(());
        }
        f.write_str(" else:")?;
        self.spare.iter().try_for_each(|column| write!(f, "{}", column.letter()))
    }
}

/// Named replies, each with what follows it, and a rule.
type Replies<T> = (Vec<(Cell, T)>, Option<Follow>);

/// Reads a text from the left.
pub(crate) struct Reader<'a> {
    text: &'a str,
    size: AnySize,
    offset: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a str, size: AnySize) -> Self {
        Self { text, size, offset: 0 }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    fn error(&self, expected: &'static str) -> TurnError {
        TurnError { offset: self.text[..self.offset].chars().count(), expected }
    }

    /// Skips `text` if it comes next.
    pub(crate) fn eat(&mut self, text: &str) -> bool {
        let is_next = self.rest().starts_with(text);
        self.offset += if is_next { text.len() } else { 0 };
        is_next
    }

    pub(crate) fn end(&self) -> Result<(), TurnError> {
        if self.rest().is_empty() { Ok(()) } else { Err(self.error("the end of the line")) }
    }

    pub(crate) fn cell(&mut self) -> Result<Cell, TurnError> {
        let name: String = self.rest().chars().take_while(char::is_ascii_alphanumeric).collect();
        let cell = name.parse().ok().filter(|cell: &Cell| {
            self.size.has_column(cell.column) && cell.row < self.size.height()
        });
        let cell = cell.ok_or_else(|| self.error("a cell of the board such as d3"))?;
        self.offset += name.len();
        Ok(cell)
    }

    pub(crate) fn turn(&mut self, depth: usize) -> Result<Turn, TurnError> {
        let cell = self.cell()?;
        if self.eat("!") {
            return Ok(Turn::Finish(cell));
        }
        if depth >= MAX_DEPTH {
            return Err(self.error("!, since no game is that long"));
        }
        if !self.eat("(") {
            return Err(self.error("( with the answers, or !"));
        }
        let (named, follow) = self.answers(depth + 1, |reader, depth| {
            if reader.eat(":") { reader.turn(depth) } else { Err(reader.error(": and a turn")) }
        })?;
        Ok(Turn::Play(cell, Answers { named, follow }))
    }

    /// Replies, each with what `read` reads after it, and a rule, up to the closing parenthesis.
    pub(crate) fn answers<T>(
        &mut self,
        depth: usize,
        read: impl Fn(&mut Self, usize) -> Result<T, TurnError>,
    ) -> Result<Replies<T>, TurnError> {
        let mut named = Vec::new();
        while !self.eat(")") {
            if !named.is_empty() && !self.eat(" ") {
                return Err(self.error("a space or )"));
            }
            if self.eat("*") {
                return Ok((named, Some(self.follow()?)));
            }
            let reply = self.cell()?;
            named.push((reply, read(self, depth)?));
        }
        Ok((named, None))
    }

    /// A rule after its star, and the closing parenthesis.
    fn follow(&mut self) -> Result<Follow, TurnError> {
        let mut follow = Follow { double_threats: self.eat(" double"), ..Follow::default() };
        while !self.eat(")") {
            if self.eat(" else:") {
                follow.spare = self.columns()?;
                return if self.eat(")") { Ok(follow) } else { Err(self.error(")")) };
            }
            if !self.eat(" ") {
                return Err(self.error("a space or )"));
            }
            let one = self.cell()?;
            if !self.eat("-") {
                return Err(self.error("- and the other cell of the pair"));
            }
            follow.pairs.push((one, self.cell()?));
        }
        Ok(follow)
    }

    fn columns(&mut self) -> Result<Vec<Column>, TurnError> {
        let mut columns = Vec::new();
        let size = self.size;
        let column = |letter| size.columns().find(|column| column.letter() == letter);
        while let Some(column) = self.rest().chars().next().and_then(column) {
            columns.push(column);
            self.offset += 1;
        }
        if columns.is_empty() { Err(self.error("columns by their letters")) } else { Ok(columns) }
    }
}
