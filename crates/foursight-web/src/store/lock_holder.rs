//! Which other program has locked the database.

use std::path::Path;

/// The program that has a lock on the database at `path`, as far as the system tells.
#[cfg(target_os = "linux")]
pub(super) fn lock_holder(path: &Path) -> String {
    use std::ffi::OsString;
    use std::os::unix::fs::MetadataExt;

    let inode = |suffix: &str| {
        let mut name = OsString::from(path);
        name.push(suffix);
        Some(std::fs::metadata(name).ok()?.ino().to_string())
    };
    // In WAL mode the locks are on the index of the log, otherwise on the database itself. The list has them as
    // `1: POSIX  ADVISORY  WRITE 4711 08:01:123456 120 120`.
    let inodes: Vec<String> = ["", "-shm"].into_iter().filter_map(inode).collect();
    let own = std::process::id().to_string();
    let holder = |line: &str| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [_, _, _, "WRITE", process, file, ..] = fields[..] else { return None };
        let (_, inode) = file.rsplit_once(':')?;
        let is_other = process != own && inodes.iter().any(|known| known == inode);
        is_other.then(|| process.to_owned())
    };
    let locks = std::fs::read_to_string("/proc/locks").unwrap_or_default();
    let Some(process) = locks.lines().find_map(holder) else { return UNKNOWN.to_owned() };
    let name = std::fs::read_to_string(format!("/proc/{process}/comm"));
    let name = name.map_or(UNKNOWN.to_owned(), |name| name.trim().to_owned());
    format!("{name} (process {process})")
}

#[cfg(not(target_os = "linux"))]
pub(super) fn lock_holder(_: &Path) -> String {
    UNKNOWN.to_owned()
}

const UNKNOWN: &str = "another program";
