//! The plan of what to label, and the folder that holds the plan, the finished shards and the labels.
//!
//! The Python package (`foursight.labeling`) writes and reads the same files.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{self, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::LabelArgs;
use crate::failure::UsageError;

/// The version of the plan, shard and label formats; a plan from Python may name another.
const FORMAT: &str = "csv";
const PLAN: &str = "plan.json";

/// The plan's description of the work and the input, without the path of the input, which may differ between machines.
const SETTINGS: [&str; 8] =
    ["version", "rows_per_shard", "values", "format", "column", "size", "connect", "options"];
const INPUT: [&str; 4] = ["layout", "sha256", "rows", "offsets"];

pub(super) struct Plan {
    input: PathBuf,
    /// The position of the positions' column, if the input is CSV.
    column: Option<usize>,
    folder: PathBuf,
    rows_per_shard: usize,
    n_rows: usize,
    /// The byte offset of each shard's start in the input, and of the last one's end.
    offsets: Vec<u64>,
    /// The names of the values.
    values: Vec<&'static str>,
}

impl Plan {
    /// Reads the input once and writes the plan; a plan that is already there must be the same.
    ///
    /// # Errors
    ///
    /// If the input cannot be read, has no rows or lacks the column; if the folder holds another plan or is not
    /// writable.
    pub(super) fn open(args: &LabelArgs) -> Result<Self> {
        let (path, rows_per_shard) = (&args.input, args.rows_per_shard.get());
        let cannot_read = || format!("cannot read {}", path.display());
        ensure!(!path.is_dir(), UsageError(format!("{} is a folder, not a file", path.display())));
        let file = File::open(path).with_context(cannot_read)?;
        let is_csv =
            path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
        let mut lines = Lines { input: BufReader::new(file), hash: Sha256::new(), n_bytes: 0 };
        let column = is_csv.then(|| lines.header(&args.column)).transpose()?;
        let (mut n_rows, mut offsets) = (0, Vec::new());
        loop {
            let start = lines.n_bytes;
            if lines.next().with_context(cannot_read)?.is_empty() {
                break;
            }
            if n_rows % rows_per_shard == 0 {
                offsets.push(start);
            }
            n_rows += 1;
        }
        ensure!(n_rows > 0, UsageError(format!("{} has no rows", path.display())));
        offsets.push(lines.n_bytes);
        let plan = Self {
            input: path.clone(),
            column,
            folder: args.out.clone(),
            rows_per_shard,
            n_rows,
            offsets,
            values: args.values.iter().map(|value| value.name()).collect(),
        };
        plan.keep(&plan.to_json(args, &lines.sha256())?)?;
        Ok(plan)
    }

    fn to_json(&self, args: &LabelArgs, sha256: &str) -> Result<Value> {
        let (size, connect) = args.board.given();
        Ok(json!({
            "version": 1,
            "dataset": path::absolute(&self.input)?,
            "sha256": sha256,
            "rows": self.n_rows,
            "rows_per_shard": self.rows_per_shard,
            "offsets": self.offsets,
            "values": self.values,
            "format": FORMAT,
            "column": args.column,
            "size": size.map(|size| size.to_string()),
            "connect": connect,
            "layout": null,
            "options": {},
        }))
    }

    /// Writes the plan, unless it is there.
    fn keep(&self, plan: &Value) -> Result<()> {
        let file = self.folder.join(PLAN);
        let shards = self.folder.join("shards");
        fs::create_dir_all(&shards).with_context(|| format!("cannot make {}", shards.display()))?;
        if !file.exists() {
            let text = serde_json::to_string_pretty(plan)?;
            return foursight_files::write(&file, text.as_bytes())
                .with_context(|| format!("cannot write {}", file.display()));
        }
        let cannot_read = || format!("cannot read {}", file.display());
        let text = fs::read_to_string(&file).with_context(cannot_read)?;
        let kept: Value = serde_json::from_str(&text).with_context(cannot_read)?;
        let differs = |name: &&str| kept[*name] != plan[*name];
        let folder = self.folder.display();
        let what = match SETTINGS.into_iter().find(differs) {
            Some(name) => format!("has {name} {}, not {}", kept[name], plan[name]),
            None if INPUT.iter().any(differs) => "is about another input".to_owned(),
            None => return Ok(()),
        };
        bail!(UsageError(format!(
            "the plan in {folder} {what}: choose another folder, or delete it"
        )))
    }

    pub(super) fn n_shards(&self) -> usize {
        self.offsets.len() - 1
    }

    pub(super) fn n_all_rows(&self) -> usize {
        self.n_rows
    }

