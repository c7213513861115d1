//! The values that a row can be labeled with.

use std::fmt;
use std::str::FromStr;

/// A value of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The score, for the side to move.
    Score,
    /// The score of each column, nothing for a full column.
    Scores,
    /// `win`, `draw` or `loss`, for the side to move.
    Verdict,
    /// The best columns, counted from 0.
    Best,
    /// The number of moves that the winner still has to play; nothing for a draw.
    Distance,
    /// The idea of the reason, such as `odd threat`, if there is one.
    Idea,
    /// The canonical key, which a position shares with its mirror image only.
    Key,
}

impl Value {
    /// All values.
    pub const ALL: [Self; 7] = [
        Self::Score,
        Self::Scores,
        Self::Verdict,
        Self::Best,
        Self::Distance,
        Self::Idea,
        Self::Key,
    ];

    /// The name of the value's column.
    pub fn name(self) -> &'static str {
        ["score", "scores", "verdict", "best", "distance", "idea", "key"][self as usize]
    }
}

impl FromStr for Value {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|value| value.name() == name);
        found.ok_or_else(|| {
            format!(
                "unknown value {name:?}; choose from score, scores, verdict, best, distance, idea and key"
            )
        })
    }
}

/// A value of one row. Its text is a CSV cell's: nothing, a number, or a list with spaces, where -1000 stands for a full
/// column, as in the answers of Pons's solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// The row has no such value.
    Nothing,
    /// A score or a number of moves.
    Number(i16),
    /// Scores, or columns.
    Numbers(Vec<Option<i16>>),
    /// A canonical key.
    Key(u128),
    /// A word or two.
    Word(&'static str),
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => Ok(()),
            Self::Number(number) => number.fmt(f),
            Self::Key(key) => key.fmt(f),
            Self::Word(word) => word.fmt(f),
            Self::Numbers(numbers) => {
                for (place, number) in numbers.iter().enumerate() {
                    f.write_str(if place == 0 { "" } else { " " })?;
                    match number {
                        Some(number) => number.fmt(f)?,
                        None => f.write_str("-1000")?,
                    }
                }
                Ok(())
            }
        }
    }
}
