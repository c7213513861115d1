//! Files that are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes `bytes` to the file at `path`, which then holds all of them or is what it was before.
///
/// The bytes go to a temporary file in the same folder, which takes the place of the old file once it is
/// on the disk. The permissions of the old file stay. If `path` is a link, the file it leads to is
/// replaced.
///
/// # Errors
///
/// If `path` names something other than a file, or the folder cannot be written to.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("game.txt");
/// foursight_files::write(&path, b"44 *\n")?;
/// assert_eq!(std::fs::read(&path)?, b"44 *\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, "it is not a file"));
    }
    let temporary = temporary_name(path);
    let written = File::create_new(&temporary).and_then(|mut file| {
        if let Ok(old) = fs::metadata(path) {
            file.set_permissions(old.permissions())?;
        }
        file.write_all(bytes)?;
        file.sync_all()
    });
    let replaced = written.and_then(|()| fs::rename(&temporary, path));
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let replaced = replaced.and_then(|()| sync_folder(folder.unwrap_or(Path::new("."))));
    if replaced.is_err() {
        // The first error is the one to report, whether or not the temporary file can be removed.
        let _ = fs::remove_file(&temporary);
    }
    replaced
}

/// Waits until the names in a folder are on the disk: without that, a power cut can undo a rename.
///
/// # Errors
///
/// If the folder cannot be opened, or the disk fails.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    // Other systems cannot open folders, and their file systems keep the order of such changes.
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

fn temporary_name(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    name.into()
}

/// The example in the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

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
    fn what_is_no_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let error = write(folder.path(), b"one").unwrap_err();
        assert_eq!(error.to_string(), "it is not a file");
        assert!(write(&folder.path().join("missing/a.txt"), b"one").is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
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
