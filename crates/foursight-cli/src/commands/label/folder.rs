//! The folder that holds the plan, the finished shards and the labels.
//!
//! The Python package (`foursight.labeling`) writes and reads the same files.

use std::fs::{self, DirEntry, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use foursight_label::{ClaimFiles, Labels, Plan, Row, Shard, header_and_rows, table, with_rows};

use crate::failure::{Interrupted, UsageError};
use crate::interrupt;
use crate::output::warn;

const PLAN: &str = "plan.json";
const CLAIMS: &str = "claims";

/// The maximum length of a shard's first line, which describes how it was made.
const HEAD_BYTES: u64 = 1 << 12;

pub(super) struct Folder {
    pub(super) path: PathBuf,
    pub(super) plan: Plan,
    id: String,
}

/// The progress of all processes.
#[derive(Default)]
pub(super) struct Progress {
    pub(super) n_done: usize,
    pub(super) n_rows: usize,
    pub(super) n_errors: usize,
    seconds: f64,
}

impl Progress {
    fn add(&mut self, shard: &Shard) {
        self.n_done += 1;
        self.n_rows += shard.rows;
        self.n_errors += shard.errors;
        self.seconds += shard.seconds;
    }

    /// The number of rows that one process labels per second.
    pub(super) fn rows_per_second(&self) -> f64 {
        if self.seconds > 0.0 { self.n_rows as f64 / self.seconds } else { 0.0 }
    }
}

impl Folder {
    /// A folder that has a plan.
    pub(super) fn open(path: &Path) -> Result<Self> {
        let file = path.join(PLAN);
        let cannot_read = || format!("cannot read {}", file.display());
        let text = fs::read(&file).with_context(cannot_read)?;
        let plan = Plan::from_json(&text)
            .map_err(|why| UsageError(format!("the plan in {}: {why}", path.display())))?;
        Ok(Self { path: path.to_owned(), id: plan.id(), plan })
    }

    /// Writes the plan unless it exists; an existing plan must be the same, apart from limits that `may_change`.
    pub(super) fn keep(path: &Path, plan: Plan, may_change: bool) -> Result<Self> {
        let shards = path.join("shards");
        fs::create_dir_all(&shards)
            .with_context(|| format!("cannot create {}", shards.display()))?;
        // Checked before the plan: a process writes the plan before any shard.
        let has_shards = fs::read_dir(&shards).is_ok_and(|mut files| files.next().is_some());
        let folder = path.display();
        if path.join(PLAN).exists() {
            let kept = Self::open(path)?;
            if let Some(what) = kept.plan.difference(&plan, may_change) {
                return Err(UsageError(format!(
                    "the plan in {folder} {what}: choose another folder, or delete that one"
                ))
                .into());
            }
            if kept.plan.difference(&plan, false).is_none() {
                return Ok(kept);
            }
        } else {
            let unknown = format!("{folder} has shards of an unknown plan: choose another folder");
            ensure!(!has_shards, UsageError(unknown));
        }
        let folder = Self { path: path.to_owned(), id: plan.id(), plan };
        folder.write(PLAN, folder.plan.to_json().as_bytes())?;
        Ok(folder)
    }

    /// Writes a file in one step: it exists completely or not at all.
    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let file = self.path.join(name);
        let folder = file.parent().unwrap_or(&self.path);
        fs::create_dir_all(folder)
            .and_then(|()| foursight_files::write(&file, bytes))
            .with_context(|| format!("cannot write {}", file.display()))
    }

    fn shard_file(&self, shard: usize) -> PathBuf {
        self.path.join("shards").join(Plan::shard_name(shard))
    }

    pub(super) fn has_shard(&self, shard: usize) -> bool {
        self.shard_file(shard).exists()
    }

    /// The number of labeled shards.
    fn n_done(&self) -> usize {
        (0..self.plan.n_shards()).filter(|&shard| self.has_shard(shard)).count()
    }

    /// The description of a shard.
    ///
    /// # Errors
    ///
    /// If it is missing or damaged.
    pub(super) fn head(&self, shard: usize) -> io::Result<Shard> {
        let mut head = Vec::new();
        File::open(self.shard_file(shard))?.take(HEAD_BYTES).read_to_end(&mut head)?;
        let read = Shard::read_head(&head).map(|(shard, _)| shard);
        read.map_err(|why| io::Error::new(io::ErrorKind::InvalidData, why))
    }

    /// The descriptions of the existing shards.
    pub(super) fn progress(&self) -> Progress {
        let mut progress = Progress::default();
        for shard in (0..self.plan.n_shards()).filter_map(|shard| self.head(shard).ok()) {
            progress.add(&shard);
        }
        progress
    }

    /// A shard's table and description; for a damaged one, a text says what is wrong.
    pub(super) fn table(&self, shard: usize) -> io::Result<Result<(Shard, Vec<u8>), String>> {
        let contents = fs::read(self.shard_file(shard))?;
        let read = Shard::read(&contents, &self.id, shard);
        Ok(read.map(|(shard, table)| (shard, table.to_vec())))
    }

    /// Writes a shard. In an existing shard, the rows with these numbers are replaced.
    pub(super) fn write_shard(&self, shard: usize, made: &Made<'_>) -> Result<()> {
        let first = self.plan.first_row(shard);
        let mut head = Shard::of_labels(&self.id, shard, made.labels, made.took);
        let of = |numbers: &[usize]| {
            let numbers = numbers.iter().copied();
            table(numbers, made.rows, made.labels, made.values, made.others)
        };
        let table = match made.redone {
            None => of(&(first..first + made.rows.len()).collect::<Vec<_>>()),
            Some((old, old_table, numbers)) => {
                head.rows = old.rows;
                head.seconds += old.seconds;
                with_rows(old_table, &of(numbers), numbers, first)
            }
        };
        self.write(&format!("shards/{}", Plan::shard_name(shard)), &head.with_table(&table))
    }

    fn labels_file(&self) -> PathBuf {
        self.path.join(format!("labels.{}", self.plan.format))
    }

    /// The result of joining the shards in another process.
    pub(super) fn joined(&self) -> Joined {
        let labels = self.labels_file();
        if labels.exists() { Joined::Labels(labels) } else { Joined::Missing }
    }

    /// Joins the shards once all exist; by then, no process claims any. Damaged shards are deleted. Calls `tick`
    /// repeatedly.
    pub(super) fn join(&self, tick: &mut dyn FnMut()) -> Result<Joined> {
        if self.n_done() < self.plan.n_shards() {
            return Ok(Joined::Missing);
        }
        let labels = self.labels_file();
        let mut damaged = Vec::new();
        let written = foursight_files::write_with(&labels, |file| {
            for shard in (0..self.plan.n_shards()).take_while(|_| !interrupt::is_set()) {
                tick();
                match self.table(shard)? {
                    Ok((_, table)) => {
                        let (header, rows) = header_and_rows(&table);
                        file.write_all(if shard == 0 { header } else { &[] })?;
                        file.write_all(rows)?;
                    }
                    Err(why) => {
                        let path = self.shard_file(shard);
                        warn(&format!("{} is damaged ({why}): deleting it", path.display()));
                        fs::remove_file(path)?;
                        damaged.push(shard);
                    }
                }
            }
            let is_whole = damaged.is_empty() && !interrupt::is_set();
            if is_whole { Ok(()) } else { Err(io::Error::other("it is incomplete")) }
        });
        ensure!(!interrupt::is_set(), Interrupted);
        if !damaged.is_empty() {
            return Ok(Joined::Damaged(damaged));
        }
        written.with_context(|| format!("cannot write {}", labels.display()))?;
        let claims = self.path.join(CLAIMS);
        if claims.exists() {
            // Another process may be removing them, too.
            let _ = fs::remove_dir_all(claims);
        }
        Ok(Joined::Labels(labels))
    }
}

