//! The plan of what to label, and the folder that holds the plan, the finished shards and the labels.
//!
//! The Python package (`foursight.labeling`) writes and reads the same files.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{self, Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use foursight::notation::Expected;
use foursight_label::{Labels, Outline, OutlineError, Row, shard_body, write_table};
use serde_json::{Value, json};

use super::LabelArgs;
use crate::failure::{Interrupted, UsageError};
use crate::interrupt;

/// The version of the plan, shard and label formats.
const VERSION: u64 = 2;
/// A plan from Python may name another.
const FORMAT: &str = "csv";
const PLAN: &str = "plan.json";

/// The plan's description of the work and the input, without the path of the input, which may differ between machines.
const SETTINGS: [&str; 8] =
    ["version", "rows_per_shard", "values", "format", "column", "size", "connect", "options"];
const INPUT: [&str; 5] = ["layout", "sha256", "rows", "offsets", "hashes"];

pub(super) struct Plan {
    input: PathBuf,
    outline: Outline,
    folder: PathBuf,
    rows_per_shard: usize,
    values: Vec<foursight_label::Value>,
}

impl Plan {
    /// Reads the input once and writes the plan; a plan that is already there must be the same.
    ///
    /// # Errors
    ///
    /// If the input cannot be read, has no rows or lacks the column; if the folder holds another plan or is not
    /// writable.
    pub(super) fn open(args: &LabelArgs) -> Result<Self> {
        let plan = Self {
            input: args.input.clone(),
            outline: outline(args)?,
            folder: args.out.clone(),
            rows_per_shard: args.rows_per_shard.get(),
            values: args.values.clone(),
        };
        plan.keep(&plan.to_json(args)?)?;
        Ok(plan)
    }

    fn to_json(&self, args: &LabelArgs) -> Result<Value> {
        let (size, connect) = args.board.given();
        let Outline { n_rows, offsets, hashes, sha256, .. } = &self.outline;
        let names: Vec<&str> = self.values.iter().map(|value| value.name()).collect();
        let options = args.nodes.map_or_else(|| json!({}), |nodes| json!({ "nodes": nodes }));
        Ok(json!({
            "version": VERSION,
            "dataset": path::absolute(&self.input)?,
            "sha256": sha256,
            "rows": n_rows,
            "rows_per_shard": self.rows_per_shard,
            "offsets": offsets,
            "hashes": hashes,
            "values": names,
            "format": FORMAT,
            "column": args.column,
            "size": size.map(|size| size.to_string()),
            "connect": connect,
            "layout": null,
            "options": options,
        }))
    }

    /// Writes the plan, unless it is there.
    fn keep(&self, plan: &Value) -> Result<()> {
        let file = self.folder.join(PLAN);
        let shards = self.folder.join("shards");
        fs::create_dir_all(&shards).with_context(|| format!("cannot make {}", shards.display()))?;
        // Looked for first: whoever writes a shard has written the plan.
        let has_shards = fs::read_dir(&shards).is_ok_and(|mut files| files.next().is_some());
        let folder = self.folder.display();
        if !file.exists() {
            ensure!(
                !has_shards,
                UsageError(format!(
                    "{folder} has shards of an unknown plan: choose another folder"
                ))
            );
            let text = serde_json::to_string_pretty(plan)?;
            return foursight_files::write(&file, text.as_bytes())
                .with_context(|| format!("cannot write {}", file.display()));
        }
        let cannot_read = || format!("cannot read {}", file.display());
        let text = fs::read_to_string(&file).with_context(cannot_read)?;
        let kept: Value = serde_json::from_str(&text).with_context(cannot_read)?;
        let differs = |name: &&str| kept[*name] != plan[*name];
        let what = match SETTINGS.into_iter().find(differs) {
            Some(name) => format!("has {name} {}, not {}", kept[name], plan[name]),
            None if INPUT.iter().any(differs) => "is about another input".to_owned(),
            None => return Ok(()),
        };
        bail!(UsageError(format!(
            "the plan in {folder} {what}: choose another folder, or delete that one"
        )))
    }

    pub(super) fn n_shards(&self) -> usize {
        self.outline.hashes.len()
    }

    pub(super) fn n_all_rows(&self) -> usize {
        self.outline.n_rows
    }

    /// The number of rows of a shard.
    pub(super) fn n_rows(&self, shard: usize) -> usize {
        self.rows_per_shard.min(self.outline.n_rows - self.first_row(shard))
    }

