//! Files with the launchers' stamp: an ELF note in every build and every copy, whatever its name. A library that
//! programs inside must not use carries the stamp, too.

use std::fs::OpenOptions;
use std::io;
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt};
use std::path::Path;

use elf::endian::AnyEndian;
use elf::file::{FileHeader, parse_ident};
use elf::parse::ParseError;
use elf::segment::{ProgramHeader, SegmentTable};
use foursight_stamp::NOTE_TEXT;
use nix::libc::O_NONBLOCK;

/// The minimum size of a launcher.
pub(crate) const MIN_BYTES: u64 = 1 << 17;

/// The part of a file that is read: its header and its segment headers.
const HEADERS: usize = 1 << 12;

/// The number of bytes read of each segment of notes.
const MAX_NOTES: u64 = 1 << 16;

const MAGIC: &[u8] = b"\x7fELF";

/// Whether a file is a launcher: this program, another build of it, or a copy or link of either.
///
/// A file that can be run but not read counts as one, because its content is unknown. A packed or altered copy does not
/// count.
pub(crate) fn is_launcher(path: &Path) -> bool {
    let Ok(metadata) = path.metadata() else { return false };
    if !metadata.is_file() || metadata.len() < MIN_BYTES {
        return false;
    }
    match is_stamped(path) {
        Ok(is_stamped) => is_stamped,
        Err(error) => {
            error.kind() == io::ErrorKind::PermissionDenied && metadata.mode() & 0o111 != 0
        }
    }
}

/// Whether the stamp can be read in a file.
///
/// # Errors
///
/// If the file cannot be read at all.
pub(crate) fn is_stamped(path: &Path) -> io::Result<bool> {
    // A named pipe that has taken the file's place does not block.
    let file = OpenOptions::new().read(true).custom_flags(O_NONBLOCK).open(path)?;
    let mut headers = [0; HEADERS];
    if file.read_exact_at(&mut headers, 0).is_err() || !headers.starts_with(MAGIC) {
        return Ok(false);
    }
    let segments = segments(&headers).unwrap_or_default();
    let mut notes = segments.iter().filter(|segment| segment.p_type == elf::abi::PT_NOTE);
    Ok(notes.any(|segment| {
        let mut notes = vec![0; segment.p_filesz.min(MAX_NOTES) as usize];
        file.read_exact_at(&mut notes, segment.p_offset).is_ok()
            && notes.windows(NOTE_TEXT.len()).any(|part| part == NOTE_TEXT)
    }))
}

fn segments(headers: &[u8]) -> Result<Vec<ProgramHeader>, ParseError> {
    let ident = parse_ident::<AnyEndian>(headers)?;
    let header = FileHeader::parse_tail(ident, headers.get(elf::abi::EI_NIDENT..).unwrap_or(&[]))?;
    let start = usize::try_from(header.e_phoff)?;
    let table = headers.get(start..).unwrap_or(&[]);
    let segments = SegmentTable::new(header.endianness, header.class, table);
    Ok(segments.iter().take(header.e_phnum.into()).collect())
}
