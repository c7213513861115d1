//! JSON Lines files, which stay intact even if the program is killed, and the errors of the folder that holds them.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::tournament::terms::TermsError;

/// A line of a file, with its line break.
pub(super) struct Line<'a> {
    /// The number of the line, counted from 1.
    pub(super) number: usize,
    /// The line's place in the file, in bytes.
    pub(super) place: Range<u64>,
    pub(super) bytes: &'a [u8],
}

impl Line<'_> {
    /// The value on the line.
    pub(super) fn read<T: DeserializeOwned>(&self, path: &Path) -> Result<T, StoreError> {
        serde_json::from_slice(self.bytes)
            .map_err(|error| StoreError::line(path, self.number, &json_reason(&error)))
    }
}

/// Calls `use_line` for each line of a file, in order; a missing file has none. An incomplete line at the end and empty
/// lines are skipped.
pub(super) fn for_each_line(
    path: &Path,
    mut use_line: impl FnMut(Line<'_>) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let file = match foursight_files::open(path, u64::MAX) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(StoreError::new(path, error)),
    };
    let (mut reader, mut bytes, mut start) = (BufReader::new(file), Vec::new(), 0);
    for number in 1.. {
        bytes.clear();
        let length = reader.read_until(b'\n', &mut bytes);
        let end = start + length.map_err(|error| StoreError::new(path, error))? as u64;
        if bytes.last() != Some(&b'\n') {
            break;
        }
        if !bytes.trim_ascii().is_empty() {
            use_line(Line { number, place: start..end, bytes: &bytes })?;
        }
        start = end;
    }
    Ok(())
}

/// The values of a JSON Lines file; a missing file has none, and an incomplete line at the end is skipped.
pub(crate) fn read_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, StoreError> {
    let mut values = Vec::new();
    for_each_line(path, |line| {
        values.push(line.read(path)?);
        Ok(())
    })?;
    Ok(values)
}

/// Appends a line of JSON to a file and waits until it is on disk.
///
/// If the file cannot be written, as on a full disk, the written part of the line is removed again, so that it does not
/// corrupt the lines that follow.
pub(crate) fn append(file: &mut File, value: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    let end = file.metadata()?.len();
    let written = file.write_all(&line).and_then(|()| file.sync_data());
    if written.is_err() {
        // If even that fails, opening the file again cuts off the half line; the first error is the one to report.
        let _ = file.set_len(end);
    }
    written
}

/// Opens a JSON Lines file to continue it after its last complete line.
pub(crate) fn cut_half_lines(path: &Path) -> Result<File, StoreError> {
    let io_error = |error| StoreError::new(path, error);
    if path.exists() {
        foursight_files::open(path, u64::MAX).map_err(io_error)?;
    }
    let file = OpenOptions::new().create(true).read(true).append(true).open(path);
    let file = file.map_err(io_error)?;
    let mut end = 0;
    for_each_line(path, |line| {
        end = line.place.end;
        Ok(())
    })?;
    if end < file.metadata().map_err(io_error)?.len() {
        file.set_len(end).map_err(io_error)?;
    }
    Ok(file)
}

/// The folder of a tournament cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {kind}", path.display())]
pub struct StoreError {
    path: PathBuf,
    kind: StoreErrorKind,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum StoreErrorKind {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("another process is already running this tournament")]
    Busy,
    #[error("{0}; the file is damaged, or another version of foursight wrote it")]
    Damaged(String),
    #[error("there is no game {0}")]
    NoGame(usize),
    #[error(transparent)]
    Terms(#[from] TermsError),
}

impl StoreError {
    pub(crate) fn new(path: &Path, kind: impl Into<StoreErrorKind>) -> Self {
        Self { path: path.to_owned(), kind: kind.into() }
    }

    pub(super) fn damaged(path: &Path, reason: String) -> Self {
        Self::new(path, StoreErrorKind::Damaged(reason))
    }

    /// An invalid value on a line.
    pub(super) fn line(path: &Path, line: usize, reason: &str) -> Self {
        Self::damaged(path, format!("line {line}: {reason}"))
    }

    /// The reason why the terms cannot resume the stored tournament, if that is the error.
    pub fn terms_error(&self) -> Option<&TermsError> {
        match &self.kind {
            StoreErrorKind::Terms(error) => Some(error),
            _ => None,
        }
    }

    /// Whether a file of the folder has invalid content.
    pub fn is_damage(&self) -> bool {
        matches!(self.kind, StoreErrorKind::Damaged(_))
    }
}

/// The error in JSON, without the place that `serde_json` adds: for a composite value, that is the place of its end.
pub(super) fn json_reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    text.strip_suffix(&place).unwrap_or(&text).to_owned()
}
