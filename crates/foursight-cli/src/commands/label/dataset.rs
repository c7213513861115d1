//! The data set on disk: a file or a folder of files, in lines or CSV, possibly compressed.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use foursight_label::{OutlineError, Problem, Texts};

use super::folder;
use crate::failure::UsageError;

/// A data set.
pub(super) struct Dataset {
    pub(super) path: PathBuf,
    /// The names of a folder's files, in order.
    pub(super) files: Vec<String>,
    pub(super) texts: Texts,
}

impl Dataset {
    /// The data set at this path. Positions in CSV files are in `column`.
    pub(super) fn open(path: &Path, column: &str) -> Result<Self> {
        let name = path.display();
        let cannot_read = || format!("cannot read {name}");
        let metadata = fs::metadata(path).with_context(cannot_read)?;
        let files = if metadata.is_dir() {
            let files = files(path).with_context(cannot_read)?;
            ensure!(!files.is_empty(), UsageError(format!("{name} is a folder without files")));
            files
        } else {
            let why = format!("{name} is not a file that can be read twice");
            ensure!(metadata.is_file(), UsageError(why));
            Vec::new()
        };
        let one = [path.file_name().unwrap_or_default().to_string_lossy().into_owned()];
        let all = if files.is_empty() { &one[..] } else { &files };
        let is_csv = form(&all[0])? == Form::Csv;
        for other in all {
            let why = || {
                let first = &all[0];
                format!("{name} has both lines and CSV ({first} and {other}): keep one of them")
            };
            ensure!((form(other)? == Form::Csv) == is_csv, UsageError(why()));
        }
        let folder = if files.is_empty() { path.parent() } else { Some(path) };
        let folder = folder.unwrap_or(Path::new("")).to_owned();
        let open = move |name: &str, start, _| folder::open_at(&folder.join(name), start);
        let texts = Texts::new(all.to_vec(), is_csv.then_some(column), Box::new(open));
        Ok(Self { path: path.to_owned(), files, texts })
    }

    /// An outline's error, for the user who named the data set.
    pub(super) fn failure(&self, error: OutlineError) -> anyhow::Error {
        let is_folder = !self.files.is_empty();
        let path = if is_folder { self.path.join(&error.file) } else { self.path.clone() };
        let path = path.display();
        match error.problem {
            Problem::Io(error) => anyhow::Error::new(error).context(format!("cannot read {path}")),
            Problem::NoRows => {
                UsageError(format!("{}: it has no rows", self.path.display())).into()
            }
            error @ Problem::NoColumn { .. } => {
                UsageError(format!("{path}: {error}; choose one with --column")).into()
            }
            error => UsageError(format!("{path}: {error}")).into(),
        }
    }
}

/// The files in a folder, by name. Hidden files are not data.
fn files(folder: &Path) -> std::io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let (entry, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        let name = name.to_string_lossy().into_owned();
        if entry.is_file() && !name.starts_with('.') {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

#[derive(PartialEq)]
enum Form {
    Lines,
    Csv,
}

/// The format of a file, which its name shows.
fn form(name: &str) -> Result<Form> {
    let lower = name.to_ascii_lowercase();
    let plain = lower.trim_end_matches(".gz").trim_end_matches(".zst");
    match plain.rsplit_once('.').map(|(_, extension)| extension) {
        Some("csv") => Ok(Form::Csv),
        Some("parquet" | "arrow" | "feather" | "ipc" | "npy") => Err(UsageError(format!(
            "{name}: only the Python package reads this format (foursight.label)"
        ))
        .into()),
        _ => Ok(Form::Lines),
    }
}