    /// The number of rows of a shard.
    pub(super) fn n_rows(&self, shard: usize) -> usize {
        self.rows_per_shard.min(self.n_rows - shard * self.rows_per_shard)
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

    /// The position texts of a shard.
    ///
    /// # Errors
    ///
    /// If the input cannot be read or has changed.
    pub(super) fn positions(&self, shard: usize) -> Result<Vec<String>> {
        let bytes = self
            .bytes(self.offsets[shard], self.offsets[shard + 1])
            .with_context(|| format!("cannot read {}", self.input.display()))?;
        let text = String::from_utf8_lossy(&bytes);
        let position = |line: &str| match self.column {
            Some(column) => cell(line, column),
            None => line.trim().to_owned(),
        };
        let positions: Vec<String> = text.lines().map(position).collect();
        let path = self.input.display();
        ensure!(positions.len() == self.n_rows(shard), "{path} has changed in the meantime");
        Ok(positions)
    }

    fn bytes(&self, start: u64, end: u64) -> io::Result<Vec<u8>> {
        let mut file = File::open(&self.input)?;
        file.seek(SeekFrom::Start(start))?;
        let mut bytes = Vec::new();
        file.take(end - start).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// A new table of a shard's rows, with only the header.
    pub(super) fn begin(&self, shard: usize) -> Rows {
        let mut rows = Rows { next: shard * self.rows_per_shard, text: Vec::new() };
        let names = ["row", "position", "error"].into_iter().chain(self.values.iter().copied());
        write_record(&mut rows.text, names);
        rows
    }

    /// Writes a shard in one step: it exists completely or not at all.
    pub(super) fn write(&self, shard: usize, rows: &Rows) -> Result<()> {
        let file = self.shard_file(shard);
        foursight_files::write(&file, &rows.text)
            .with_context(|| format!("cannot write {}", file.display()))
    }

    /// Joins the shards once all exist, and returns the file of the labels; `None` if a shard is missing.
    pub(super) fn join(&self) -> Result<Option<PathBuf>> {
        if self.n_done() < self.n_shards() {
            return Ok(None);
        }
        let labels = self.folder.join(format!("labels.{FORMAT}"));
        if !labels.exists() {
            foursight_files::write_with(&labels, |file| self.copy_shards(file))
                .with_context(|| format!("cannot write {}", labels.display()))?;
        }
        Ok(Some(labels))
    }

    /// Writes all rows, after checking that each occurs once and in order.
    fn copy_shards(&self, file: &mut File) -> io::Result<()> {
        let mut labels = io::BufWriter::new(file);
        let mut next = 0;
        for shard in 0..self.n_shards() {
            let path = self.shard_file(shard);
            let mut lines = BufReader::new(File::open(&path)?).lines();
            let header = lines.next().transpose()?.unwrap_or_default();
            if shard == 0 {
                writeln!(labels, "{header}")?;
            }
            for line in lines {
                let line = line?;
                if !line.starts_with(&format!("{next},")) {
                    let message = format!("{} does not have row {next}", path.display());
                    return Err(io::Error::new(io::ErrorKind::InvalidData, message));
                }
                writeln!(labels, "{line}")?;
                next += 1;
            }
        }
        if next != self.n_rows {
            let message = format!("the shards have {next} rows, not {}", self.n_rows);
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        labels.flush()
    }
}

/// The rows of a shard, as CSV.
pub(super) struct Rows {
    /// The number of the next row of the whole input.
    next: usize,
    text: Vec<u8>,
}

impl Rows {
    pub(super) fn add(&mut self, position: &str, error: &str, cells: &[String]) {
        let number = self.next.to_string();
        let cells = cells.iter().map(String::as_str);
        write_record(&mut self.text, [number.as_str(), position, error].into_iter().chain(cells));
        self.next += 1;
    }
}

fn write_record<'a>(text: &mut Vec<u8>, cells: impl Iterator<Item = &'a str>) {
    let mut writer = csv::Writer::from_writer(text);
    writer.write_record(cells).and_then(|()| Ok(writer.flush()?)).expect("memory takes all");
}

/// A cell of a line of CSV; empty if the line is shorter.
fn cell(line: &str, column: usize) -> String {
    let cells = record(line).unwrap_or_default();
    cells.get(column).unwrap_or_default().trim().to_owned()
}

fn record(line: &str) -> Option<csv::StringRecord> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(line.as_bytes());
    reader.records().next()?.ok()
}

/// The lines of the input, hashed and counted while they are read.
struct Lines {
    input: BufReader<File>,
    hash: Sha256,
    n_bytes: u64,
}

impl Lines {
    /// The next line with its line end; empty after the last one.
    fn next(&mut self) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        self.input.read_until(b'\n', &mut line)?;
        self.hash.update(&line);
        self.n_bytes += line.len() as u64;
        Ok(line)
    }

    /// The hash of all lines so far, in hexadecimal.
    fn sha256(&self) -> String {
        hex::encode(self.hash.clone().finalize())
    }

    /// The index of a column in the header, which is the next line.
    fn header(&mut self, name: &str) -> Result<usize> {
        let line = self.next()?;
        let header = record(&String::from_utf8_lossy(&line)).unwrap_or_default();
        let names: Vec<&str> = header.iter().collect();
        let place = names.iter().position(|column| *column == name);
        Ok(place.ok_or_else(|| {
            let names = names.join(", ");
            UsageError(format!("there is no column {name:?}; choose one of {names} with --column"))
        })?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_csv_may_be_quoted_or_missing() {
        assert_eq!(cell("1,\"44,55\",x", 1), "44,55");
        assert_eq!(cell("1, 44 ,x\r", 1), "44");
        assert_eq!(cell("1", 1), "");
        assert_eq!(cell("", 0), "");
    }
}
