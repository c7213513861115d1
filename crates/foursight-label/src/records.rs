//! Finds where the records of a text begin and end.

use std::io::{self, BufRead, Cursor, Read};

/// The maximum number of bytes in a quoted cell after its first line. A longer cell counts as unclosed; otherwise one
/// stray quote would swallow all rows after it.
const MAX_QUOTED_BYTES: usize = 4 << 10;

/// The maximum length of a line; without a limit, a line that does not end would fill the memory.
const MAX_LINE_BYTES: u64 = 64 << 20;

/// The byte order mark that some programs write at the start of a file.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The records of a text, one after another, each with its line break. In CSV, only a line feed ends a record, and a quoted
/// cell may have line feeds of its own. If such a cell is not closed, its record is one line.
pub(crate) struct Records<R> {
    /// Bytes to read before the input.
    put_back: Cursor<Vec<u8>>,
    input: R,
    is_csv: bool,
}

impl<R: BufRead> Records<R> {
    pub(crate) fn new(input: R, is_csv: bool) -> Self {
        Self { put_back: Cursor::default(), input, is_csv }
    }

    /// Reads the next record into `record`, which is empty after the last one.
    pub(crate) fn read(&mut self, record: &mut Vec<u8>) -> io::Result<()> {
        record.clear();
        self.read_line(record)?;
        let first_line = record.len();
        let mut state = if self.is_csv { State::behind(record) } else { State::Plain };
        while state == State::Quoted {
            let line = record.len();
            if line - first_line > MAX_QUOTED_BYTES || self.read_line(record)? == 0 {
                self.put_back(record.split_off(first_line));
                break;
            }
            state = state.after(&record[line..]);
        }
        Ok(())
    }

    /// Adds the next line to `record`.
    fn read_line(&mut self, record: &mut Vec<u8>) -> io::Result<usize> {
        let n_bytes = self.put_back.read_until(b'\n', record)?;
        if n_bytes > 0 && record.ends_with(b"\n") {
            return Ok(n_bytes);
        }
        let mut input = self.input.by_ref().take(MAX_LINE_BYTES);
        let n_read = if self.is_csv {
            input.read_until(b'\n', record)?
        } else {
            read_line(&mut input, record)?
        };
        if n_read as u64 == MAX_LINE_BYTES {
            return Err(io::Error::other("a line has 64 MiB or more"));
        }
        Ok(n_bytes + n_read)
    }

    /// Makes these bytes the next to be read.
    pub(crate) fn put_back(&mut self, mut bytes: Vec<u8>) {
        bytes.extend_from_slice(self.put_back.fill_buf().unwrap_or_default());
        self.put_back = Cursor::new(bytes);
    }
}

/// Adds the next line of `input` to `line`, with its end, which may be any that [`lines`](foursight::notation::lines)
/// knows, and returns its length.
///
/// # Errors
///
/// If `input` cannot be read.
pub fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    const ENDS: [&[u8]; 6] =
        [b"\n", b"\r", b"\x0c", "\u{85}".as_bytes(), "\u{2028}".as_bytes(), "\u{2029}".as_bytes()];
    let start = line.len();
    let mut is_ended = false;
    while !is_ended {
        let buffer = input.fill_buf()?;
        let before = line.len();
        for &byte in buffer {
            line.push(byte);
            is_ended = matches!(byte, b'\n' | b'\r' | b'\x0c' | 0x85 | 0xa8 | 0xa9)
                && ENDS.iter().any(|end| line[start..].ends_with(end));
            if is_ended {
                break;
            }
        }
        let n_bytes = line.len() - before;
        input.consume(n_bytes);
        if n_bytes == 0 {
            break;
        }
    }
    if line[start..].ends_with(b"\r") && input.fill_buf()?.first() == Some(&b'\n') {
        line.push(b'\n');
        input.consume(1);
    }
    Ok(line.len() - start)
}

/// Whether a CSV record has an unclosed quoted cell.
pub(crate) fn is_open(record: &[u8]) -> bool {
    State::behind(record) == State::Quoted
}

/// A place in a CSV record.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// A cell begins.
    Start,
    /// In a cell without quotes around it.
    Plain,
    /// In quotes.
    Quoted,
    /// After a quote within quotes, which either closes the cell or is the first of two that stand for one.
    Closing,
}

impl State {
    /// The place after the first line of a record.
    fn behind(line: &[u8]) -> Self {
        Self::Start.after(line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line))
    }

    fn after(self, bytes: &[u8]) -> Self {
        bytes.iter().fold(self, |state, byte| match (state, byte) {
            (Self::Quoted, b'"') => Self::Closing,
            (Self::Start | Self::Closing, b'"') | (Self::Quoted, _) => Self::Quoted,
            (_, b',') => Self::Start,
            _ => Self::Plain,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, is_csv: bool, expected: &[&str]) {
        let mut records = Records::new(text.as_bytes(), is_csv);
        let (mut found, mut record) = (Vec::new(), Vec::new());
        loop {
            records.read(&mut record).unwrap();
            if record.is_empty() {
                break;
            }
            found.push(String::from_utf8(record.clone()).unwrap());
        }
        assert_eq!(found, expected);
    }

    #[test]
    fn lines_end_as_on_any_system_and_records_of_csv_with_line_feeds() {
        check("", false, &[]);
        check("1\n\n2", false, &["1\n", "\n", "2"]);
        let odd = "1\r2\u{b}3\u{c}4\u{85}5\u{2028}6\r\n";
        check(odd, false, &["1\r", "2\u{b}3\u{c}", "4\u{85}", "5\u{2028}", "6\r\n"]);
        check(odd, true, &[odd]);
        check("\"1\n2\"\n", false, &["\"1\n", "2\"\n"]);
    }

    #[test]
    fn quoted_cells_have_line_feeds() {
        check("a,\"1\n2\"\nb\n", true, &["a,\"1\n2\"\n", "b\n"]);
        check("\"a\"\"\n\",1\nb\n", true, &["\"a\"\"\n\",1\n", "b\n"]);
        check("5\" long,1\nb\n", true, &["5\" long,1\n", "b\n"]);
        check("\u{feff}\"a\nb\"\n1\n", true, &["\u{feff}\"a\nb\"\n", "1\n"]);
        let long = format!("{}\"a\nb\"\n", "1,".repeat(MAX_QUOTED_BYTES));
        check(&long, true, &[&long]);
    }

    #[test]
    fn a_stray_quote_costs_one_line() {
        check("\"1\n2\n\"3\n4", true, &["\"1\n2\n\"3\n", "4"]);
        check("a\n\"1\n2\n3\n", true, &["a\n", "\"1\n", "2\n", "3\n"]);
        check("\"1\n\n,\"2\n3", true, &["\"1\n\n,\"2\n", "3"]);
        let many = format!("\"1\n{}\"\n", "2\n".repeat(MAX_QUOTED_BYTES));
        let mut lines = vec!["\"1\n"];
        lines.extend(vec!["2\n"; MAX_QUOTED_BYTES]);
        lines.push("\"\n");
        check(&many, true, &lines);
    }
}