impl ClaimFiles for &Folder {
    fn names(&self) -> io::Result<Vec<String>> {
        let name =
            |entry: io::Result<DirEntry>| Ok(entry?.file_name().to_string_lossy().into_owned());
        match fs::read_dir(self.path.join(CLAIMS)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            entries => entries?.map(name).collect(),
        }
    }

    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        fs::read(self.path.join(CLAIMS).join(name))
    }

    fn create(&self, name: &str, contents: &[u8]) -> io::Result<bool> {
        let folder = self.path.join(CLAIMS);
        fs::create_dir_all(&folder)?;
        match File::create_new(folder.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            file => file?.write_all(contents).map(|()| true),
        }
    }

    fn write(&self, name: &str, contents: &[u8]) -> io::Result<()> {
        fs::write(self.path.join(CLAIMS).join(name), contents)
    }
}

/// The result of joining the shards.
pub(super) enum Joined {
    /// Some of them are missing.
    Missing,
    /// These were damaged, and must be labeled again.
    Damaged(Vec<usize>),
    /// The file of the labels.
    Labels(PathBuf),
}

/// The new labels of a shard.
pub(super) struct Made<'a> {
    pub(super) rows: &'a [Row],
    pub(super) labels: &'a [Labels],
    pub(super) took: Duration,
    pub(super) values: &'a [foursight_label::Value],
    pub(super) others: &'a [String],
    /// The previous shard and table, and the numbers of the new rows.
    pub(super) redone: Option<(&'a Shard, &'a [u8], &'a [usize])>,
}

/// Opens a file at an offset.
pub(super) fn open_at(path: &Path, start: u64) -> io::Result<foursight_label::Bytes> {
    let mut file = File::open(path)?;
    if start > 0 {
        file.seek(SeekFrom::Start(start))?;
    }
    Ok(Box::new(file))
}
