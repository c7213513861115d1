//! The methods that a board class offers, and its names for columns, rows and players.

use foursight::Player;
use serde::Deserialize;

use super::reply::{Reply, Value};
use super::signature::{Argument, Signature};

/// The width and height of the board in all cases.
const SIZE: [i64; 2] = [7, 6];

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

/// The table `[class]` of a rubric: the methods that a class must have, as its teacher writes them; omitted ones are as in
/// the default rubric.
#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct InterfaceTable {
    new: String,
    drop: String,
    /// `""` for a class that does not show its cells.
    cell: String,
    winner: String,
    full: String,
    players: [Value; 2],
    empty: Value,
    first_column: i64,
    lowest_row: Option<i64>,
    highest_row: Option<i64>,
}

/// Snake case, as in a Python class whose `drop` takes the player as well as the column.
impl Default for InterfaceTable {
    fn default() -> Self {
        Self {
            new: "Board()".to_owned(),
            drop: "drop(column, player)".to_owned(),
            cell: "cell(column, row)".to_owned(),
            winner: "winner()".to_owned(),
            full: "is_full()".to_owned(),
            players: [Value::Number(1), Value::Number(2)],
            empty: Value::Number(0),
            first_column: 0,
            lowest_row: None,
            highest_row: None,
        }
    }
}

impl InterfaceTable {
    /// The interface; the error says what is wrong and what would be right.
    pub(crate) fn interface(self) -> Result<BoardInterface, String> {
        let rows = match (self.lowest_row, self.highest_row) {
            (Some(_), Some(_)) => {
                return Err("[class]: give either lowest-row, if rows are numbered upward, or highest-row, if they are numbered downward".to_owned());
            }
            (lowest, None) => RowNumbers::Upwards(lowest.unwrap_or(0)),
            (None, Some(highest)) => RowNumbers::Downwards(highest),
        };
        let read = |role: &str, text: &str| -> Result<Signature, String> {
            text.parse().map_err(|error| format!("[class] {role}: {error}"))
        };
        checked(BoardInterface {
            new: read("new", &self.new)?,
            drop: read("drop", &self.drop)?,
            cell: match &*self.cell {
                "" => None,
                cell => Some(read("cell", cell)?),
            },
            winner: read("winner", &self.winner)?,
            full: read("full", &self.full)?,
            players: self.players,
            empty: self.empty,
            first_column: self.first_column,
            rows,
        })
    }
}

/// Refuses calls that could not work.
fn checked(interface: BoardInterface) -> Result<BoardInterface, String> {
    let BoardInterface { drop, cell, players, empty, .. } = &interface;
    if !drop.arguments.contains(&Argument::Column) {
        return Err(format!(
            "[class] drop: {drop} has no column argument; write, for example, drop(column, player)"
        ));
    }
    let is_placed = |cell: &Signature| {
        [Argument::Column, Argument::Row].iter().all(|argument| cell.arguments.contains(argument))
    };
    if let Some(cell) = cell.as_ref().filter(|cell| !is_placed(cell)) {
        return Err(format!(
            "[class] cell: {cell} needs a column and a row, as in cell(column, row)"
        ));
    }
    if players[0] == players[1] || players.contains(empty) {
        return Err("[class] players and empty must be three different values".to_owned());
    }
    Ok(interface)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_classes_say_what_would_be_right() {
        for (text, expected) in [
            ("drop = \"drop\"", "[class] drop: \"drop\" is not a call"),
            ("drop = \"drop(player)\"", "has no column argument"),
            ("cell = \"cell(column)\"", "needs a column and a row"),
            ("players = [1, 1]", "three different values"),
            ("lowest-row = 0\nhighest-row = 5", "give either"),
            ("players = [true, 1]", "expected a whole number or a string"),
            ("place = \"x\"", "unknown field `place`"),
        ] {
            let table = toml::from_str::<InterfaceTable>(text).map_err(|error| error.to_string());
            let error = table.and_then(InterfaceTable::interface).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
