//! What can be wrong with the text of a position, and where.

use alloc::string::String;
use core::fmt;

use super::Notation;
use crate::size::SizeError;
use crate::{Column, PlayError, PositionError};

/// Why a list of moves leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MovesError {
    /// Which move is wrong, counted from 1.
    pub number: usize,
    /// What is wrong with it.
    pub cause: MoveError,
}

/// What is wrong with a move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveError {
    /// This character is not a column of a board of this width.
    Symbol {
        /// The character.
        symbol: char,
        /// The number of columns.
        width: usize,
    },
    /// This is not a zero-based number of a column.
    Number {
        /// What stands there.
        word: String,
        /// The number of columns.
        width: usize,
    },
    /// This zero-based index is not a column of a board of this width.
    Index {
        /// The index.
        index: usize,
        /// The number of columns.
        width: usize,
    },
    /// The rules forbid it.
    Play(PlayError),
}

impl From<PlayError> for MoveError {
    fn from(error: PlayError) -> Self {
        Self::Play(error)
    }
}

impl fmt::Display for MovesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}: {}", self.number, self.cause)
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Symbol { symbol, width } => {
                let last = Column::new(width - 1);
                write!(f, "{symbol:?} is not a column from 1 to {last}")
            }
            Self::Number { word, width } => {
                write!(f, "{word:?} is not a column from 0 to {}", width - 1)
            }
            Self::Index { index, width } => {
                write!(f, "{index} is not a column from 0 to {}", width - 1)
            }
            Self::Play(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for MovesError {}

/// What in a grid cannot be read, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GridError {
    /// The row, counted from 1 at the top; 0 if the grid as a whole is meant.
    pub row: usize,
    /// The cell in the row, counted from 1 at the left, if one is meant.
    pub cell: Option<usize>,
    /// What is wrong there.
    pub kind: GridErrorKind,
}

/// What is wrong with a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GridErrorKind {
    /// What stands there is not a cell of the notation, which would be one of `expected`.
    Cell {
        /// What stands there.
        found: String,
        /// What can stand there.
        expected: &'static str,
    },
    /// A row is longer or shorter than the first.
    RowLength {
        /// The cells of the row.
        found: usize,
        /// The cells of the first row.
        expected: usize,
    },
    /// A list has not one entry for each cell.
    Length {
        /// The entries of the list.
        found: usize,
        /// The cells of the board.
        expected: usize,
    },
    /// There are more than two kinds of discs.
    ThreeLetters(char),
    /// Two unknown letters of which there are equally many: either can be the first player.
    Undecided(char, char),
    /// A bracket is missing.
    Brackets,
    /// No board has this size.
    Size(SizeError),
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.row, self.cell) {
            (0, _) => {}
            (row, None) => write!(f, "row {row}: ")?,
            (row, Some(cell)) => write!(f, "row {row}, cell {cell}: ")?,
        }
        match &self.kind {
            GridErrorKind::Cell { found, expected } => {
                write!(f, "{found:?} is not a cell; expected {expected}")
            }
            GridErrorKind::RowLength { found, expected } => {
                write!(f, "{found} cells, but the first row has {expected}")
            }
            GridErrorKind::Length { found, expected } => {
                write!(f, "{found} cells, but the board has {expected}")
            }
            GridErrorKind::ThreeLetters(letter) => {
                write!(f, "{letter:?} is a third kind of disc; a grid has two")
            }
            GridErrorKind::Undecided(a, b) => write!(
                f,
                "either of {a:?} and {b:?} can be the first player; write X for the first and O \
                 for the second"
            ),
            GridErrorKind::Brackets => f.write_str("the brackets do not match"),
            GridErrorKind::Size(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for GridError {}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotationError {
    /// A list of moves is wrong.
    Moves(MovesError),
    /// A grid cannot be read.
    Grid(GridError),
    /// The discs cannot stand so.
    Position(PositionError),
    /// There is no such board.
    Size(SizeError),
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moves(error) => error.fmt(f),
            Self::Grid(error) => error.fmt(f),
            Self::Position(error) => error.fmt(f),
            Self::Size(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for NotationError {}

impl From<MovesError> for NotationError {
    fn from(error: MovesError) -> Self {
        Self::Moves(error)
    }
}

impl From<GridError> for NotationError {
    fn from(error: GridError) -> Self {
        Self::Grid(error)
    }
}

impl From<PositionError> for NotationError {
    fn from(error: PositionError) -> Self {
        Self::Position(error)
    }
}

impl From<SizeError> for NotationError {
    fn from(error: SizeError) -> Self {
        Self::Size(error)
    }
}

/// No order of moves was found that leads to a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NoMoveOrder;

impl fmt::Display for NoMoveOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no order of moves leads to this position")
    }
}

impl core::error::Error for NoMoveOrder {}

/// This name is not one of a notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownNotation(pub(super) String);

impl fmt::Display for UnknownNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Notation::ALL.map(Notation::name).join(", ");
        write!(f, "{:?} is not a notation; there are {names}", self.0)
    }
}

impl core::error::Error for UnknownNotation {}
