//! Errors in a position's text, with their location.

use alloc::string::String;
use core::fmt;

use super::Notation;
use crate::record::{GameFileError, RecordError};
use crate::size::SizeError;
use crate::{AnySize, Cell, Column, PlayError, PositionError, Size, counted};

/// The first wrong move in a list, and the error in it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MovesError {
    /// The wrong move, counted from 1.
    pub number: usize,
    /// The error in it.
    pub cause: MoveError,
}

/// An error in a move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveError {
    /// This character does not name a column of the board.
    Symbol {
        /// The character.
        symbol: char,
        /// The number of columns.
        width: usize,
    },
    /// This word is not a column.
    Word {
        /// The word.
        word: String,
        /// The number of columns.
        width: usize,
    },
    /// A disc in this column does not land on the cell of the move.
    Lands {
        /// The cell of the move.
        cell: Cell,
        /// The cell where the disc lands.
        lands: Cell,
    },
    /// This word is not a zero-based column.
    Number {
        /// The word.
        word: String,
        /// The number of columns.
        width: usize,
    },
    /// The move is illegal.
    Play(PlayError),
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
            Self::Word { word, width } => {
                let last = Column::new(width - 1);
                write!(f, "{word:?} is not a column from 1 to {last} or a to {}", last.letter())
            }
            Self::Lands { cell, lands } => {
                write!(
                    f,
                    "a disc in column {} lands on {lands}, not on {cell}",
                    cell.column.letter()
                )
            }
            Self::Number { word, width } => {
                write!(f, "{word:?} is not a column from 0 to {}", width - 1)
            }
            Self::Play(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for MovesError {}

/// An error in a grid, and its location.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GridError {
    /// The row, counted from 1 at the top; 0 for the grid as a whole.
    pub row: usize,
    /// The cell in the row, counted from 1 at the left; `None` for the row as a whole.
    pub cell: Option<usize>,
    /// The error there.
    pub kind: GridErrorKind,
}

/// An error in a grid, without its location.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GridErrorKind {
    /// A text that is not a cell in this notation.
    Cell {
        /// The text of the cell.
        found: String,
        /// The valid cells.
        expected: &'static str,
    },
    /// A row is longer or shorter than the first.
    RowLength {
        /// Number of cells in the row.
        found: usize,
        /// Number of cells in the first row.
        expected: usize,
    },
    /// A list does not have one entry for each cell.
    Length {
        /// Number of entries in the list.
        found: usize,
        /// Number of cells on the board.
        expected: usize,
    },
    /// More than two kinds of discs.
    ThreeLetters(char),
    /// Two unknown letters with equally many discs: either player may have moved first.
    Undecided(char, char),
    /// A missing bracket.
    Brackets,
    /// Neither a board nor moves.
    NoBoard,
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
                write!(f, "{}, but the first row has {expected}", counted(*found, "cell"))
            }
            GridErrorKind::Length { found, expected } => {
                write!(f, "{}, but the board has {expected}", counted(*found, "cell"))
            }
            GridErrorKind::ThreeLetters(letter) => {
                write!(f, "{letter:?} is a third kind of disc; a grid has two")
            }
            GridErrorKind::Undecided(a, b) => write!(
                f,
                "{a:?} or {b:?} may have moved first; write X for red, who moves first, and O for \
                 yellow"
            ),
            GridErrorKind::NoBoard => f.write_str("this is neither a board nor moves"),
            GridErrorKind::Brackets => f.write_str("the brackets do not match"),
            GridErrorKind::Size(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for GridError {}

/// An error in the grid as a whole.
impl From<GridErrorKind> for GridError {
    fn from(kind: GridErrorKind) -> Self {
        Self { row: 0, cell: None, kind }
    }
}

/// The reason why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotationError {
    /// A list of moves is wrong.
    Moves(MovesError),
    /// A grid cannot be read.
    Grid(GridError),
    /// The discs are not a position.
    Position(PositionError),
    /// There is no such board size.
    Size(SizeError),
    /// The text shows a board of this size, and another is expected.
    OtherBoard(AnySize),
    /// A list of columns that may count from 0 or from 1, with the move strings of both.
    From0Or1(String, String),
    /// A game file cannot be read.
    GameFile(GameFileError),
    /// A game of a game file is wrong.
    Record(RecordError),
    /// A game file has this number of games, where one position is expected.
    Games(usize),
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moves(error) => error.fmt(f),
            Self::Grid(error) => error.fmt(f),
            Self::Position(error) => error.fmt(f),
            Self::Size(error) => error.fmt(f),
            Self::OtherBoard(size) => write!(
                f,
                "the position is on another board: {size}, where {} discs in a row win",
                size.connect()
            ),
            Self::GameFile(error) => error.fmt(f),
            Self::Record(error) => error.fmt(f),
            Self::Games(n) => write!(f, "these are {n} games, and only one is taken"),
            Self::From0Or1(from_0, from_1) => write!(
                f,
                "these columns may count from 0 (moves {from_0}) or from 1 (moves {from_1}): name \
                 the format zero-based, or leave the brackets out"
            ),
        }
    }
}

impl core::error::Error for NotationError {}

macro_rules! from {
    ($($variant:ident($error:ty)),*) => {$(
        impl From<$error> for NotationError {
            fn from(error: $error) -> Self {
                Self::$variant(error)
            }
        }
    )*};
}

from!(Moves(MovesError), Grid(GridError), Position(PositionError), Size(SizeError));
from!(GameFile(GameFileError), Record(RecordError));

/// The reason why a position has no moves to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMoveOrder {
    /// No sequence of moves leads to it, so no game does.
    Unreachable,
    /// The search for a sequence of moves reached its limit; there may be one.
    GaveUp,
}

impl fmt::Display for NoMoveOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unreachable => "no sequence of moves leads to this position",
            Self::GaveUp => {
                "gave up the search for moves that lead to this position; there may be some"
            }
        })
    }
}

impl core::error::Error for NoMoveOrder {}

/// The text does not name a notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownNotation(pub(super) String);

impl fmt::Display for UnknownNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Notation::ALL.map(Notation::name).join(", ");
        write!(f, "{:?} is not a notation; the notations are {names}", self.0)
    }
}

impl core::error::Error for UnknownNotation {}
