//! Marks: a version's points for each criterion of a rubric.

use std::collections::HashMap;

use serde::Deserialize;

use super::{Store, unreadable};

/// The marks of a version, as `foursight arena grade --format json` prints them.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Marks {
    pub(crate) points: f64,
    /// The points of the whole rubric.
    pub(crate) of: f64,
    pub(crate) criteria: Vec<Criterion>,
    /// The feedback for its author.
    pub(crate) feedback: String,
}

/// The points of a version for a criterion.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Criterion {
    pub(crate) title: String,
    pub(crate) points: f64,
    pub(crate) of: f64,
}

impl Store {
    /// The marks of all versions against the rubric with this key.
    pub(crate) fn marks(&self, rubric: &str) -> rusqlite::Result<HashMap<i64, Marks>> {
        let query = "SELECT version, marks FROM mark WHERE rubric = ?";
        let read = |row: &rusqlite::Row<'_>| {
            let marks: String = row.get(1)?;
            let marks = serde_json::from_str(&marks).map_err(|error| unreadable("marks", &error));
            Ok((row.get(0)?, marks?))
        };
        self.connection.prepare_cached(query)?.query_map([rubric], read)?.collect()
    }

    /// Stores the marks of a version, unless it has been removed.
    pub(crate) fn save_marks(
        &mut self,
        version: i64,
        rubric: &str,
        marks: &str,
    ) -> rusqlite::Result<()> {
        let insert = "INSERT OR REPLACE INTO mark (version, rubric, marks)
             SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM version WHERE id = ?1)";
        self.write(|connection| connection.execute(insert, (version, rubric, marks)))?;
        Ok(())
    }
}
