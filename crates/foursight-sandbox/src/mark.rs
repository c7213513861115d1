//! The mark of launchers: an ELF note that every build carries, and every copy, whatever its name.

use std::fs::OpenOptions;
use std::io;
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt};
use std::path::Path;

use elf::endian::AnyEndian;
use elf::file::{FileHeader, parse_ident};
use elf::parse::ParseError;
use elf::segment::{ProgramHeader, SegmentTable};
use nix::libc::O_NONBLOCK;

/// No launcher is smaller.
pub(crate) const MIN_BYTES: u64 = 1 << 17;

/// How much of a file is read: its header and those of its segments.
const HEADERS: usize = 1 << 12;

/// How much of each segment of notes is read.
const MAX_NOTES: u64 = 1 << 16;

const MAGIC: &[u8] = b"\x7fELF";

const TEXT: &[u8; 40] = b"starts programs in jails; is not in jail";

/// Laid out as the ELF format wants its notes.
#[cfg(target_os = "linux")]
#[repr(C)]
struct Note {
    n_name_bytes: u32,
    n_text_bytes: u32,
    kind: u32,
    name: [u8; 12],
    text: [u8; TEXT.len()],
}

#[cfg(target_os = "linux")]
#[used]
#[expect(unsafe_code, reason = "a section of notes must hold notes, which this one does")]
#[unsafe(link_section = ".note.foursight")]
static NOTE: Note = Note {
    n_name_bytes: 10,
    n_text_bytes: TEXT.len() as u32,
    kind: 1,
    name: *b"foursight\0\0\0",
    text: *TEXT,
};

/// Whether a file is a launcher: this program, another build of it, or a copy or link of either.
///
/// A file that can be run but not read counts as one, because nobody can tell. A packed or altered copy does not count.
pub(crate) fn is_launcher(path: &Path) -> bool {
    let Ok(metadata) = path.metadata() else { return false };
    if !metadata.is_file() || metadata.len() < MIN_BYTES {
        return false;
    }
    match is_marked(path) {
        Ok(is_marked) => is_marked,
        Err(error) => {
            error.kind() == io::ErrorKind::PermissionDenied && metadata.mode() & 0o111 != 0
        }
    }
}

/// Whether the mark can be read in a file.
///
/// # Errors
///
/// If nothing of the file can be read.
pub(crate) fn is_marked(path: &Path) -> io::Result<bool> {
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
            && notes.windows(TEXT.len()).any(|part| part == TEXT)
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
