//! Unpacks handed-in zip and tar.gz archives, which may be hostile.
//!
//! Only plain files and folders are unpacked, only below the target folder, and no more than the limits allow: reading
//! stops as soon as the unpacked data exceeds them.

use std::cell::Cell;
use std::error::Error;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Component, Path, PathBuf};

use flate2::read::MultiGzDecoder;
use tar::EntryType;
use zip::ZipArchive;

/// The formats of archives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArchiveForm {
    /// `.zip`.
    Zip,
    /// `.tar.gz` or `.tgz`.
    TarGz,
}

/// The limits on an archive's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArchiveLimits {
    /// The number of files and folders.
    pub n_files: usize,
    /// The unpacked size of all files, in mebibytes.
    pub mib: u64,
    /// The number of parts in a file's path.
    pub depth: usize,
}

impl ArchiveForm {
    /// The form that a file's name indicates; `None` if it is not an archive.
    pub fn of_name(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        let ends = |end: &str| name.ends_with(end);
        match () {
            () if ends(".zip") => Some(Self::Zip),
            () if ends(".tar.gz") || ends(".tgz") => Some(Self::TarGz),
            () => None,
        }
    }
}

/// The longest path of a file, in bytes.
pub const MAX_PATH: usize = 255;

/// The headers before a file in a tar archive, or the rest of a zip archive's table of contents, in bytes.
const MAX_HEADERS: u64 = 64 << 10;

/// The longest record at the end of a zip archive, with its comment, in bytes.
const MAX_END: u64 = 22 + (64 << 10);

/// The part of a zip archive's table of contents for each file that it may hold, in bytes.
const MAX_ROW: u64 = 1 << 10;

/// Unpacks an archive into an empty `folder`; the error says why the archive is refused, and leaves the files unpacked
/// before it.
///
/// Skips files that operating systems and editors add.
///
/// # Errors
///
/// If the archive is damaged, exceeds the limits, holds anything but files and folders, or has names that lead out of
/// the folder or that no file should have; and if the files cannot be written.
pub fn unpack(
    form: ArchiveForm,
    archive: impl Read + Seek,
    limits: ArchiveLimits,
    folder: &Path,
) -> io::Result<()> {
    let mut unpacking = Unpacking { limits, folder, n_files: 0, n_bytes: 0 };
    match form {
        ArchiveForm::Zip => unpacking.unzip(archive),
        ArchiveForm::TarGz => unpacking.untar(archive),
    }
}

/// Puts files with these paths into an empty `folder`, as if they came out of an archive.
///
/// # Errors
///
/// As for [`unpack`].
pub fn place_files(
    files: &[(String, impl AsRef<[u8]>)],
    limits: ArchiveLimits,
    folder: &Path,
) -> io::Result<()> {
    let mut unpacking = Unpacking { limits, folder, n_files: 0, n_bytes: 0 };
    files.iter().try_for_each(|(name, content)| unpacking.take(name, &Kind::File, content.as_ref()))
}

/// The place of a file in the folder into which it is unpacked; `None` if the file is not needed.
///
/// # Errors
///
/// If no file of a player should have this name.
pub fn place(name: &str, depth: usize) -> Result<Option<PathBuf>, String> {
    let refused = |reason: &str| Err(format!("{} in it {reason}", shown(name)));
    if name.len() > MAX_PATH {
        return refused(&format!("has a path of more than {MAX_PATH} bytes"));
    }
    if name.chars().any(is_unfit) {
        return refused("has a name with characters that are not allowed here");
    }
    let mut path = PathBuf::new();
    let mut is_wanted = true;
    for part in Path::new(name).components() {
        match part {
            Component::Normal(part) => {
                let part = part.to_string_lossy();
                is_wanted &= !part.starts_with('.') && part != "__MACOSX" && part != "__pycache__";
                path.push(&*part);
            }
            Component::CurDir => {}
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => {
                return refused("points outside it");
            }
        }
    }
    if path.components().count() > depth {
        return refused(&format!("is more than {depth} levels deep"));
    }
    Ok(Some(path).filter(|path| is_wanted && !path.as_os_str().is_empty()))
}

/// The beginning of a name, for messages.
fn shown(name: &str) -> String {
    name.chars().take(80).flat_map(char::escape_debug).collect()
}

/// The number of entries that a zip archive lists; its reader keeps only the last one with each name.
fn n_listed(archive: &mut (impl Read + Seek)) -> io::Result<usize> {
    let length = archive.seek(SeekFrom::End(0))?;
    archive.seek(SeekFrom::Start(length.saturating_sub(MAX_END)))?;
    let mut end = Vec::new();
    archive.take(MAX_END).read_to_end(&mut end)?;
    let record = end.windows(12).rfind(|bytes| bytes.starts_with(b"PK\x05\x06"));
    let number = record.map_or(0, |record| u16::from_le_bytes([record[10], record[11]]));
    // The largest number says that it does not fit.
    Ok(if number == u16::MAX { 0 } else { usize::from(number) })
}

/// The error for an archive that is refused.
fn refused(reason: impl Into<Box<dyn Error + Send + Sync>>) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, reason)
}

/// Whether this character should not appear in a file's name: control characters, markup, backslashes, broken text, and
/// characters that are invisible or reverse the direction of text.
fn is_unfit(letter: char) -> bool {
    letter.is_control()
        || "<>\\\u{fffd}\u{feff}".contains(letter)
        || ('\u{200b}'..='\u{200f}').contains(&letter)
        || ('\u{202a}'..='\u{202e}').contains(&letter)
        || ('\u{2066}'..='\u{2069}').contains(&letter)
}

