//! Unpacks handed-in zip and tar.gz archives, which may be hostile.
//!
//! Only plain files and folders are unpacked, only below the target folder, and no more than the limits allow: reading
//! stops as soon as the unpacked data exceeds them.

use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::path::{Component, Path, PathBuf};

use axum::body::Bytes;
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

/// Unpacks an archive into an empty `folder`; the error says why the archive is refused, and leaves the files unpacked
/// before it.
///
/// Skips files that operating systems and editors add.
///
/// # Errors
///
/// If the archive is damaged, exceeds the limits, holds anything but files and folders, or has names that lead out of
/// the folder or that no file should have.
pub fn unpack(
    form: ArchiveForm,
    archive: impl Read + Seek,
    limits: ArchiveLimits,
    folder: &Path,
) -> Result<(), String> {
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
pub(crate) fn place_files(
    files: &[(String, Bytes)],
    limits: ArchiveLimits,
    folder: &Path,
) -> Result<(), String> {
    let mut unpacking = Unpacking { limits, folder, n_files: 0, n_bytes: 0 };
    files.iter().try_for_each(|(name, content)| unpacking.take(name, &Kind::File, &content[..]))
}

/// The place of a file in the folder into which it is unpacked; `None` if the file is not needed.
///
/// # Errors
///
/// If no file of a player should have this name.
pub(crate) fn place(name: &str, depth: usize) -> Result<Option<PathBuf>, String> {
    let shown: String = name.chars().take(80).flat_map(char::escape_debug).collect();
    let refused = |reason: &str| Err(format!("{shown} in it {reason}"));
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

/// Whether this character should not appear in a file's name: control characters, markup, backslashes, broken text, and
/// characters that are invisible or reverse the direction of text.
fn is_unfit(letter: char) -> bool {
    letter.is_control()
        || "<>\\\u{fffd}\u{feff}".contains(letter)
        || ('\u{200b}'..='\u{200f}').contains(&letter)
        || ('\u{202a}'..='\u{202e}').contains(&letter)
        || ('\u{2066}'..='\u{2069}').contains(&letter)
}

/// The state of unpacking.
struct Unpacking<'a> {
    limits: ArchiveLimits,
    folder: &'a Path,
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
    fn unzip(&mut self, archive: impl Read + Seek) -> Result<(), String> {
        let mut archive = ZipArchive::new(archive).map_err(|error| error.to_string())?;
        if archive.len() > self.limits.n_files {
            return Err(self.too_many());
        }
        for index in 0..archive.len() {
            let entry = archive.by_index(index).map_err(|error| error.to_string())?;
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

    fn untar(&mut self, archive: impl Read) -> Result<(), String> {
        // Headers and padding take up to 2 KiB per file; an archive with more of them is an attack.
        let most = (self.limits.mib << 20) + 2048 * (self.limits.n_files as u64 + 2);
        let unpacked = MultiGzDecoder::new(archive).take(most);
        let mut archive = tar::Archive::new(unpacked);
        let damaged = |error: io::Error| format!("invalid tar.gz archive: {error}");
        for entry in archive.entries().map_err(damaged)? {
            let entry = entry.map_err(damaged)?;
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            let kind = match entry.header().entry_type() {
                EntryType::Regular | EntryType::Continuous => Kind::File,
                EntryType::Directory => Kind::Folder,
                EntryType::Symlink | EntryType::Link => Kind::Other("is a link"),
                EntryType::XGlobalHeader => continue,
                _ => Kind::Other("is neither a file nor a folder"),
            };
            self.take(&name, &kind, entry)?;
        }
        Ok(())
    }

    fn take(&mut self, name: &str, kind: &Kind, content: impl Read) -> Result<(), String> {
        self.n_files += 1;
        if self.n_files > self.limits.n_files {
            return Err(self.too_many());
        }
        let place = place(name, self.limits.depth)?;
        if let Kind::Other(reason) = kind {
            return Err(format!("{name} in it {reason}"));
        }
        let Some(path) = place.map(|place| self.folder.join(place)) else { return Ok(()) };
        let explain = |error: io::Error| format!("{name} in it: {error}");
        let is_folder = matches!(kind, Kind::Folder);
        let parent = if is_folder { Some(&*path) } else { path.parent() };
        fs::create_dir_all(parent.unwrap_or(self.folder)).map_err(explain)?;
        if is_folder {
            return Ok(());
        }
        let left = (self.limits.mib << 20) + 1 - self.n_bytes;
        let mut file = File::create_new(path).map_err(explain)?;
        self.n_bytes += io::copy(&mut content.take(left), &mut file).map_err(explain)?;
        if self.n_bytes > self.limits.mib << 20 {
            return Err(format!("it holds more than {} MiB", self.limits.mib));
        }
        file.sync_all().map_err(explain)
    }

    fn too_many(&self) -> String {
        format!("it holds more than {} files", self.limits.n_files)
    }
}