    fn first_row(&self, shard: usize) -> usize {
        shard * self.rows_per_shard
    }

    pub(super) fn has_shard(&self, shard: usize) -> bool {
        self.shard_file(shard).exists()
    }

    /// The number of labeled shards.
    pub(super) fn n_done(&self) -> usize {
        (0..self.n_shards()).filter(|&shard| self.has_shard(shard)).count()
    }

    fn shard_file(&self, shard: usize) -> PathBuf {
        self.folder.join(format!("shards/{shard:06}.{FORMAT}"))
    }

    /// The rows of a shard.
    ///
    /// # Errors
    ///
    /// If the input cannot be read or has changed.
    pub(super) fn rows(&self, shard: usize, expected: Expected) -> Result<Vec<Row>> {
        let path = self.input.display();
        let Outline { offsets, hashes, .. } = &self.outline;
        let read =
            |start, end| self.bytes(start, end).with_context(|| format!("cannot read {path}"));
        let (header, bytes) = (read(0, offsets[0])?, read(offsets[shard], offsets[shard + 1])?);
        let is_same = Outline::is_shard(&hashes[shard], &header, &bytes);
        ensure!(is_same, "{path} has changed in the meantime");
        Ok(self.outline.form.rows(&bytes, expected))
    }

    fn bytes(&self, start: u64, end: u64) -> io::Result<Vec<u8>> {
        let mut file = File::open(&self.input)?;
        file.seek(SeekFrom::Start(start))?;
        let mut bytes = Vec::new();
        file.take(end - start).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Writes a shard in one step: it exists completely or not at all.
    pub(super) fn write(&self, shard: usize, rows: &[Row], labels: &[Labels]) -> Result<()> {
        let mut table = Vec::new();
        write_table(&mut table, self.first_row(shard), rows, labels, &self.values);
        let file = self.shard_file(shard);
        foursight_files::write(&file, &table)
            .with_context(|| format!("cannot write {}", file.display()))
    }

    /// Joins the shards once all exist, and returns the file of the labels; `None` if a shard is missing.
    pub(super) fn join(&self) -> Result<Option<PathBuf>> {
        if self.n_done() < self.n_shards() {
            return Ok(None);
        }
        let labels = self.folder.join(format!("labels.{FORMAT}"));
        if !labels.exists() {
            let written = foursight_files::write_with(&labels, |file| self.copy_shards(file));
            ensure!(!interrupt::is_set(), Interrupted);
            written.with_context(|| format!("cannot write {}", labels.display()))?;
        }
        Ok(Some(labels))
    }

    /// Writes all rows, after checking that each occurs once and in order.
    fn copy_shards(&self, labels: &mut File) -> io::Result<()> {
        for shard in (0..self.n_shards()).take_while(|_| !interrupt::is_set()) {
            let path = self.shard_file(shard);
            let table = fs::read(&path)?;
            let (header, body) = shard_body(&table, self.first_row(shard), self.n_rows(shard))
                .map_err(|error| damaged(&path, &error))?;
            labels.write_all(if shard == 0 { header } else { &[] })?;
            labels.write_all(body)?;
        }
        Ok(())
    }
}

fn damaged(shard: &Path, error: &str) -> io::Error {
    let message = format!("{} is damaged ({error}): delete it to label it again", shard.display());
    io::Error::new(io::ErrorKind::InvalidData, message)
}

fn outline(args: &LabelArgs) -> Result<Outline> {
    let path = &args.input;
    let cannot_read = || format!("cannot read {}", path.display());
    ensure!(!path.is_dir(), UsageError(format!("{} is a folder, not a file", path.display())));
    let metadata = fs::metadata(path).with_context(cannot_read)?;
    let name = path.display();
    ensure!(metadata.is_file(), UsageError(format!("{name} is not a file that can be read twice")));
    let file = File::open(path).with_context(cannot_read)?;
    let is_csv = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
    let column = is_csv.then_some(args.column.as_str());
    let read = Outline::read(BufReader::new(file), column, args.rows_per_shard);
    read.map_err(|error| match error {
        OutlineError::Io(error) => anyhow::Error::new(error).context(cannot_read()),
        OutlineError::NoColumn { .. } => {
            UsageError(format!("{name}: {error}; choose one with --column")).into()
        }
        error => UsageError(format!("{name}: {error}")).into(),
    })
}
