//! The teacher's file that maps bots to their authors.

use std::path::{Path, PathBuf};

use crate::ArenaError;
use crate::error::Result;

/// IDs by bot names.
#[derive(Clone, Debug)]
pub struct Names {
    file: PathBuf,
    ids: Vec<(String, String)>,
}

/// The largest file that is read, in bytes.
const MAX_BYTES: u64 = 1 << 22;

impl Names {
    /// Reads a CSV file with the columns `name` and `ID`, in any order and among others.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or a name or an ID is missing or appears twice.
    pub fn read(file: &Path) -> Result<Self> {
        let error =
            |reason: String| ArenaError::Usage(format!("--names {}: {reason}", file.display()));
        let text = foursight_files::read_text(file, MAX_BYTES)
            .map_err(|cause| error(foursight_files::reason(&cause)))?;
        let ids = ids(text.trim_start_matches('\u{feff}')).map_err(error)?;
        Ok(Self { file: file.to_owned(), ids })
    }

    pub(crate) fn file(&self) -> String {
        self.file.display().to_string()
    }

    pub(crate) fn id(&self, name: &str) -> Option<&str> {
        self.ids.iter().find(|(known, _)| known == name).map(|(_, id)| id.as_str())
    }

    /// The names in the file that are not among these.
    pub(crate) fn without<'a>(&self, names: impl Iterator<Item = &'a str>) -> Vec<&str> {
        let graded: Vec<&str> = names.collect();
        let all = self.ids.iter().map(|(name, _)| name.as_str());
        all.filter(|name| !graded.contains(name)).collect()
    }
}

fn ids(text: &str) -> Result<Vec<(String, String)>, String> {
    // Spreadsheets in many languages separate by semicolons.
    let header = text.lines().next().unwrap_or_default();
    let delimiter = if header.contains(';') && !header.contains(',') { b';' } else { b',' };
    let mut csv = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let headers = csv.headers().map_err(|error| error.to_string())?.clone();
    let column = |name: &str| {
        let found = headers.iter().position(|header| header.eq_ignore_ascii_case(name));
        found.ok_or_else(|| {
            let found: Vec<&str> = headers.iter().collect();
            format!(
                "its first line has no column {name}: {}; write name,ID there",
                found.join(", ")
            )
        })
    };
    let (name, id) = (column("name")?, column("ID")?);
    let mut ids: Vec<(String, String)> = Vec::new();
    for (number, record) in (2..).zip(csv.records()) {
        let record = record.map_err(|error| error.to_string())?;
        let cell = |index: usize| record.get(index).unwrap_or_default().to_owned();
        let (name, id) = (cell(name), cell(id));
        if name.is_empty() || id.is_empty() {
            return Err(format!("line {number}: a name or an ID is missing"));
        }
        if ids.iter().any(|(known, other)| *known == name || *other == id) {
            return Err(format!("line {number}: {name} or {id} appears twice"));
        }
        ids.push((name, id));
    }
    Ok(ids)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_ids_in_any_order() {
        let expected =
            vec![("ann".to_owned(), "17".to_owned()), ("ben".to_owned(), "18".to_owned())];
        for text in ["name,ID\nann,17\nben,18\n", "id;class;name\n17;8b;ann\n18;8b;ben"] {
            assert_eq!(ids(text), Ok(expected.clone()));
        }
    }

    #[test]
    fn wrong_files_say_what_would_be_right() {
        for (text, expected) in [
            ("ann,17\n", "has no column name: ann, 17; write name,ID there"),
            ("name,ID\nann,\n", "line 2: a name or an ID is missing"),
            ("name,ID\nann,1\nben,1\n", "line 3: ben or 1 appears twice"),
        ] {
            let error = ids(text).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }
}
