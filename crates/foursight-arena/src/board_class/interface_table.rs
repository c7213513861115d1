//! The table `[class]` of a rubric: how a board class is called.

use serde::Deserialize;

use super::interface::{BoardInterface, RowNumbers};
use super::reply::Value;
use super::signature::{Argument, Signature};

/// The methods that a class must have, as its teacher writes them; omitted ones are as in the default rubric.
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
