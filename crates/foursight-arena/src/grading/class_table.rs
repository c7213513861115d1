//! The table `[class]` of a rubric: how a board class is called.

use serde::Deserialize;

use crate::{Argument, ClassRules, RowNumbers, Signature, Value};

/// The methods that a class must have; omitted ones are as in the default rubric.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct ClassTable {
    new: Option<String>,
    drop: Option<String>,
    /// `""` for a class that does not show its cells.
    cell: Option<String>,
    winner: Option<String>,
    full: Option<String>,
    players: Option<[Name; 2]>,
    empty: Option<Name>,
    first_column: Option<i64>,
    lowest_row: Option<i64>,
    highest_row: Option<i64>,
}

/// A class's name for a player.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected a whole number or a string")]
enum Name {
    Number(i64),
    Text(String),
}

impl From<Name> for Value {
    fn from(name: Name) -> Self {
        match name {
            Name::Number(number) => Self::Number(number),
            Name::Text(text) => Self::Text(text),
        }
    }
}

impl ClassTable {
    /// The rules; the error says what is wrong and what would be right.
    pub(crate) fn rules(self) -> Result<ClassRules, String> {
        let default = ClassRules::default();
        let rows = match (self.lowest_row, self.highest_row) {
            (Some(_), Some(_)) => {
                return Err("[class]: give either lowest-row, if rows are numbered upward, or highest-row, if they are numbered downward".to_owned());
            }
            (Some(lowest), None) => RowNumbers::Upwards(lowest),
            (None, Some(highest)) => RowNumbers::Downwards(highest),
            (None, None) => default.rows,
        };
        let cell = match self.cell.as_deref() {
            Some("") => None,
            cell => read("cell", cell, default.cell)?,
        };
        let rules = ClassRules {
            new: read("new", self.new.as_deref(), Some(default.new.clone()))?
                .unwrap_or(default.new),
            drop: read("drop", self.drop.as_deref(), Some(default.drop.clone()))?
                .unwrap_or(default.drop),
            cell,
            winner: read("winner", self.winner.as_deref(), Some(default.winner.clone()))?
                .unwrap_or(default.winner),
            full: read("full", self.full.as_deref(), Some(default.full.clone()))?
                .unwrap_or(default.full),
            players: self.players.map_or(default.players, |players| players.map(Value::from)),
            empty: self.empty.map_or(default.empty, Value::from),
            first_column: self.first_column.unwrap_or(default.first_column),
            rows,
        };
        checked(rules)
    }
}

fn read(
    role: &str,
    text: Option<&str>,
    default: Option<Signature>,
) -> Result<Option<Signature>, String> {
    match text {
        None => Ok(default),
        Some(text) => {
            text.parse().map(Some).map_err(|error: String| format!("[class] {role}: {error}"))
        }
    }
}

/// Refuses calls that could not work.
fn checked(rules: ClassRules) -> Result<ClassRules, String> {
    if !rules.drop.arguments.contains(&Argument::Column) {
        return Err(format!(
            "[class] drop: {} has no column argument; write, for example, drop(column, player)",
            rules.drop
        ));
    }
    let cell = rules.cell.iter().find(|cell| {
        !cell.arguments.contains(&Argument::Column) || !cell.arguments.contains(&Argument::Row)
    });
    if let Some(cell) = cell {
        return Err(format!(
            "[class] cell: {cell} needs a column and a row, as in cell(column, row)"
        ));
    }
    if rules.players[0] == rules.players[1] || rules.players.contains(&rules.empty) {
        return Err("[class] players and empty must be three different values".to_owned());
    }
    Ok(rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str) -> Result<ClassRules, String> {
        toml::from_str::<ClassTable>(text).map_err(|error| error.to_string())?.rules()
    }

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
            let error = rules(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
