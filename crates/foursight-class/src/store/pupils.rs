//! Pupils: their nicknames and the hashes of their secret links.

use foursight_files::secrets::Secret;
use rusqlite::{Connection, OptionalExtension, Row};

use super::Store;
use crate::nickname::Nickname;
use crate::nickname::class_code;

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
pub(super) const COLUMNS: &str = "id, nickname, is_hidden, is_admitted, current";

pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<Pupil> {
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
