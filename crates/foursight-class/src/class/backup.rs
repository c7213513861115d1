//! A copy of a class's folder that a server can open, whatever another one does with the class meanwhile.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;

use rusqlite::Connection;
use tempfile::TempDir;

use super::finals::FINALS;
use super::folders::{UPLOADS, settle, size_of, sync};
use super::marking::RUBRIC;
use crate::store::{FILE, OpenError, make_folder, open_intact, private_file};

/// The contents of a backup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backup {
    /// The number of pupils.
    pub n_pupils: u64,
    /// The number of versions of their bots.
    pub n_versions: u64,
    /// The number of games of the ladder.
    pub n_games: u64,
    /// The disk space that the copy takes up, in bytes.
    pub n_bytes: u64,
}

/// Copies the class in the folder `class` to the new folder `copy`, even while a server is using it.
///
/// The copy appears under its name once it is complete and on the disk, for its owner only. It has the database, the
/// uploads that the database lists, the final tournaments and the rubric; programs are compiled again.
///
/// # Errors
///
/// If there is no class, its database is damaged, an upload is missing, or the copy exists or cannot be written.
pub fn backup(class: &Path, copy: &Path) -> Result<Backup, OpenError> {
    if fs::symlink_metadata(copy).is_ok() {
        let message = "it exists; choose the name of a new folder";
        return Err(at(copy)(io::Error::new(ErrorKind::AlreadyExists, message)));
    }
    let database = open_intact(class)?;
    let parent = copy.parent().filter(|folder| !folder.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new("."));
    loop {
        let part = TempDir::with_prefix_in(".foursight-backup-", parent).map_err(at(copy))?;
        if let Some(backup) = fill(&database, class, part.path())? {
            settle(part.path(), &mut sync).map_err(at(copy))?;
            fs::rename(part.path(), copy).and_then(|()| sync(parent)).map_err(at(copy))?;
            return Ok(backup);
        }
    }
}

fn at(path: &Path) -> impl Fn(io::Error) -> OpenError {
    move |error| OpenError::Folder(path.display().to_string(), error)
}

/// Copies a class into a folder; `None` if something of it was removed meanwhile.
fn fill(database: &Connection, class: &Path, copy: &Path) -> Result<Option<Backup>, OpenError> {
    let file = copy.join(FILE);
    private_file(&file).map_err(at(&file))?;
    let failed = |error| OpenError::database(&file.display().to_string(), error);
    database.execute("VACUUM INTO ?", [file.to_string_lossy()]).map_err(failed)?;
    let copied = Connection::open(&file).map_err(failed)?;
    let count = |table: &str| {
        let query = format!("SELECT COUNT(*) FROM {table}");
        copied.query_row(&query, [], |row| row.get(0)).map(i64::cast_unsigned).map_err(failed)
    };
    let (n_pupils, n_versions, n_games) = (count("pupil")?, count("version")?, count("game")?);
    let folders = listed(&copied).map_err(failed)?;
    let done = copy_folders(class, copy, &folders);
    // The database forgets a folder before its files go.
    let now = listed(database).map_err(failed)?;
    if folders.iter().any(|folder| !now.contains(folder)) {
        return Ok(None);
    }
    done?;
    let n_bytes = size_of(copy);
    Ok(Some(Backup { n_pupils, n_versions, n_games, n_bytes }))
}

/// The kinds and names of the folders that a database lists.
fn listed(database: &Connection) -> rusqlite::Result<Vec<(String, String)>> {
    let all = "SELECT ?1, folder FROM version UNION ALL SELECT ?2, folder FROM final";
    let mut query = database.prepare(all)?;
    query.query_map([UPLOADS, FINALS], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

fn copy_folders(class: &Path, copy: &Path, folders: &[(String, String)]) -> Result<(), OpenError> {
    for kind in [UPLOADS, FINALS] {
        make_folder(&copy.join(kind)).map_err(at(copy))?;
    }
    for (kind, name) in folders {
        let (from, to) = (class.join(kind).join(name), copy.join(kind).join(name));
        // A final tournament has no folder until it begins.
        if kind == UPLOADS || from.exists() {
            copy_folder(&from, &to).map_err(at(&from))?;
        }
    }
    let rubric = class.join(RUBRIC);
    if rubric.exists() {
        copy_file(&rubric, &copy.join(RUBRIC)).map_err(at(&rubric))
    } else {
        Ok(())
    }
}

/// Copies a folder with all its contents, except files that vanish meanwhile.
fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    let entries = fs::read_dir(from)?;
    make_folder(to)?;
    for entry in entries {
        let entry = entry?;
        let (from, to, kind) = (entry.path(), to.join(entry.file_name()), entry.file_type()?);
        let done = if kind.is_dir() { copy_folder(&from, &to) } else { copy_file(&from, &to) };
        match done {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            done => done?,
        }
    }
    Ok(())
}

fn copy_file(from: &Path, to: &Path) -> io::Result<()> {
    fs::copy(from, to)?;
    File::open(to)?.sync_all()
}
