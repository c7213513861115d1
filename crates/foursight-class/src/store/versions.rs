//! Versions, a pupil's uploads one after the other, and their marks.

use std::collections::HashMap;

use rusqlite::{OptionalExtension, Row};
use serde::Deserialize;
use strum::{EnumString, IntoStaticStr};

use super::{Store, now, unreadable};

/// An upload of a pupil.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Version {
    pub(crate) id: i64,
    pub(crate) pupil: i64,
    /// The number of the version among the pupil's versions, from 1.
    pub(crate) number: i64,
    /// The name of the file that was uploaded.
    pub(crate) name: String,
    /// The name of its folder among the uploads.
    pub(crate) folder: String,
    pub(crate) uploaded_at: i64,
    pub(crate) state: VersionState,
    /// The report of the check, or the reason why the version is benched.
    pub(crate) report: String,
    pub(crate) n_games: i64,
    pub(crate) cost_ms: i64,
    pub(crate) last_played: i64,
}

/// The state of a version: whether it may play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub(crate) enum VersionState {
    /// The version is waiting for its check.
    #[default]
    Waiting,
    /// The version has passed its check.
    Fit,
    /// The version has failed its check.
    Unfit,
    /// The version has lost too many games in a row through faults.
    Benched,
}

impl VersionState {
    pub(crate) fn name(self) -> &'static str {
        self.into()
    }
}

const COLUMNS: &str =
    "id, pupil, number, name, folder, uploaded_at, state, report, n_games, cost_ms, last_played";

fn read(row: &Row<'_>) -> rusqlite::Result<Version> {
    let state: String = row.get(6)?;
    Ok(Version {
        id: row.get(0)?,
        pupil: row.get(1)?,
        number: row.get(2)?,
        name: row.get(3)?,
        folder: row.get(4)?,
        uploaded_at: row.get(5)?,
        state: state.parse().unwrap_or(VersionState::Unfit),
        report: row.get(7)?,
        n_games: row.get(8)?,
        cost_ms: row.get(9)?,
        last_played: row.get(10)?,
    })
}

impl Store {
    fn versions_where(&self, condition: &str, id: i64) -> rusqlite::Result<Vec<Version>> {
        let query = format!("SELECT {COLUMNS} FROM version WHERE {condition} ORDER BY id");
        self.connection.prepare_cached(&query)?.query_map([id], read)?.collect()
    }

    pub(crate) fn version(&self, id: i64) -> rusqlite::Result<Option<Version>> {
        Ok(self.versions_where("id = ?", id)?.pop())
    }

    /// All versions of a pupil, oldest first.
    pub(crate) fn versions_of(&self, pupil: i64) -> rusqlite::Result<Vec<Version>> {
        self.versions_where("pupil = ?", pupil)
    }

    /// The versions that are waiting for their check, oldest first.
    pub(crate) fn waiting(&self) -> rusqlite::Result<Vec<Version>> {
        self.versions_where("state = 'waiting' AND id > ?", 0)
    }

    /// The versions that take part: the current one of each admitted pupil.
    pub(crate) fn current(&self) -> rusqlite::Result<Vec<Version>> {
        self.versions_where("id > ? AND id IN (SELECT current FROM pupil WHERE is_admitted)", 0)
    }

    /// The folders of all versions and final tournaments.
    pub(crate) fn folders(&self) -> rusqlite::Result<Vec<String>> {
        let all = "SELECT folder FROM version UNION ALL SELECT folder FROM final";
        let mut query = self.connection.prepare(all)?;
        query.query_map([], |row| row.get(0))?.collect()
    }

    /// Stores a pupil's upload; an earlier version that is still waiting is skipped.
    pub(crate) fn hand_in(&mut self, pupil: i64, name: &str, folder: &str) -> rusqlite::Result<()> {
        self.write(|connection| {
            let pass = "UPDATE version SET state = 'unfit', report = 'a newer version was handed in before its check'
                 WHERE pupil = ? AND state = 'waiting'";
            connection.execute(pass, [pupil])?;
            let last = "SELECT COALESCE(MAX(number), 0) FROM version WHERE pupil = ?";
            let last: i64 = connection.query_row(last, [pupil], |row| row.get(0))?;
            let insert = "INSERT INTO version (pupil, number, name, folder, uploaded_at, state)
                 VALUES (?, ?, ?, ?, ?, 'waiting')";
            connection.execute(insert, (pupil, last + 1, name, folder, now()))?;
            Ok(())
        })
    }

    /// Stores the result of a check, unless the version is no longer waiting. A version that passed becomes the active
    /// one.
    pub(crate) fn checked(&mut self, id: i64, is_fit: bool, report: &str) -> rusqlite::Result<()> {
        let state = if is_fit { VersionState::Fit } else { VersionState::Unfit };
        self.write(|connection| {
            let note = "UPDATE version SET state = ?, report = ? WHERE id = ? AND state = 'waiting'";
            let n_noted = connection.execute(note, (state.name(), report, id))?;
            if is_fit && n_noted > 0 {
                let play = "UPDATE pupil SET current = ?1 WHERE id = (SELECT pupil FROM version WHERE id = ?1)";
                connection.execute(play, [id])?;
            }
            Ok(())
        })
    }

    /// Makes a pupil's version active if it has passed its check; a benched one gets another chance. Returns whether
    /// there is such a version.
    pub(crate) fn play_version(&mut self, pupil: i64, id: i64) -> rusqlite::Result<bool> {
        self.write(|connection| {
            let fit = "UPDATE version SET state = 'fit', faults_in_row = 0
                 WHERE id = ? AND pupil = ? AND state IN ('fit', 'benched')";
            if connection.execute(fit, (id, pupil))? == 0 {
                return Ok(false);
            }
            connection.execute("UPDATE pupil SET current = ? WHERE id = ?", (id, pupil))?;
            Ok(true)
        })
    }

    /// Removes a version of a pupil with its games, unless it is the active one; returns its folder.
    pub(crate) fn remove_version(
        &mut self,
        pupil: i64,
        id: i64,
    ) -> rusqlite::Result<Option<String>> {
        self.write(|connection| {
            let delete = "DELETE FROM version WHERE id = ?1 AND pupil = ?2
                 AND NOT EXISTS (SELECT 1 FROM pupil WHERE current = ?1) RETURNING folder";
            let folder = connection.query_row(delete, (id, pupil), |row| row.get(0)).optional()?;
            if folder.is_some() {
                let games = "DELETE FROM pair WHERE first = ?1 OR second = ?1";
                connection.execute(games, [id])?;
            }
            Ok(folder)
        })
    }

    /// The author of a version.
    pub(crate) fn author(&self, version: i64) -> rusqlite::Result<Option<i64>> {
        let query = "SELECT pupil FROM version WHERE id = ?";
        self.connection.prepare_cached(query)?.query_row([version], |row| row.get(0)).optional()
    }
}

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
        let read = |row: &Row<'_>| {
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
