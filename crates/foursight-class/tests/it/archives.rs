//! Hostile archives for tests.

use std::io::{Cursor, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

pub(crate) fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

pub(crate) fn zip_with_link(name: &str, target: &str) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.add_symlink(name, target, SimpleFileOptions::default()).unwrap();
    writer.finish().unwrap().into_inner()
}

/// The crate's writer would refuse names that lead out of the folder, so these headers are made by hand.
pub(crate) fn tar(files: &[(&str, &[u8])]) -> Vec<u8> {
    let entries = files.iter().flat_map(|(name, content)| entry(name, b'0', "", content));
    entries.chain([0; 1024]).collect()
}

/// An archive with an entry that is not a file.
pub(crate) fn tar_with(name: &str, kind: u8, link: &str) -> Vec<u8> {
    entry(name, kind, link, b"").into_iter().chain([0; 1024]).collect()
}

pub(crate) fn entry(name: &str, kind: u8, link: &str, content: &[u8]) -> Vec<u8> {
    let mut header = [0; 512];
    let mut put = |at: usize, text: &[u8]| header[at..at + text.len()].copy_from_slice(text);
    put(0, name.as_bytes());
    put(100, b"0000644\0");
    put(124, format!("{:011o}\0", content.len()).as_bytes());
    put(148, b"        ");
    put(156, &[kind]);
    put(157, link.as_bytes());
    put(257, b"ustar\x0000");
    let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    let padding = vec![0; content.len().next_multiple_of(512) - content.len()];
    [&header, content, &padding].concat()
}

pub(crate) fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}
