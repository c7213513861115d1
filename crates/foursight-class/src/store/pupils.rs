//! Pupils: their nicknames, the hashes of their secret links, and what those who play and learn have done, each thing once.

use foursight_files::secrets::Secret;
use rusqlite::{Connection, OptionalExtension, Row};

use super::Store;
use crate::nickname::{Nickname, class_code};

/// The maximum number of admitted pupils.
pub(crate) const MAX_PUPILS: usize = 100;

/// A pupil.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pupil {
    pub(crate) id: i64,
    pub(crate) nickname: String,
    /// Whether the class sees a number instead of the nickname.
    pub(crate) is_hidden: bool,
    pub(crate) is_admitted: bool,
    /// The active version.
    pub(crate) current: Option<i64>,
}

/// The columns that [`read`] takes.
const COLUMNS: &str = "id, nickname, is_hidden, is_admitted, current";

fn read(row: &Row<'_>) -> rusqlite::Result<Pupil> {
    Ok(Pupil {
        id: row.get(0)?,
        nickname: row.get(1)?,
        is_hidden: row.get(2)?,
        is_admitted: row.get(3)?,
        current: row.get(4)?,
    })
}

impl Pupil {
    /// The name shown to the class.
    pub(crate) fn shown(&self) -> String {
        if self.is_hidden { format!("Player {}", self.id) } else { self.nickname.clone() }
    }
}

impl Store {
    /// All pupils, in the order in which they joined.
    pub(crate) fn pupils(&self) -> rusqlite::Result<Vec<Pupil>> {
        let query = format!("SELECT {COLUMNS} FROM pupil ORDER BY id");
        self.connection.prepare_cached(&query)?.query_map([], read)?.collect()
    }

    pub(crate) fn pupil(&self, id: i64) -> rusqlite::Result<Option<Pupil>> {
        let query = format!("SELECT {COLUMNS} FROM pupil WHERE id = ?");
        self.connection.prepare_cached(&query)?.query_row([id], read).optional()
    }

    pub(crate) fn pupil_with(&self, secret: &Secret) -> rusqlite::Result<Option<Pupil>> {
        let query = format!("SELECT {COLUMNS} FROM pupil WHERE secret = ?");
        self.connection.prepare_cached(&query)?.query_row([*secret.hash().bytes()], read).optional()
    }

    /// Adds a pupil, unless another one has a nickname that looks the same.
    pub(crate) fn join(
        &mut self,
        nickname: &Nickname,
        secret: &Secret,
        is_admitted: bool,
    ) -> rusqlite::Result<bool> {
        let Nickname { text, look } = nickname;
        let hash = *secret.hash().bytes();
        self.write(|connection| {
            let insert = "INSERT OR IGNORE INTO pupil (nickname, key, secret, is_admitted) VALUES (?, ?, ?, ?)";
            Ok(connection.execute(insert, (text, look, hash, is_admitted))? > 0)
        })
    }

    /// Renames a pupil, unless another one has a nickname that looks the same.
    pub(crate) fn rename(&mut self, id: i64, nickname: &Nickname) -> rusqlite::Result<bool> {
        let Nickname { text, look } = nickname;
        self.write(|connection| {
            let update = "UPDATE OR IGNORE pupil SET nickname = ?, key = ? WHERE id = ?";
            Ok(connection.execute(update, (text, look, id))? > 0)
        })
    }

    pub(crate) fn hide(&mut self, id: i64, is_hidden: bool) -> rusqlite::Result<()> {
        let update = "UPDATE pupil SET is_hidden = ? WHERE id = ?";
        self.write(|connection| connection.execute(update, (is_hidden, id)))?;
        Ok(())
    }

    /// Admits pupils until the class is full.
    pub(crate) fn admit(&mut self, pupils: &[i64]) -> rusqlite::Result<()> {
        let update = "UPDATE pupil SET is_admitted = 1
             WHERE id = ? AND (SELECT COUNT(*) FROM pupil WHERE is_admitted) < ?";
        self.write(|connection| {
            let mut update = connection.prepare(update)?;
            pupils.iter().try_for_each(|pupil| update.execute((pupil, MAX_PUPILS as i64)).map(drop))
        })
    }

    /// Replaces the code with which pupils join.
    pub(crate) fn renew_code(&mut self) -> rusqlite::Result<()> {
        self.write(|connection| connection.execute("UPDATE class SET code = ?", [class_code()]))?;
        Ok(())
    }

    /// Gives a pupil a new secret; the old one no longer works.
    pub(crate) fn renew_slip(&mut self, id: i64) -> rusqlite::Result<Secret> {
        let secret = Secret::random();
        let hash = *secret.hash().bytes();
        let update = "UPDATE pupil SET secret = ? WHERE id = ?";
        self.write(|connection| connection.execute(update, (hash, id)))?;
        Ok(secret)
    }

    /// Removes pupils with all versions, games, and final tournaments that their bots took part in; returns the folders
    /// of the tournaments and of the versions.
    pub(crate) fn remove(&mut self, pupils: &[i64]) -> rusqlite::Result<Vec<String>> {
        for pupil in pupils {
            self.remove_games(*pupil)?;
        }
        self.write(|connection| {
            let mut folders = Vec::new();
            for pupil in pupils {
                folders.extend(remove(connection, *pupil)?);
            }
            Ok(folders)
        })
    }

    /// Removes a pupil's games, a few at a time, which all use the same space in the log: the disk may be full.
    fn remove_games(&mut self, pupil: i64) -> rusqlite::Result<()> {
        let some = "DELETE FROM pair WHERE id IN (
             SELECT pair.id FROM pair JOIN version ON version.id IN (first, second)
             WHERE version.pupil = ? LIMIT 20)";
        while self.write(|connection| connection.execute(some, [pupil]))? > 0 {
            // If somebody is reading, the log grows.
            let _ = self.purge();
        }
        Ok(())
    }
}

fn remove(connection: &Connection, pupil: i64) -> rusqlite::Result<Vec<String>> {
    let folders = |query| {
        let mut query = connection.prepare(query)?;
        query.query_map([pupil], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()
    };
    let versions = folders("SELECT folder FROM version WHERE pupil = ?")?;
    let finals = folders(
        "DELETE FROM final WHERE EXISTS (
             SELECT 1 FROM version WHERE pupil = ? AND instr(plan, version.folder) > 0) RETURNING folder",
    )?;
    connection.execute("DELETE FROM pupil WHERE id = ?", [pupil])?;
    Ok([versions, finals].concat())
}

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
            "SELECT {COLUMNS}, COUNT(1) FILTER (WHERE what = 'exercise'), COUNT(1) FILTER (WHERE what = 'puzzle'),
                 MAX(number) FILTER (WHERE what = 'level')
             FROM pupil LEFT JOIN done ON done.pupil = pupil.id
             WHERE is_admitted GROUP BY id"
        );
        let read = |row: &Row<'_>| {
            Ok(Progress {
                pupil: read(row)?,
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
