//! The facts that a plan needs about a data set before its rows are labeled.

use std::io;

use serde::{Deserialize, Serialize};

use crate::row::{self, Form};

/// The offsets of a data set's shards, and the facts that distinguish the data set from others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Outline {
    /// The number of rows.
    pub rows: usize,
    /// The size of each file, unpacked: bytes of a text, otherwise rows.
    pub sizes: Vec<u64>,
    /// The start of each shard, and the end, in bytes or rows of all files together.
    pub offsets: Vec<u64>,
    /// For each shard, the first 16 hexadecimal digits of a SHA-256 of its rows; in a text, of the header and its bytes.
    pub hashes: Vec<String>,
}

/// The reason why a data set has no outline.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {problem}")]
pub struct OutlineError {
    /// The name of the file.
    pub file: String,
    /// The problem with it.
    pub problem: Problem,
}

/// The reason why a file has no outline.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It has no rows.
    #[error("it has no rows")]
    NoRows,
    /// A CSV file begins with a blank line, or is empty.
    #[error("it has no header")]
    NoHeader,
    /// The header of a CSV file does not name the column.
    #[error("it has no column {column:?}; its columns are {columns}")]
    NoColumn {
        /// The missing column.
        column: String,
        /// The columns of the header, separated by commas.
        columns: String,
    },
    /// A CSV file's header differs from the first file's.
    #[error("its columns differ from those of {0}")]
    OtherHeader(String),
}

impl Form {
    /// The form of a CSV file with this header, whose positions are in the column with this name.
    ///
    /// # Errors
    ///
    /// If there is no header, or it does not name the column.
    pub fn of_header(header: &[u8], column: &str) -> Result<Self, Problem> {
        if header.trim_ascii().is_empty() {
            return Err(Problem::NoHeader);
        }
        let names = row::names(header);
        let no_column =
            || Problem::NoColumn { column: column.to_owned(), columns: names.join(", ") };
        let place = names.iter().position(|name| name == column).ok_or_else(no_column)?;
        Ok(Self::Csv { column: place, n_columns: names.len() })
    }
}
