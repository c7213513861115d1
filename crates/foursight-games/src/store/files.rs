//! The files in the data folder, which are for their owner only.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

use super::{FILE, StoreError};

/// Creates the folder if it is missing.
pub(super) fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    foursight_files::sync_name(folder)
}

/// Creates a file if it is missing, and restricts it to its owner. The files that the database writes beside it have
/// the same permissions.
pub(super) fn make_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    restrict(path);
    Ok(file)
}

/// Restricts an existing file to its owner: an earlier version, or a copy, may have left it open to all.
pub(super) fn restrict(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let Ok(about) = std::fs::metadata(path) else { return };
        if about.permissions().mode() & 0o077 != 0
            && let Err(error) = std::fs::set_permissions(path, PermissionsExt::from_mode(0o600))
        {
            tracing::warn!(%error, "users other than its owner can read {}", path.display());
        }
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// Keeps a second server out of the folder for as long as the file is open.
pub(super) fn lock(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join("lock");
    let failed = |error| StoreError::Folder(path.clone(), error);
    let file = make_private(&path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(folder.into())),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// The size of the database in a folder, including the log not merged into it yet; `None` if it cannot be read.
pub fn database_bytes(folder: &Path) -> Option<u64> {
    let bytes = |name: &str| Some(std::fs::metadata(folder.join(name)).ok()?.len());
    let log = bytes(&format!("{FILE}-wal")).unwrap_or(0);
    Some(bytes(FILE)? + log)
}
