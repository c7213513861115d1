//! One row of a data set: a position, or the reason why it is not one.

use foursight::notation::{Expected, Notation};
use foursight::{AnySize, Position};

use crate::records::{Records, is_open};

/// The format of the rows in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A position on each line.
    Lines,
    /// CSV.
    Csv {
        /// The column of the positions, counted from 0.
        column: usize,
        /// The number of columns of the header. Missing cells are empty, and surplus cells are ignored.
        n_columns: usize,
    },
}

impl Form {
    /// The rows in these bytes, which contain only whole rows.
    pub fn rows(self, bytes: &[u8], expected: Expected, notation: Option<Notation>) -> Vec<Row> {
        let mut records = Records::new(bytes, matches!(self, Self::Csv { .. }));
        let (mut rows, mut record, mut cells) = (Vec::new(), Vec::new(), Cells::new());
        loop {
            records.read(&mut record).expect("memory can be read");
            if record.is_empty() {
                return rows;
            }
            rows.push(self.row(
                &record,
                |bytes| Row::of_bytes(bytes, expected, notation),
                &mut cells,
            ));
        }
    }

    fn row(self, record: &[u8], read: impl Fn(&[u8]) -> Row, cells: &mut Cells) -> Row {
        let Self::Csv { column, n_columns } = self else { return read(record) };
        let empty = vec![Vec::new(); n_columns.saturating_sub(1)];
        if is_open(record) {
            let text = String::from_utf8_lossy(record).trim().to_owned();
            let position = Err("a quoted cell is not closed".to_owned());
            return Row { text: Some(text), position, others: empty };
        }
        let cells = cells.read(record);
        let row = cells.get(column).map_or_else(Row::of_nothing, |cell| read(cell));
        let others = (0..n_columns).filter(|&place| place != column);
        let others =
            others.map(|place| cells.get(place).map_or_else(Vec::new, |cell| cell.to_vec()));
        Row { others: others.collect(), ..row }
    }
}

/// The column names of a CSV file with this header.
pub(crate) fn names(header: &[u8]) -> Vec<String> {
    let name =
        |cell: &[u8]| String::from_utf8_lossy(cell).trim_start_matches('\u{feff}').to_owned();
    Cells::new().read(header).into_iter().map(name).collect()
}

/// A reader of the cells of CSV records, reused because creating one takes longer than reading a
/// record.
struct Cells {
    reader: csv_core::Reader,
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl Cells {
    fn new() -> Self {
        // No other byte may end a record, because the bytes are those of a single record.
        let terminator = csv_core::Terminator::Any(b'\n');
        let reader = csv_core::ReaderBuilder::new().terminator(terminator).build();
        Self { reader, text: Vec::new(), ends: Vec::new() }
    }

    /// The cells of a record.
    fn read(&mut self, record: &[u8]) -> Vec<&[u8]> {
        let line = record.strip_suffix(b"\n").unwrap_or(record);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        // Each byte may be the text of a cell, or end one.
        self.text.resize(line.len() + 1, 0);
        self.ends.resize(line.len() + 1, 0);
        self.reader.reset();
        let (_, _, n_bytes, n_ends) = self.reader.read_record(line, &mut self.text, &mut self.ends);
        let (text, ends) = (&mut self.text[n_bytes..], &mut self.ends[n_ends..]);
        // The end of the input ends the last cell.
        let (_, _, _, n_last) = self.reader.read_record(&[], text, ends);
        let ends = &self.ends[..n_ends + n_last];
        let starts = [0].iter().chain(ends);
        starts.zip(ends).map(|(&start, &end)| &self.text[start..end]).collect()
    }
}

/// One row of a data set.
#[derive(Clone, Debug)]
pub struct Row {
    /// The position as given; none for boards from arrays, and for empty rows.
    pub text: Option<String>,
    /// The position, or the reason why it is not one.
    pub position: Result<Position<AnySize>, String>,
    /// The cells of the other columns of a CSV file.
    pub others: Vec<Vec<u8>>,
}

impl Row {
    /// A position in any notation. Blank text is a mistake rather than the empty board, which is `[]`.
    pub fn of_text(text: &str, expected: Expected, notation: Option<Notation>) -> Self {
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() {
            return Self { text: Some(String::new()), ..Self::of_nothing() };
        }
        let game = match notation {
            Some(notation) => notation.read(text, expected),
            None => Notation::read_any(text, expected),
        };
        let position = game.map(|game| *game.position()).map_err(|error| error.to_string());
        Self { text: Some(text.to_owned()), position, ..Self::of_nothing() }
    }

    /// The same, from bytes that may not be valid text.
    pub fn of_bytes(bytes: &[u8], expected: Expected, notation: Option<Notation>) -> Self {
        match str::from_utf8(bytes) {
            Ok(text) => Self::of_text(text, expected, notation),
            Err(error) => Self {
                text: Some(String::from_utf8_lossy(bytes).trim().to_owned()),
                position: Err(format!("byte {} is not UTF-8", error.valid_up_to() + 1)),
                others: Vec::new(),
            },
        }
    }

    /// Whether it is a list of moves with a 0, as if columns counted from 0.
    pub fn counts_from_0(&self) -> bool {
        let text = self.text.as_deref().unwrap_or_default();
        text.contains('0') && text.bytes().all(|byte| byte.is_ascii_digit())
    }

    /// An empty row.
    pub fn of_nothing() -> Self {
        let message = "there is no position; the empty board is []";
        Self { text: None, position: Err(message.to_owned()), others: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text of each row, or why it is not a position.
    #[track_caller]
    fn check(form: Form, bytes: &[u8], expected: &[Result<&str, &str>]) {
        let rows = form.rows(bytes, Expected::ANY, None);
        let found: Vec<Result<&str, &str>> = rows
            .iter()
            .map(|row| match &row.position {
                Ok(_) => Ok(row.text.as_deref().unwrap()),
                Err(error) => Err(error.as_str()),
            })
            .collect();
        assert_eq!(found, expected);
    }

    const NOTHING: Result<&str, &str> = Err("there is no position; the empty board is []");

    #[test]
    fn every_line_is_a_row() {
        let bytes = b"\xef\xbb\xbf44\r\n\n  \n 45\t\n[]\n4\xff\n44\xe2\x80\xa8\n4\r4\n9\n44444444\n12121212\n4 4";
        check(
            Form::Lines,
            bytes,
            &[
                Ok("44"),
                NOTHING,
                NOTHING,
                Ok("45"),
                Ok("[]"),
                Err("byte 2 is not UTF-8"),
                Ok("44"),
                NOTHING,
                Ok("4"),
                Ok("4"),
                Err("move 1: '9' is not a column from 1 to 7"),
                Err("move 7: column d is full"),
                Err("move 8: the game is over: red has won"),
                Ok("4 4"),
            ],
        );
    }

    #[test]
    fn every_record_of_csv_is_a_row() {
        let bytes =
            b"1,\"44\"\r\n1\n\n1,\n1,\"4\n4\",x\n2,\" 45 \"\n1,4\r4\n1,44\"\n1,\xff\n1,\"44\n2,45";
        check(
            Form::Csv { column: 1, n_columns: 2 },
            bytes,
            &[
                Ok("44"),
                NOTHING,
                NOTHING,
                NOTHING,
                Err("boards of 1x2 are not supported (each side is 3 to 10)"),
                Ok("45"),
                Err("boards of 1x2 are not supported (each side is 3 to 10)"),
                Err("move 3: '\"' is not a column from 1 to 7"),
                Err("byte 1 is not UTF-8"),
                Err("a quoted cell is not closed"),
                Ok("45"),
            ],
        );
    }
}
