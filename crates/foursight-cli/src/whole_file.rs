//! Files that are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes `bytes` to `path`: to a temporary name first, which then takes the place of the old file.
/// A link stays, and the file it leads to is replaced.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, "it is not a file"));
    }
    let temporary = temporary_name(path);
    let written = File::create_new(&temporary).and_then(|mut file| {
        if let Ok(old) = fs::metadata(path) {
            // Who may read the file does not change with it.
            file.set_permissions(old.permissions())?;
        }
        file.write_all(bytes)?;
        file.sync_all()
    });
    let replaced = written.and_then(|()| fs::rename(&temporary, path));
    let replaced = replaced.and_then(|()| sync_folder(path));
    if replaced.is_err() {
        // What is left of the temporary file is of no use; the first error is the one to tell.
        let _ = fs::remove_file(&temporary);
    }
    replaced
}

/// Waits until the names in the folder of a file are on the disk: without that a power cut can undo a rename.
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    // Elsewhere folders cannot be opened, and the file system sees to it.
    if cfg!(unix) { File::open(folder.unwrap_or(Path::new(".")))?.sync_all() } else { Ok(()) }
}

fn temporary_name(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    name.into()
}
