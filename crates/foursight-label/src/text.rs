//! A data set's text files, read as one text: their rows follow one another.

use std::io::{self, BufRead, Read};
use std::num::NonZeroUsize;

use foursight::notation::Expected;
use sha2::{Digest, Sha256};

use crate::outline::{Outline, OutlineError, Problem};
use crate::packing::{Bytes, Packing};
use crate::records::Records;
use crate::row::{Form, Row};

/// Opens the file with this name: its bytes from the first offset up to the second, if given.
pub type Open = Box<dyn Fn(&str, u64, Option<u64>) -> io::Result<Bytes> + Send>;

/// Files of lines or CSV. Offsets in them count the unpacked bytes of all files in order.
pub struct Texts {
    names: Vec<String>,
    open: Open,
    column: Option<String>,
    header: Option<Vec<u8>>,
    unpacked: Option<Unpacked>,
}

/// A compressed file, unpacked up to some offset: consecutive shards read it only once.
struct Unpacked {
    file: usize,
    place: u64,
    text: Box<dyn BufRead + Send>,
}

impl Texts {
    /// The files with these names, which are CSV if there is a `column` with the positions. `.gz` and `.zst` are
    /// compressed.
    pub fn new(names: Vec<String>, column: Option<&str>, open: Open) -> Self {
        Self { names, open, column: column.map(str::to_owned), header: None, unpacked: None }
    }

    /// Reads all files once. Only the offset and the hash of each shard are kept in memory.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, has no rows, or lacks the header or the column.
    pub fn outline(&self, rows_per_shard: NonZeroUsize) -> Result<Outline, OutlineError> {
        let mut outline = Outline::default();
        let (mut shard, mut record, mut place) = (Sha256::new(), Vec::new(), 0);
        let mut header: Option<Vec<u8>> = None;
        for name in &self.names {
            let in_file = |problem| OutlineError { file: name.clone(), problem };
            let start = place;
            let bytes = (self.open)(name, 0, None).map_err(|error| in_file(error.into()))?;
            let text = Packing::of_name(name).unpack(bytes);
            let mut records = Records::new(text, self.column.is_some());
            let mut read = |record: &mut Vec<u8>| {
                records.read(record).map_err(|error| in_file(Problem::Io(error)))
            };
            if let Some(column) = &self.column {
                read(&mut record)?;
                place += record.len() as u64;
                match &header {
                    Some(first) if trimmed(first) != trimmed(&record) => {
                        return Err(in_file(Problem::OtherHeader(self.names[0].clone())));
                    }
                    // The header of a further file may lie in the middle of a shard.
                    Some(_) => shard.update(&record),
                    None => {
                        Form::of_header(&record, column).map_err(in_file)?;
                        header = Some(record.clone());
                    }
                }
            }
            loop {
                read(&mut record)?;
                if record.is_empty() {
                    break;
                }
                if outline.rows.is_multiple_of(rows_per_shard.get()) {
                    let done = shard.finalize_reset();
                    if outline.rows > 0 {
                        outline.hashes.push(short(done));
                    }
                    outline.offsets.push(place);
                    shard.update(header.as_deref().unwrap_or_default());
                }
                shard.update(&record);
                place += record.len() as u64;
                outline.rows += 1;
            }
            outline.sizes.push(place - start);
        }
        if outline.rows == 0 {
            let file = self.names.join(", ");
            return Err(OutlineError { file, problem: Problem::NoRows });
        }
        outline.hashes.push(short(shard.finalize()));
        outline.offsets.push(place);
        Ok(outline)
    }

    /// The rows of a shard; none if it has changed since the outline was read.
    ///
    /// # Errors
    ///
    /// If a file cannot be read.
    pub fn rows(
        &mut self,
        outline: &Outline,
        shard: usize,
        expected: Expected,
    ) -> io::Result<Option<Vec<Row>>> {
        let header = self.header(outline)?;
        let form = match &self.column {
            None => Form::Lines,
            Some(column) => match Form::of_header(&header, column) {
                Ok(form) => form,
                Err(_) => return Ok(None),
            },
        };
        let mut hash = Sha256::new().chain_update(&header);
        let mut rows = Vec::new();
        let mut first = 0;
        for (file, size) in outline.sizes.iter().enumerate() {
            let start = outline.offsets[shard].max(first);
            let end = outline.offsets[shard + 1].min(first + size);
            if start < end {
                let bytes = self.bytes(file, start - first, end - first)?;
                hash.update(&bytes);
                let has_header = self.column.is_some() && start == first;
                rows.extend(form.rows(&bytes, expected).into_iter().skip(has_header.into()));
            }
            first += size;
        }
        Ok((short(hash.finalize()) == outline.hashes[shard]).then_some(rows))
    }

