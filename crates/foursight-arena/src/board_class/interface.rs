//! The methods that a board class offers, and its names for columns, rows and players.

use foursight::Player;

use super::reply::{Reply, Value};
use super::signature::{Argument, Signature};

/// The width and height of the board in all cases.
pub(crate) const SIZE: [i64; 2] = [7, 6];

/// The calls that a board class understands, and its names for columns, rows and players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BoardInterface {
    /// Makes an empty board; the name of this call is the name of the class.
    pub(crate) new: Signature,
    /// Drops a disc.
    pub(crate) drop: Signature,
    /// Says what is in a cell.
    pub(crate) cell: Option<Signature>,
    /// Says who has won, or whether a given player has won.
    pub(crate) winner: Signature,
    /// Says whether the board is full.
    pub(crate) full: Signature,
    /// The class's names for the first and the second player.
    pub(crate) players: [Value; 2],
    /// The class's value for "nobody".
    pub(crate) empty: Value,
    /// The number of the left column.
    pub(crate) first_column: i64,
    pub(crate) rows: RowNumbers,
}

/// The numbering of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowNumbers {
    /// The lowest row has this number; the rows above it have the next numbers.
    Upwards(i64),
    /// The highest row has this number; the rows below it have the next numbers.
    Downwards(i64),
}

/// A call with the values of its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Call {
    pub(crate) name: String,
    pub(crate) values: Vec<Value>,
    pub(crate) is_field: bool,
}

impl std::fmt::Display for Call {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let values: Vec<String> = self.values.iter().map(ToString::to_string).collect();
        if self.is_field {
            write!(f, "{}[{}]", self.name, values.join("]["))
        } else {
            write!(f, "{}({})", self.name, values.join(", "))
        }
    }
}

/// The subject of a call: a cell and a player.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Subject {
    pub(crate) column: i64,
    /// The row, counted from 0 at the bottom.
    pub(crate) row: i64,
    pub(crate) player: Option<Player>,
}

impl BoardInterface {
    /// The call that a signature describes, with the arguments for a subject.
    pub(crate) fn call(&self, signature: &Signature, subject: Subject) -> Call {
        let value = |argument: &Argument| match argument {
            Argument::Column => Value::Number(self.first_column + subject.column),
            Argument::Row => Value::Number(match self.rows {
                RowNumbers::Upwards(lowest) => lowest + subject.row,
                RowNumbers::Downwards(highest) => highest + SIZE[1] - 1 - subject.row,
            }),
            Argument::Player => self.name(subject.player),
            Argument::Columns => Value::Number(SIZE[0]),
            Argument::Rows => Value::Number(SIZE[1]),
        };
        Call {
            name: signature.name.clone(),
            values: signature.arguments.iter().map(value).collect(),
            is_field: signature.is_field,
        }
    }

    /// The class's name for a player, or for nobody.
    pub(crate) fn name(&self, player: Option<Player>) -> Value {
        match player {
            None => self.empty.clone(),
            Some(player) => self.players[player].clone(),
        }
    }

    /// Whether a reply means this player, or nobody.
    pub(crate) fn names(&self, reply: &Reply, player: Option<Player>) -> bool {
        reply.is(&self.name(player)) || player.is_none() && reply.is_nothing()
    }
}
