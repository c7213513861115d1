//! What a plan needs to know about a text before its rows are labeled.

use std::io::{self, BufRead};
use std::num::NonZeroUsize;

use sha2::{Digest, Sha256};

use crate::records::Records;
use crate::row::{self, Form};

/// Where the shards of a text begin, and what distinguishes it from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// How the text holds its rows.
    pub form: Form,
    /// The number of rows.
    pub n_rows: usize,
    /// The byte at which each shard begins, and the number of bytes of the text.
    pub offsets: Vec<u64>,
    /// For each shard, the first 16 hexadecimal digits of the SHA-256 of the header, if any, and its bytes.
    pub hashes: Vec<String>,
    /// The SHA-256 of the text, in hexadecimal.
    pub sha256: String,
}

/// Why a text has no outline.
#[derive(Debug, thiserror::Error)]
pub enum OutlineError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// There is no row in it.
    #[error("it has no rows")]
    NoRows,
    /// A CSV file begins with a blank line, or is empty.
    #[error("it has no header")]
    NoHeader,
    /// The header of a CSV file does not name the column.
    #[error("it has no column {column:?}; its columns are {columns}")]
    NoColumn {
        /// The column that was looked for.
        column: String,
        /// The columns of the header, with commas between them.
        columns: String,
    },
}

impl Outline {
    /// Reads a text once, from beginning to end: lines, or CSV if there is a `column`. Only the offset and the hash of each
    /// shard are kept in memory.
    ///
    /// # Errors
    ///
    /// If the text cannot be read, has no rows, or lacks the header or the column.
    pub fn read(
        text: impl BufRead,
        column: Option<&str>,
        rows_per_shard: NonZeroUsize,
    ) -> Result<Self, OutlineError> {
        let mut records = Records::new(text, column.is_some());
        let (mut whole, mut shard) = (Sha256::new(), Sha256::new());
        let (mut n_rows, mut n_bytes, mut record) = (0, 0, Vec::new());
        let (mut offsets, mut hashes) = (Vec::new(), Vec::new());
        let (mut form, mut header) = (Form::Lines, Vec::new());
        if let Some(column) = column {
            records.read(&mut record)?;
            whole.update(&record);
            n_bytes += record.len() as u64;
            form = Form::of_header(&record, column)?;
            header.clone_from(&record);
        }
        loop {
            records.read(&mut record)?;
            if n_rows > 0 && (record.is_empty() || n_rows % rows_per_shard == 0) {
                hashes.push(short(shard.finalize_reset()));
            }
            if record.is_empty() {
                break;
            }
            if n_rows % rows_per_shard == 0 {
                offsets.push(n_bytes);
                shard.update(&header);
            }
            whole.update(&record);
            shard.update(&record);
            n_bytes += record.len() as u64;
            n_rows += 1;
        }
        if n_rows == 0 {
            return Err(OutlineError::NoRows);
        }
        offsets.push(n_bytes);
        Ok(Self { form, n_rows, offsets, hashes, sha256: hex::encode(whole.finalize()) })
    }

    /// Whether these are the header and the bytes of a shard, as they were when the text was read.
    pub fn is_shard(hash: &str, header: &[u8], bytes: &[u8]) -> bool {
        short(Sha256::new().chain_update(header).chain_update(bytes).finalize()) == hash
    }
}

fn short(hash: impl AsRef<[u8]>) -> String {
    hex::encode(&hash.as_ref()[..8])
}

impl Form {
    /// The form of a CSV file with this header, whose positions are in the column of this name.
    ///
    /// # Errors
    ///
    /// If there is no header, or it does not name the column.
    pub fn of_header(header: &[u8], column: &str) -> Result<Self, OutlineError> {
        let cells = row::cells(header);
        if header.trim_ascii().is_empty() {
            return Err(OutlineError::NoHeader);
        }
        let names: Vec<_> = cells.iter().map(|name| String::from_utf8_lossy(name)).collect();
        let place = names.iter().position(|name| name.trim_start_matches('\u{feff}') == column);
        let no_column =
            || OutlineError::NoColumn { column: column.to_owned(), columns: names.join(", ") };
        place.map(|column| Self::Csv { column }).ok_or_else(no_column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(text: &str, column: Option<&str>) -> Result<Outline, OutlineError> {
        Outline::read(text.as_bytes(), column, NonZeroUsize::new(2).unwrap())
    }

    #[test]
    fn shards_begin_at_rows() {
        let found = outline("1\n22\n\n4", None).unwrap();
        assert_eq!((found.n_rows, found.offsets.as_slice()), (4, &[0, 5, 7][..]));
        assert!(Outline::is_shard(&found.hashes[0], b"", b"1\n22\n"));
        assert!(Outline::is_shard(&found.hashes[1], b"", b"\n4"));
        assert!(!Outline::is_shard(&found.hashes[1], b"", b"\n5"));
        let found = outline("\u{feff}a,b\n\"1\n1\",2\n3\n5\n", Some("b")).unwrap();
        assert_eq!(found.form, Form::Csv { column: 1 });
        assert_eq!((found.n_rows, found.offsets.as_slice()), (3, &[7, 17, 19][..]));
        assert!(Outline::is_shard(&found.hashes[1], "\u{feff}a,b\n".as_bytes(), b"5\n"));
        assert!(!Outline::is_shard(&found.hashes[1], "\u{feff}b,a\n".as_bytes(), b"5\n"));
        assert_eq!(outline("\u{feff}a\n1", Some("a")).unwrap().form, Form::Csv { column: 0 });
    }

    #[test]
    fn what_has_no_rows_or_columns_is_refused() {
        let refused = |text, column| outline(text, column).unwrap_err().to_string();
        assert_eq!(refused("", None), "it has no rows");
        assert_eq!(refused("a,b\n", Some("a")), "it has no rows");
        assert_eq!(refused("\n44\n", Some("c")), "it has no header");
        assert_eq!(refused("a,b\n", Some("c")), "it has no column \"c\"; its columns are a, b");
    }
}
