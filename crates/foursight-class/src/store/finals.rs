//! Final tournaments: all bots play once more, outside the ladder.

use rusqlite::{OptionalExtension, Row};
use strum::{EnumString, IntoStaticStr};

use super::{Store, now};

/// A final tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Final {
    pub(crate) id: i64,
    /// The name of its folder in the folder of final tournaments.
    pub(crate) folder: String,
    /// The name of its format, for people.
    pub(crate) form: String,
    /// The players and rules of the tournament, as `foursight arena run` reads them.
    pub(crate) class_file: String,
    pub(crate) started_at: i64,
    pub(crate) state: FinalState,
    /// The reason why the tournament has stopped, if nobody stopped it.
    pub(crate) trouble: String,
}

/// The state of a final tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub(crate) enum FinalState {
    Running,
    Ended,
    Stopped,
}

fn read(row: &Row<'_>) -> rusqlite::Result<Final> {
    let state: String = row.get(5)?;
    Ok(Final {
        id: row.get(0)?,
        folder: row.get(1)?,
        form: row.get(2)?,
        class_file: row.get(3)?,
        started_at: row.get(4)?,
        state: state.parse().unwrap_or(FinalState::Stopped),
        trouble: row.get(6)?,
    })
}

impl Store {
    fn finals_where(&self, condition: &str, id: i64) -> rusqlite::Result<Vec<Final>> {
        let query = format!(
            "SELECT id, folder, form, plan, started_at, state, trouble FROM final WHERE {condition} ORDER BY id"
        );
        self.connection.prepare_cached(&query)?.query_map([id], read)?.collect()
    }

    /// All final tournaments, oldest first.
    pub(crate) fn finals(&self) -> rusqlite::Result<Vec<Final>> {
        self.finals_where("id > ?", 0)
    }

    pub(crate) fn final_with(&self, id: i64) -> rusqlite::Result<Option<Final>> {
        Ok(self.finals_where("id = ?", id)?.pop())
    }

    /// The final tournament that is being played.
    pub(crate) fn running_final(&self) -> rusqlite::Result<Option<Final>> {
        Ok(self.finals_where("state = 'running' AND id > ?", 0)?.pop())
    }

    /// Adds a final tournament, which is running from now on.
    pub(crate) fn add_final(
        &mut self,
        folder: &str,
        form: &str,
        class_file: &str,
    ) -> rusqlite::Result<()> {
        self.write(|connection| {
            let insert = "INSERT INTO final (folder, form, plan, started_at, state) VALUES (?, ?, ?, ?, 'running')";
            connection.execute(insert, (folder, form, class_file, now()))
        })?;
        Ok(())
    }

    /// Stores the new state of a final tournament.
    pub(crate) fn set_final(
        &mut self,
        id: i64,
        state: FinalState,
        trouble: &str,
    ) -> rusqlite::Result<()> {
        let state: &str = state.into();
        let update = "UPDATE final SET state = ?, trouble = ? WHERE id = ?";
        self.write(|connection| connection.execute(update, (state, trouble, id)))?;
        Ok(())
    }

    /// Removes a final tournament; returns its folder.
    pub(crate) fn remove_final(&mut self, id: i64) -> rusqlite::Result<Option<String>> {
        self.write(|connection| {
            let delete = "DELETE FROM final WHERE id = ? RETURNING folder";
            connection.query_row(delete, [id], |row| row.get(0)).optional()
        })
    }
}
