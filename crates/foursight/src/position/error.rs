//! Reasons why a move is illegal, or an arrangement of discs is not a position.

use core::fmt;

use crate::{AnySize, Column, Outcome, Player, counted};

/// The reason why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayError {
    /// The column is full.
    ColumnFull(Column),
    /// The board is not that wide.
    NoSuchColumn {
        /// The column of the move.
        column: Column,
        /// The number of columns of the board.
        width: usize,
    },
    /// The game has ended.
    GameOver(Outcome),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ColumnFull(column) => write!(f, "column {} is full", column.letter()),
            Self::NoSuchColumn { column, width } => {
                let (column, last) = (column.letter(), Column::new(width - 1).letter());
                write!(f, "there is no column {column}; the board has columns a to {last}")
            }
            Self::GameOver(outcome) => write!(f, "the game is over: {outcome}"),
        }
    }
}

impl core::error::Error for PlayError {}

/// The reason why an arrangement of discs is not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionError {
    /// The grid's size differs from the board's.
    Size {
        /// The size of the grid.
        found: AnySize,
        /// The size of the board.
        expected: AnySize,
    },
    /// A disc has an empty cell below it.
    Floating {
        /// The row of the grid, counted from 0 at the top.
        row: usize,
        /// The column.
        column: Column,
    },
    /// The numbers of discs differ, other than by one extra disc of the first player.
    Counts {
        /// Discs of the first player.
        first: usize,
        /// Discs of the second player.
        second: usize,
    },
    /// Both players have a line.
    TwoWinners,
    /// This player has a line, but the other player has moved since.
    PlayedOn(Player),
    /// No single last disc can have completed all lines of this player.
    SplitLines(Player),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Size { found, expected } => {
                write!(f, "the grid is {found}, but the board is {expected}")
            }
            Self::Floating { row, column } => {
                write!(f, "row {}, cell {}: a disc floats", row + 1, column.index() + 1)
            }
            Self::Counts { first, second } => {
                let more = if first > second { Player::First } else { Player::Second };
                let discs = counted(first.abs_diff(second), "more disc");
                write!(f, "{more} has {discs} than {}", more.other())
            }
            Self::TwoWinners => f.write_str("both players have a line"),
            Self::PlayedOn(player) => {
                write!(f, "{player} has a line, but {} has moved since", player.other())
            }
            Self::SplitLines(player) => {
                write!(f, "{player} has lines that no single disc can have completed")
            }
        }
    }
}

impl core::error::Error for PositionError {}