    /// The header of the first file, if any.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn header(&mut self, outline: &Outline) -> io::Result<Vec<u8>> {
        if self.column.is_none() {
            return Ok(Vec::new());
        }
        if self.header.is_none() {
            // The header is that of the first file, which may have no rows.
            let end = outline.offsets[0].min(outline.sizes[0]);
            self.header = Some(self.bytes(0, 0, end)?);
        }
        Ok(self.header.clone().unwrap_or_default())
    }

    fn bytes(&mut self, file: usize, start: u64, end: u64) -> io::Result<Vec<u8>> {
        let (name, mut bytes) = (&self.names[file], Vec::new());
        let packing = Packing::of_name(name);
        if packing == Packing::Plain {
            bytes.reserve_exact(usize::try_from(end - start).map_err(io::Error::other)?);
            (self.open)(name, start, Some(end))?.take(end - start).read_to_end(&mut bytes)?;
            return Ok(bytes);
        }
        let is_before = |unpacked: &Unpacked| unpacked.file == file && unpacked.place <= start;
        let mut unpacked = match self.unpacked.take().filter(is_before) {
            Some(unpacked) => unpacked,
            None => Unpacked { file, place: 0, text: packing.unpack((self.open)(name, 0, None)?) },
        };
        let skipped = start - unpacked.place;
        io::copy(&mut (&mut unpacked.text).take(skipped), &mut io::sink())?;
        (&mut unpacked.text).take(end - start).read_to_end(&mut bytes)?;
        unpacked.place = end;
        self.unpacked = Some(unpacked);
        Ok(bytes)
    }
}

/// A header without the byte order mark and line break around its names.
fn trimmed(header: &[u8]) -> &[u8] {
    header.strip_prefix(b"\xef\xbb\xbf").unwrap_or(header).trim_ascii_end()
}

fn short(hash: impl AsRef<[u8]>) -> String {
    hex::encode(&hash.as_ref()[..8])
}

