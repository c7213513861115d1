//! Progress of pupils who play and learn: what each has done, once.

use rusqlite::Row;

use super::Store;
use super::pupils::{self, Pupil};

/// The maximum number of things that are stored for a pupil.
const MAX_DONE: i64 = 2000;

/// The largest number of each kind of thing: daily puzzles have numbers of up to nine digits.
const KINDS: [(&str, u32); 3] = [("exercise", 9_999), ("puzzle", 999_999_999), ("level", 10)];

/// The largest number of a thing of this kind; `None` if there is no such kind.
pub(crate) fn most(what: &str) -> Option<u32> {
    KINDS.iter().find(|(kind, _)| *kind == what).map(|&(_, most)| most)
}

/// The progress of a pupil.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Progress {
    pub(crate) pupil: Pupil,
    pub(crate) n_exercises: u32,
    pub(crate) n_puzzles: u32,
    /// The highest level beaten.
    pub(crate) level: Option<u8>,
}

impl Store {
    /// Stores a thing that a pupil has done, once, and while there is room.
    pub(crate) fn done(&mut self, pupil: i64, what: &str, number: u32) -> rusqlite::Result<()> {
        let insert = "INSERT OR IGNORE INTO done (pupil, what, number) SELECT ?1, ?2, ?3
             WHERE (SELECT COUNT(*) FROM done WHERE pupil = ?1) < ?4";
        let row = (pupil, what, number, MAX_DONE);
        let is_new = self.write(|connection| connection.execute(insert, row))? > 0;
        if is_new { self.visit() } else { Ok(()) }
    }

    /// The progress of all admitted pupils, by nickname.
    pub(crate) fn progress(&self) -> rusqlite::Result<Vec<Progress>> {
        let query = format!(
            "SELECT {}, COUNT(1) FILTER (WHERE what = 'exercise'), COUNT(1) FILTER (WHERE what = 'puzzle'),
                 MAX(number) FILTER (WHERE what = 'level')
             FROM pupil LEFT JOIN done ON done.pupil = pupil.id
             WHERE is_admitted GROUP BY id",
            pupils::COLUMNS
        );
        let read = |row: &Row<'_>| {
            Ok(Progress {
                pupil: pupils::read(row)?,
                n_exercises: row.get(5)?,
                n_puzzles: row.get(6)?,
                level: row.get(7)?,
            })
        };
        let mut query = self.connection.prepare_cached(&query)?;
        let mut progress =
            query.query_map([], read)?.collect::<rusqlite::Result<Vec<Progress>>>()?;
        progress.sort_by_cached_key(|row| row.pupil.shown().to_lowercase());
        Ok(progress)
    }
}