/// A reader with a ration: names, headers and tables of contents, which are held in memory, must not fill it.
struct Rationed<'a, R> {
    reader: R,
    left: &'a Cell<u64>,
}

impl<R: Read> Read for Rationed<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = self.left.get().min(buffer.len() as u64) as usize;
        if most < buffer.len().min(1) {
            return Err(refused("it holds too many files, or their names are too long"));
        }
        let n_read = self.reader.read(&mut buffer[..most])?;
        self.left.set(self.left.get() - n_read as u64);
        Ok(n_read)
    }
}

impl<R: Seek> Seek for Rationed<'_, R> {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.reader.seek(place)
    }
}

/// The state of unpacking.
struct Unpacking<'a> {
    limits: ArchiveLimits,
    folder: &'a Path,
    /// The number of files and folders so far.
    n_files: usize,
    n_bytes: u64,
}

/// The kind of an archive's entry.
enum Kind {
    File,
    Folder,
    Other(&'static str),
}

impl Unpacking<'_> {
    fn unzip(&mut self, mut archive: impl Read + Seek) -> io::Result<()> {
        let n_listed = n_listed(&mut archive)?;
        let left = Cell::new(MAX_HEADERS + MAX_ROW * self.limits.n_files as u64);
        let mut archive =
            ZipArchive::new(Rationed { reader: archive, left: &left }).map_err(refused)?;
        left.set(u64::MAX);
        if archive.len() > self.limits.n_files {
            return Err(self.too_many());
        }
        if n_listed > archive.len() {
            return Err(refused("it holds two files with the same name"));
        }
        for index in 0..archive.len() {
            let entry = archive.by_index(index).map_err(refused)?;
            let name = String::from_utf8_lossy(entry.name_raw()).into_owned();
            let kind = match entry.unix_mode().unwrap_or(0) & 0o170_000 {
                _ if entry.is_symlink() => Kind::Other("is a link"),
                _ if entry.is_dir() => Kind::Folder,
                0 | 0o100_000 => Kind::File,
                _ => Kind::Other("is neither a file nor a folder"),
            };
            self.take(&name, &kind, entry)?;
        }
        Ok(())
    }

    fn untar(&mut self, archive: impl Read) -> io::Result<()> {
        // Headers and padding take up to 2 KiB per file; an archive with more of them is an attack.
        let most = (self.limits.mib << 20) + 2048 * (self.limits.n_files as u64 + 2);
        let left = Cell::new(MAX_HEADERS);
        let reader = MultiGzDecoder::new(archive).take(most);
        let mut archive = tar::Archive::new(Rationed { reader, left: &left });
        let damaged = |error: io::Error| refused(format!("invalid tar.gz archive: {error}"));
        for entry in archive.entries().map_err(damaged)? {
            let mut entry = entry.map_err(damaged)?;
            left.set(u64::MAX);
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            let kind = match entry.header().entry_type() {
                EntryType::Regular | EntryType::Continuous => Some(Kind::File),
                EntryType::Directory => Some(Kind::Folder),
                EntryType::Symlink | EntryType::Link => Some(Kind::Other("is a link")),
                EntryType::XGlobalHeader => None,
                _ => Some(Kind::Other("is neither a file nor a folder")),
            };
            if let Some(kind) = kind {
                self.take(&name, &kind, &mut entry)?;
            }
            // Skips the rest, which is not a part of the next headers.
            io::copy(&mut entry, &mut io::sink()).map_err(damaged)?;
            left.set(MAX_HEADERS);
        }
        Ok(())
    }

    fn take(&mut self, name: &str, kind: &Kind, content: impl Read) -> io::Result<()> {
        let is_folder = matches!(kind, Kind::Folder);
        self.count(usize::from(!is_folder))?;
        let place = place(name, self.limits.depth).map_err(refused)?;
        if let Kind::Other(reason) = kind {
            return Err(refused(format!("{} in it {reason}", shown(name))));
        }
        let Some(path) = place.map(|place| self.folder.join(place)) else { return Ok(()) };
        let explain = |error: io::Error| {
            io::Error::new(error.kind(), format!("{} in it: {error}", shown(name)))
        };
        let parent = if is_folder { Some(&*path) } else { path.parent() };
        let parent = parent.unwrap_or(self.folder);
        self.count(parent.ancestors().take_while(|folder| !folder.is_dir()).count())?;
        fs::create_dir_all(parent).map_err(explain)?;
        if is_folder {
            return Ok(());
        }
        let left = (self.limits.mib << 20) + 1 - self.n_bytes;
        let mut file = File::create_new(path).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => refused(format!("{} is in it twice", shown(name))),
            _ => explain(error),
        })?;
        self.n_bytes += io::copy(&mut content.take(left), &mut file).map_err(explain)?;
        if self.n_bytes > self.limits.mib << 20 {
            return Err(refused(format!("it holds more than {} MiB", self.limits.mib)));
        }
        file.sync_all().map_err(explain)
    }

    /// Counts more files or folders, which all take up space and time.
    fn count(&mut self, n_more: usize) -> io::Result<()> {
        self.n_files += n_more;
        if self.n_files > self.limits.n_files { Err(self.too_many()) } else { Ok(()) }
    }

    fn too_many(&self) -> io::Error {
        refused(format!("it holds more than {} files and folders", self.limits.n_files))
    }
}
