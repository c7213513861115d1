//! Reproducible archives: sorted, owned by root, with one date.

use std::collections::BTreeMap;
use std::io::Write as _;

use anyhow::Result;
use flate2::{Compression, GzBuilder};

/// A released file.
pub(super) struct Item {
    /// The path of the file in the archive, with slashes but without a leading one.
    pub(super) path: String,
    pub(super) bytes: Vec<u8>,
    /// Whether it is executable.
    pub(super) is_program: bool,
}

impl Item {
    pub(super) fn new(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { path: path.into(), bytes: bytes.into(), is_program: false }
    }
}

/// Packs files and their folders.
pub(super) fn tar_gz(items: &[Item], seconds: u64) -> Result<Vec<u8>> {
    let mut entries = BTreeMap::new();
    for item in items {
        let folders = item.path.match_indices('/').map(|(end, _)| &item.path[..=end]);
        entries.extend(folders.map(|folder| (folder, None)));
        entries.insert(&item.path, Some(item));
    }
    let mut builder = tar::Builder::new(Vec::new());
    for (path, item) in entries {
        let mut header = tar::Header::new_gnu();
        header.set_mtime(seconds);
        header.set_uid(0);
        header.set_gid(0);
        header.set_username("root")?;
        header.set_groupname("root")?;
        let is_plain = item.is_some_and(|item| !item.is_program);
        header.set_mode(if is_plain { 0o644 } else { 0o755 });
        let kind = if item.is_some() { tar::EntryType::Regular } else { tar::EntryType::Directory };
        header.set_entry_type(kind);
        let bytes = item.map_or(&[][..], |item| &item.bytes);
        header.set_size(bytes.len() as u64);
        builder.append_data(&mut header, path, bytes)?;
    }
    gzip(&builder.into_inner()?)
}

/// Compresses bytes, without a name or a date.
pub(super) fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzBuilder::new().write(Vec::new(), Compression::default());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

/// Packs files like `ar`: the outer format of a Debian package. Names have at most 15 bytes.
pub(super) fn ar(members: &[(&str, &[u8])], seconds: u64) -> Vec<u8> {
    let mut archive = b"!<arch>\n".to_vec();
    for (name, bytes) in members {
        let n_bytes = bytes.len();
        let header =
            format!("{name:<16}{seconds:<12}{0:<6}{0:<6}{1:<8}{n_bytes:<10}`\n", 0, 100_644);
        archive.extend(header.bytes());
        archive.extend(*bytes);
        if n_bytes % 2 == 1 {
            archive.push(b'\n');
        }
    }
    archive
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::GzDecoder;

    use super::*;

    fn items() -> Vec<Item> {
        let program = Item { is_program: true, ..Item::new("b/bin/play", "run") };
        vec![Item::new("b/readme", "text"), program]
    }

    #[test]
    fn entries_are_sorted_dated_and_owned_by_root() {
        let packed = tar_gz(&items(), 1_700_000_000).unwrap();
        let mut archive = tar::Archive::new(GzDecoder::new(&packed[..]));
        let mut seen = Vec::new();
        for entry in archive.entries().unwrap() {
            let mut entry = entry.unwrap();
            let mut text = String::new();
            entry.read_to_string(&mut text).unwrap();
            let header = entry.header();
            assert_eq!((header.uid().unwrap(), header.gid().unwrap()), (0, 0));
            assert_eq!(header.mtime().unwrap(), 1_700_000_000);
            let path = entry.path().unwrap().to_str().unwrap().to_owned();
            seen.push((path, header.mode().unwrap(), text));
        }
        let expected = [
            ("b/", 0o755, ""),
            ("b/bin/", 0o755, ""),
            ("b/bin/play", 0o755, "run"),
            ("b/readme", 0o644, "text"),
        ];
        assert_eq!(seen, expected.map(|(path, mode, text)| (path.into(), mode, text.into())));
    }

    #[test]
    fn the_order_of_files_and_the_time_do_not_matter() {
        let mut turned = items();
        turned.reverse();
        assert_eq!(tar_gz(&items(), 5).unwrap(), tar_gz(&turned, 5).unwrap());
        assert_eq!(gzip(b"text").unwrap()[4..8], [0; 4], "no date");
    }

    #[test]
    fn members_of_ar_begin_at_even_bytes() {
        let packed = ar(&[("odd", b"1"), ("even", b"22")], 7);
        let expected = "!<arch>\n\
            odd             7           0     0     100644  1         `\n1\n\
            even            7           0     0     100644  2         `\n22";
        assert_eq!(String::from_utf8(packed).unwrap(), expected);
    }
}
