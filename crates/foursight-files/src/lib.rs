//! Files that are written whole or not at all, and read only if they are regular files of limited size; foreign text, made
//! harmless. With the feature `secrets`, also what servers keep secret; with `look`, which texts look alike.

#[cfg(feature = "confusables")]
mod confusables;
mod printable;
#[cfg(feature = "secrets")]
pub mod secrets;

use std::fs::{self, File};
use std::io::{self, Write};
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tempfile::NamedTempFile;

#[cfg(feature = "confusables")]
pub use confusables::look;
pub use printable::printable;

/// Writes `bytes` to the file at `path`, which then holds all of them, or is unchanged.
///
/// The bytes go to a temporary file in the same folder, which takes the place of the old file once it is
/// on the disk. The new file keeps the old file's permissions. If `path` is a link, the file it leads to is replaced.
///
/// # Errors
///
/// If `path` leads to something other than a file, or the folder cannot be written to. The error says why in words for
/// people, without the name of the temporary file.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("game.txt");
/// foursight_files::write(&path, b"44 *\n")?;
/// assert_eq!(std::fs::read(&path)?, b"44 *\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_with(path, |file| file.write_all(bytes))
}

/// Writes a file as [`write()`] does, but the bytes need not be in memory at once: `fill` writes them.
///
/// # Errors
///
/// As for [`write()`], and if `fill` fails; the file is then unchanged.
pub fn write_with(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    try_write(path, fill).map_err(|error| io::Error::new(error.kind(), reason(&error)))
}

fn try_write(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(path).ok();
    if old.as_ref().is_some_and(|metadata| !metadata.is_file()) {
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, "it is not a file"));
    }
    let mut temporary = temporary_file(folder_of(path))?;
    if let Some(old) = old {
        temporary.as_file().set_permissions(old.permissions())?;
    }
    fill(temporary.as_file_mut())?;
    temporary.as_file().sync_all()?;
    temporary.persist(path)?;
    sync_name(path)
}

/// Waits until the name of a new file or folder is on the disk: without that, a power cut can undo it.
///
/// # Errors
///
/// If the disk fails. A folder above that may not be read is no error, although the name may then be lost.
pub fn sync_name(path: &Path) -> io::Result<()> {
    // Other systems cannot open folders, and their file systems keep the order of such changes.
    if !cfg!(unix) {
        return Ok(());
    }
    match File::open(folder_of(path)) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        folder => folder?.sync_all(),
    }
}

/// The reason why something failed, in words for people.
///
/// The standard library adds the number of the error, and `tempfile` adds a name that the user never chose.
///
/// ```
/// let error = std::fs::read("/no/such/file").unwrap_err();
/// assert!(!foursight_files::reason(&error).contains("os error"));
/// ```
pub fn reason(error: &io::Error) -> String {
    plain(&error.to_string())
}

/// A message that may contain the texts of I/O errors, in words for people.
pub fn plain(message: &str) -> String {
    let mut plain = message
        .replace("stream did not contain valid UTF-8", "it is not text in UTF-8")
        .replace("failed to fill whole buffer", "the file ends too early")
        .replace("Is a directory", "it is a folder, not a file")
        .replace("expected a nonzero usize", "expected a whole number, 1 or more")
        .replace("expected usize", "expected a whole number, 0 or more")
        .replace("expected u64", "expected a whole number, 0 or more");
    while let Some((start, end)) = addition(&plain) {
        plain.replace_range(start..end, "");
    }
    plain
}

/// The place of ` (os error 2)` or ` at path "/tmp/.tmpx"` in a message.
fn addition(message: &str) -> Option<(usize, usize)> {
    [(" (os error ", ")"), (" at path \"", "\"")].into_iter().find_map(|(open, close)| {
        let start = message.find(open)?;
        let length = message[start + open.len()..].find(close)?;
        Some((start, start + open.len() + length + close.len()))
    })
}

fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// A file with a unique name, different even from files that a crash left behind; removed unless it is persisted.
fn temporary_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".foursight-").suffix(".tmp");
    #[cfg(unix)]
    // As readable as any other new file.
    builder.permissions(fs::Permissions::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Opens the file at `path` for reading, if it is a file with at most `max_bytes`. A named pipe would block, and a
/// device or a sparse file might never end.
///
/// # Errors
///
/// If there is no such file, it is not a regular file, it is larger, or it cannot be read.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("game.txt");
/// std::fs::write(&path, b"44 *\n")?;
/// assert!(foursight_files::open(&path, 5).is_ok());
/// let error = foursight_files::open(&path, 4).unwrap_err().to_string();
/// assert_eq!(error, "it has 5 bytes; the limit is 4");
/// assert_eq!(foursight_files::open(folder.path(), 4).unwrap_err().to_string(), "it is not a file");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn open(path: &Path, max_bytes: u64) -> io::Result<File> {
    let invalid = |reason: String| io::Error::new(io::ErrorKind::InvalidInput, reason);
    // Checked before the file is opened, because opening may block.
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(invalid("it is not a file".to_owned()));
    }
    let n_bytes = metadata.len();
    if n_bytes > max_bytes {
        return Err(invalid(format!("it has {n_bytes} bytes; the limit is {max_bytes}")));
    }
    File::open(path)
}

/// Reads the text in a file with at most `max_bytes`, as [`open`] does.
///
/// # Errors
///
/// If it cannot be opened or is not UTF-8.
pub fn read_text(path: &Path, max_bytes: u64) -> io::Result<String> {
    io::read_to_string(open(path, max_bytes)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        write(&path, b"one").unwrap();
        write(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }

    #[test]
    fn what_cannot_be_filled_leaves_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        write(&path, b"old").unwrap();
        let fill = |file: &mut File| {
            file.write_all(b"new")?;
            Err(io::Error::other("the source ends"))
        };
        assert_eq!(write_with(&path, fill).unwrap_err().to_string(), "the source ends");
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }

    #[test]
    fn what_is_no_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let error = write(folder.path(), b"one").unwrap_err();
        assert_eq!(error.to_string(), "it is not a file");
        let error = write(&folder.path().join("missing/a.txt"), b"one").unwrap_err();
        assert!(!error.to_string().contains(['(', '"']), "{error}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }

    #[test]
    fn messages_for_people() {
        for (message, expected) in [
            ("expected a nonzero usize", "expected a whole number, 1 or more"),
            ("a: Is a directory (os error 21); b (os error 2)", "a: it is a folder, not a file; b"),
            ("No such file (os error 2) at path \"/a/.foursight-x.tmp\"", "No such file"),
            ("stream did not contain valid UTF-8", "it is not text in UTF-8"),
            ("move 1: 'x' (os error", "move 1: 'x' (os error"),
        ] {
            assert_eq!(plain(message), expected);
        }
    }

    /// Writers in one process do not disturb each other.
    #[test]
    fn two_threads_write_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        let texts = [vec![b'a'; 10_000], vec![b'b'; 10_000]];
        std::thread::scope(|scope| {
            for text in &texts {
                scope.spawn(|| (0..20).for_each(|_| write(&path, text).unwrap()));
            }
        });
        assert!(texts.contains(&fs::read(&path).unwrap()));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_is_as_readable_as_others() {
        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (folder.path().join("a.txt"), folder.path().join("b.txt"));
        write(&path, b"new").unwrap();
        fs::write(&other, b"new").unwrap();
        let mode = |path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&path), mode(&other));
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a.txt"), folder.path().join("link"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        symlink(&path, &link).unwrap();
        write(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