/// The hash of a shard, in the form of [`Outline::hashes`].
pub fn short_hash(hash: Sha256) -> String {
    short(hash.finalize())
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::packing::tests::{gzip, zstd};

    /// Texts in memory, and the number of times that one was opened.
    fn texts(files: &[(&str, &[u8])], column: Option<&str>) -> (Texts, Arc<AtomicUsize>) {
        let names = files.iter().map(|(name, _)| (*name).to_owned()).collect();
        let files: Vec<(String, Vec<u8>)> =
            files.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec())).collect();
        let n_opened = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&n_opened);
        let open = move |name: &str, start: u64, _| -> io::Result<Bytes> {
            count.fetch_add(1, Ordering::Relaxed);
            let (_, bytes) = files.iter().find(|(other, _)| other == name).unwrap();
            Ok(Box::new(Cursor::new(bytes[start as usize..].to_vec())))
        };
        (Texts::new(names, column, Box::new(open)), n_opened)
    }

    fn outline(texts: &Texts) -> Result<Outline, OutlineError> {
        texts.outline(NonZeroUsize::new(2).unwrap())
    }

    /// The text and the other cells of each row of each shard.
    #[track_caller]
    fn check(files: &[(&str, &[u8])], column: Option<&str>, expected: &[&[&str]]) {
        let (mut texts, _) = texts(files, column);
        let outline = outline(&texts).unwrap();
        let shards: Vec<Vec<String>> = (0..outline.hashes.len())
            .map(|shard| texts.rows(&outline, shard, Expected::Any).unwrap().expect("the same"))
            .map(|rows| {
                let text = |row: Row| {
                    let text = row.text.unwrap_or_default().into_bytes();
                    let cells: Vec<Vec<u8>> = [text].into_iter().chain(row.others).collect();
                    String::from_utf8(cells.join(&b'|')).unwrap()
                };
                rows.into_iter().map(text).collect()
            })
            .collect();
        assert_eq!(shards, expected);
        assert_eq!(outline.rows, expected.iter().map(|rows| rows.len()).sum::<usize>());
    }

    #[test]
    fn files_follow_one_another() {
        check(&[("a.txt", b"1\n22\n\n4")], None, &[&["1", "22"], &["", "4"]]);
        let (packed, more) = (gzip(b"1\n2"), zstd(b"3\n4\n5\n"));
        let files = [("a.gz", &packed[..]), ("b", b""), ("c.zst", &more), ("d", b"6")];
        check(&files, None, &[&["1", "2"], &["3", "4"], &["5", "6"]]);
    }

    #[test]
    fn each_csv_file_has_its_header() {
        let one = [("a.csv", &b"\xef\xbb\xbfa,b\n\"1\n1\",2\n3\n5,6,7\n"[..])];
        check(&one, Some("b"), &[&["2|1\n1", "|3"], &["6|5"]]);
        let packed = zstd(b"a,b\r\n3,4");
        let files = [
            ("0.csv", &b"a,b\n"[..]),
            ("a.csv", b"a,b\n1,2\n"),
            ("b.csv.zst", &packed),
            ("c.csv", b"\xef\xbb\xbfa,b\n5,6\n7,8\n9,9\n"),
            ("d.csv", b"a,b\n"),
        ];
        check(&files, Some("a"), &[&["1|2", "3|4"], &["5|6", "7|8"], &["9|9"]]);
    }

    #[test]
    fn a_shard_that_changed_is_noticed() {
        for (column, before, changes) in [
            (None, "1\n22\n3\n", ["1\n23\n3\n", "1\n2", "\n1\n22\n3\n"]),
            (Some("a"), "a,b\n1,2\n", ["b,a\n1,2\n", "a,b\n1,3\n", "c,b\n1,2\n"]),
        ] {
            let outline = outline(&texts(&[("f", before.as_bytes())], column).0).unwrap();
            for after in changes {
                let (mut texts, _) = texts(&[("f", after.as_bytes())], column);
                let rows = texts.rows(&outline, 0, Expected::Any).unwrap();
                assert!(rows.is_none(), "{after:?} instead of {before:?}");
            }
        }
    }

    /// If each shard unpacked the file again, the time would grow with the square of the number of shards.
    #[test]
    fn a_compressed_file_is_unpacked_once_for_all_its_shards() {
        let packed = gzip(&b"4\n".repeat(100));
        let (mut texts, n_opened) = texts(&[("a.gz", &packed)], None);
        let outline = outline(&texts).unwrap();
        for shard in 0..50 {
            assert!(texts.rows(&outline, shard, Expected::Any).unwrap().is_some());
        }
        assert_eq!(n_opened.load(Ordering::Relaxed), 2, "for the outline and for the rows");
        assert!(texts.rows(&outline, 3, Expected::Any).unwrap().is_some(), "one steps back");
    }

    #[test]
    fn what_has_no_rows_or_columns_is_refused() {
        #[track_caller]
        fn refused(files: &[(&str, &[u8])], column: Option<&str>) -> String {
            outline(&texts(files, column).0).unwrap_err().to_string()
        }
        assert_eq!(refused(&[("f", b"")], None), "f: it has no rows");
        assert_eq!(refused(&[("f", b"a,b\n")], Some("a")), "f: it has no rows");
        assert_eq!(refused(&[("f", b"\n44\n")], Some("c")), "f: it has no header");
        let no_column = "f: it has no column \"c\"; its columns are a, b";
        assert_eq!(refused(&[("f", b"a,b\n")], Some("c")), no_column);
        let files = [("f", &b"a,b\n1,2\n"[..]), ("g", b"b,a\n1,2\n")];
        assert_eq!(refused(&files, Some("a")), "g: its columns differ from those of f");
        assert!(refused(&[("f.gz", b"44\n")], None).starts_with("f.gz: "));
    }
}
