//! The rows of a text file, some at a time.

use std::fs::File;
use std::io::{self, BufRead};
use std::num::NonZeroUsize;
use std::path::Path;

use foursight::notation::{Expected, Notation, uci};

use crate::packing::unpack;
use crate::records::Records;
use crate::row::{self, Form, Row};

/// Files that only other programs read.
const COLUMNS: [&str; 5] = ["parquet", "arrow", "feather", "ipc", "npy"];

/// A file of lines or CSV, read once from its beginning to its end.
pub struct Blocks {
    records: Records<Box<dyn BufRead + Send>>,
    form: Form,
    header: Vec<u8>,
}

/// Consecutive rows of a file.
#[derive(Debug)]
pub struct Block {
    /// The header of a CSV file, and the rows as they are in the file.
    pub bytes: Vec<u8>,
    /// The number of rows.
    pub n_rows: usize,
    n_header_bytes: usize,
    form: Form,
}

/// The reason why a file has no rows.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It has no positions that this crate can read, for this reason.
    #[error("{0}")]
    NoPositions(String),
}

impl Blocks {
    /// The rows of the file at this path, which is CSV if its name ends in `.csv`: `column` has the positions, unless
    /// each line is a position with one cell a column, as in the UCI data set. Files that end in `.gz` and `.zst` are
    /// unpacked.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or it is CSV without this column.
    pub fn open(path: &Path, column: &str) -> Result<Self, Problem> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let plain = name.trim_end_matches(".gz").trim_end_matches(".zst");
        let extension = plain.rsplit_once('.').map_or("", |(_, extension)| extension);
        if COLUMNS.contains(&extension) {
            let message = "it has neither lines nor CSV: label it in Python, with foursight.label";
            return Err(Problem::NoPositions(message.to_owned()));
        }
        let text = unpack(&name, Box::new(File::open(path)?));
        Self::new(text, (extension == "csv").then_some(column))
    }

    fn new(text: Box<dyn BufRead + Send>, column: Option<&str>) -> Result<Self, Problem> {
        let mut records = Records::new(text, column.is_some());
        let (mut form, mut header) = (Form::Lines, Vec::new());
        if let Some(column) = column {
            records.read(&mut header)?;
            let line = String::from_utf8_lossy(&header);
            if uci::is_header(&line) {
                header.clear();
            } else if Notation::detect(&line, Expected::ANY) == Notation::Uci {
                records.put_back(std::mem::take(&mut header));
            } else {
                form = Form::of_header(&header, column)?;
            }
        }
        Ok(Self { records, form, header })
    }

    /// The column names of a CSV file.
    pub fn names(&self) -> Vec<String> {
        if self.header.is_empty() { Vec::new() } else { row::names(&self.header) }
    }

    /// The next rows, `n_rows` unless the file ends before; `None` after the last one.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn next(&mut self, n_rows: NonZeroUsize) -> io::Result<Option<Block>> {
        let (bytes, n_header_bytes) = (self.header.clone(), self.header.len());
        let mut block = Block { bytes, n_rows: 0, n_header_bytes, form: self.form };
        let mut record = Vec::new();
        while block.n_rows < n_rows.get() {
            self.records.read(&mut record)?;
            if record.is_empty() {
                break;
            }
            block.bytes.extend_from_slice(&record);
            block.n_rows += 1;
        }
        Ok((block.n_rows > 0).then_some(block))
    }
}

impl Block {
    /// The rows.
    pub fn rows(&self, expected: Expected, notation: Option<Notation>) -> Vec<Row> {
        self.form.rows(&self.bytes[self.n_header_bytes..], expected, notation)
    }
}

impl Form {
    /// The form of a CSV file with this header, whose positions are in the column with this name.
    ///
    /// # Errors
    ///
    /// If there is no header, or it does not name the column.
    pub fn of_header(header: &[u8], column: &str) -> Result<Self, Problem> {
        if header.trim_ascii().is_empty() {
            return Err(Problem::NoPositions("it has no header".to_owned()));
        }
        let names = row::names(header);
        let columns =
            || format!("it has no column {column:?}; its columns are {}", names.join(", "));
        let no_column = || Problem::NoPositions(columns());
        let place = names.iter().position(|name| name == column).ok_or_else(no_column)?;
        Ok(Self::Csv { column: place, n_columns: names.len() })
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn blocks(text: &[u8], column: Option<&str>) -> Result<Blocks, Problem> {
        Blocks::new(Box::new(Cursor::new(text.to_vec())), column)
    }

    /// The text and the other cells of each row of each block of two.
    #[track_caller]
    fn check(text: &[u8], column: Option<&str>, expected: &[&[&str]]) {
        let mut blocks = blocks(text, column).unwrap();
        let mut found = Vec::new();
        while let Some(block) = blocks.next(NonZeroUsize::new(2).unwrap()).unwrap() {
            let cells = |row: Row| {
                let text = row.text.unwrap_or_default().into_bytes();
                let cells: Vec<Vec<u8>> = [text].into_iter().chain(row.others).collect();
                String::from_utf8(cells.join(&b'|')).unwrap()
            };
            let rows: Vec<String> =
                block.rows(Expected::ANY, None).into_iter().map(cells).collect();
            assert_eq!(block.n_rows, rows.len());
            found.push(rows);
        }
        assert_eq!(found, expected);
    }

    #[test]
    fn every_row_is_in_one_block() {
        check(b"1\n22\n\n4", None, &[&["1", "22"], &["", "4"]]);
        check(b"1\n", None, &[&["1"]]);
        check(b"", None, &[]);
        let csv = b"\xef\xbb\xbfa,b\n\"1\n1\",2\n3\n5,6,7\n";
        check(csv, Some("b"), &[&["2|1\n1", "|3"], &["6|5"]]);
        check(b"a,b\n", Some("a"), &[]);
    }

    #[test]
    fn lines_with_one_cell_a_column_are_positions() {
        let row = ["x", "o", "b"].iter().chain(["b"].iter().cycle().take(39));
        let row = row.copied().collect::<Vec<_>>().join(",");
        let header = "a1,a2,a3,a4,a5,a6,b1,b2,b3,class";
        let rows = format!("{row}\n{row},win\n");
        let expected: &[&[&str]] = &[&[&row, &format!("{row},win")]];
        check(rows.as_bytes(), Some("position"), expected);
        check(format!("{header}\n{rows}").as_bytes(), Some("position"), expected);
    }

    #[test]
    fn a_block_has_all_that_its_labels_depend_on() {
        let bytes = |text: &[u8], column| {
            let mut blocks = blocks(text, column).unwrap();
            blocks.next(NonZeroUsize::MAX).unwrap().unwrap().bytes
        };
        assert_ne!(bytes(b"a,b\n1,2\n", Some("a")), bytes(b"b,a\n1,2\n", Some("a")));
        assert_ne!(bytes(b"1\n2\n", None), bytes(b"1\n3\n", None));
    }
}
