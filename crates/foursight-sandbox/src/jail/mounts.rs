//! A private file system that holds only what the program needs.
//!
//! The new root lives in memory. Readable paths are mounted on it read-only under their own names, with a small
//! in-memory file system for the scratch folder and a /proc that shows only the program's own processes.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, symlink};
use std::path::{Path, PathBuf};

use nix::mount::{MntFlags, MsFlags, mount, umount2};
use nix::sched::{CloneFlags, unshare};
use nix::unistd::{chdir, pivot_root};

use super::failure::{Failure, Step};
use super::landlock::DEVICES;
use crate::launcher_task::LauncherTask;

/// The maximum number of files in the scratch folder.
const N_FILES: u32 = 4096;

const NONE: Option<&str> = None;

/// Names that programs expect in /dev.
const LINKS: [(&str, &str); 4] = [
    ("/dev/fd", "/proc/self/fd"),
    ("/dev/stdin", "/proc/self/fd/0"),
    ("/dev/stdout", "/proc/self/fd/1"),
    ("/dev/stderr", "/proc/self/fd/2"),
];

/// Paths with their real paths.
type RealNames = Vec<(PathBuf, PathBuf)>;

/// Gives this process its own mounts.
pub(super) fn detach() -> Result<(), Failure> {
    unshare(CloneFlags::CLONE_NEWNS).step("mounts")?;
    let private = MsFlags::MS_REC | MsFlags::MS_PRIVATE;
    mount(NONE, "/", NONE, private, NONE).step("mounts: private")
}

/// Builds the new root. Its mount point is the outer scratch folder, whose content stays outside.
///
/// Returns the readable paths there.
pub(super) fn build(task: &LauncherTask) -> Result<RealNames, Failure> {
    let root = task.scratch.canonicalize().step("mounts: scratch")?;
    memory(&root, "size=4m,nr_inodes=1k,mode=755", MsFlags::empty()).step("mounts: root")?;
    let names = real_names(&task.readable);
    let readable = names.iter().map(|(_, real)| real.clone());
    for (path, is_shown) in steps(readable, &task.hidden) {
        let mounted = if is_shown { bind(&root, &path) } else { cover(&root, &path) };
        mounted.step(&format!("mounts: {}", path.display()))?;
    }
    read_only(&root).step("mounts: read-only")?;
    for path in DEVICES.map(Path::new) {
        bind(&root, path).step(&format!("mounts: {}", path.display()))?;
    }
    let scratch = inside(&root, &task.scratch);
    fs::create_dir_all(&scratch).step("mounts: scratch")?;
    let limits = format!("size={},nr_inodes={N_FILES},mode=700", task.options.file_bytes);
    let flags = if task.options.runs_scratch { MsFlags::empty() } else { MsFlags::MS_NOEXEC };
    memory(&scratch, &limits, flags).step("mounts: scratch")?;
    processes(&root).step("mounts: /proc")?;
    cover_kernel(&root).step("mounts: /proc")?;
    Ok(names)
}

/// Makes the new root the root of all processes in these mounts.
pub(super) fn enter(task: &LauncherTask, names: &RealNames) -> Result<(), Failure> {
    turn(&task.scratch).step("mounts: root")?;
    links(names, task);
    // The mount is made read-only, not the file system, in which files without a name are open.
    let lock = MsFlags::MS_REMOUNT | MsFlags::MS_BIND | MsFlags::MS_RDONLY;
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    mount(NONE, "/", NONE, lock | flags, NONE).step("mounts: root")
}

/// A file system in memory.
fn memory(target: &Path, limits: &str, flags: MsFlags) -> nix::Result<()> {
    let flags = flags | MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    mount(Some("tmpfs"), target, Some("tmpfs"), flags, Some(limits))
}

/// The place of an absolute path under a root.
fn inside(root: &Path, path: &Path) -> PathBuf {
    root.join(path.strip_prefix("/").unwrap_or(path))
}

/// Paths, each with its real path.
fn real_names(paths: &[PathBuf]) -> RealNames {
    paths.iter().filter_map(|path| Some((path.clone(), path.canonicalize().ok()?))).collect()
}

/// Mounts a path at the same place under the root.
fn bind(root: &Path, path: &Path) -> io::Result<()> {
    let target = inside(root, path);
    if path.is_dir() {
        fs::create_dir_all(&target)?;
    } else {
        fs::create_dir_all(target.parent().unwrap_or(root))?;
        File::create(&target)?;
    }
    Ok(mount(Some(path), &target, NONE, MsFlags::MS_BIND | MsFlags::MS_REC, NONE)?)
}

/// The paths to mount (`true`) and those to cover, the outer paths first. A hidden path is hidden under its own name,
/// and may contain a path that is shown.
fn steps(readable: impl Iterator<Item = PathBuf>, hidden: &[PathBuf]) -> Vec<(PathBuf, bool)> {
    let shown = readable.filter(|path| !hidden.contains(path)).map(|path| (path, true));
    let mut paths: Vec<(PathBuf, bool)> =
        shown.chain(hidden.iter().map(|path| (path.clone(), false))).collect();
    paths.sort();
    let mut steps: Vec<(PathBuf, bool)> = Vec::new();
    for (path, is_shown) in paths {
        let around = steps.iter().rev().find(|(outer, _)| path.starts_with(outer));
        if around.is_some_and(|(_, is_shown)| *is_shown) != is_shown {
            steps.push((path, is_shown));
        }
    }
    steps
}

/// Covers a folder with an empty one, and a file with an empty one that nobody may open.
fn cover(root: &Path, path: &Path) -> io::Result<()> {
    let target = inside(root, path);
    if !target.exists() {
        return Ok(());
    }
    if target.is_dir() {
        return Ok(memory(&target, "size=4m,nr_inodes=1k,mode=755", MsFlags::empty())?);
    }
    let nothing = root.join("nothing");
    OpenOptions::new().write(true).create_new(true).mode(0o000).open(&nothing)?;
    mount(Some(&nothing), &target, NONE, MsFlags::MS_BIND, NONE)?;
    // The file stays where it is mounted.
    fs::remove_file(nothing)
}

/// Makes every mount under the root read-only, nested ones included.
fn read_only(root: &Path) -> io::Result<()> {
    let table = fs::read_to_string("/proc/self/mountinfo")?;
    for line in table.lines() {
        let mut fields = line.split(' ').skip(4);
        let (Some(target), Some(options)) = (fields.next(), fields.next()) else { continue };
        let target = PathBuf::from(unescape(target));
        if target != root && target.starts_with(root) {
            let lock = MsFlags::MS_REMOUNT | MsFlags::MS_BIND | MsFlags::MS_RDONLY;
            mount(NONE, &target, NONE, lock | flags(options), NONE)?;
        }
    }
    Ok(())
}

/// The options of a mount as flags; a remount may only make them stricter.
fn flags(options: &str) -> MsFlags {
    let strict = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    options.split(',').fold(strict, |flags, option| {
        flags
            | match option {
                "noexec" => MsFlags::MS_NOEXEC,
                "noatime" => MsFlags::MS_NOATIME,
                "nodiratime" => MsFlags::MS_NODIRATIME,
                "relatime" => MsFlags::MS_RELATIME,
                _ => MsFlags::empty(),
            }
    })
}

/// A path from the mount table, which writes a space as `\040`.
fn unescape(text: &str) -> String {
    [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")]
        .iter()
        .fold(text.to_owned(), |text, (code, character)| text.replace(code, character))
}

/// A /proc with only the program's own processes. Containers often forbid it; then there is none.
fn processes(root: &Path) -> io::Result<()> {
    let target = root.join("proc");
    fs::create_dir_all(&target)?;
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
    match mount(Some("proc"), &target, Some("proc"), flags, NONE) {
        Err(nix::errno::Errno::EPERM) => Ok(()),
        result => Ok(result?),
    }
}

/// Covers what only root may read about the kernel: a program started by root is still that user. The addresses of its
/// functions are no business of anybody else either.
fn cover_kernel(root: &Path) -> io::Result<()> {
    for entry in fs::read_dir(root.join("proc"))? {
        let file = entry?;
        let is_closed = file.metadata().is_ok_and(|it| it.is_file() && it.mode() & 0o004 == 0);
        if is_closed || file.file_name() == "kallsyms" {
            cover(root, &Path::new("/proc").join(file.file_name()))?;
        }
    }
    Ok(())
}

/// Makes /proc read-only. Its system settings belong to the root user outside, and a program started by root is still
/// that user, however few rights it has.
pub(super) fn lock_processes() -> Result<(), Failure> {
    if !Path::new("/proc/self").exists() {
        return Ok(());
    }
    let lock = MsFlags::MS_REMOUNT | MsFlags::MS_BIND | MsFlags::MS_RDONLY;
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
    mount(NONE, "/proc", NONE, lock | flags, NONE).step("mounts: /proc")
}

/// Makes the new root the root, and drops the old one.
fn turn(root: &Path) -> io::Result<()> {
    chdir(root)?;
    pivot_root(".", ".")?;
    umount2(".", MntFlags::MNT_DETACH)?;
    chdir("/")?;
    Ok(())
}

/// Restores symbolic links to mounted paths, such as /bin for /usr/bin, and makes the links in /dev and the program's
/// own.
fn links(names: &RealNames, task: &LauncherTask) {
    let scratch = &task.scratch;
    let devices = LINKS.iter().map(|&(name, target)| (PathBuf::from(name), PathBuf::from(target)));
    // Python and others keep shared memory in files there.
    let shared = [(PathBuf::from("/dev/shm"), scratch.clone())];
    let own = task.options.links.iter().map(|(name, target)| (name.clone(), scratch.join(target)));
    let all = devices.chain(shared).chain(names.iter().cloned()).chain(own);
    for (name, target) in all.filter(|(name, _)| !name.exists()) {
        // Fails if the name lies in a read-only mount; that mount then has the name itself if the program needs it.
        let _ = name.parent().map(fs::create_dir_all);
        let _ = symlink(target, name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hidden_lies_in_what_is_shown_and_around_it() {
        let check = |readable: &[&str], hidden: &[&str], expected: &[(&str, bool)]| {
            let hidden: Vec<PathBuf> = hidden.iter().map(PathBuf::from).collect();
            let found = steps(readable.iter().map(PathBuf::from), &hidden);
            let expected: Vec<_> =
                expected.iter().map(|&(path, is_shown)| (PathBuf::from(path), is_shown)).collect();
            assert_eq!(found, expected, "{readable:?} without {hidden:?}");
        };
        check(&["/usr", "/usr/bin", "/opt"], &["/home/x"], &[("/opt", true), ("/usr", true)]);
        let own = [("/opt", true), ("/opt/class", false), ("/opt/class/ann.py", true)];
        check(&["/opt/class/ann.py", "/opt"], &["/opt/class/bob.py", "/opt/class"], &own);
        let copy =
            [("/opt", true), ("/opt/ann", false), ("/opt/ann/a", true), ("/opt/ann/a/b", false)];
        check(&["/opt", "/opt/ann/a"], &["/opt/ann/a/b", "/opt/ann"], &copy);
        check(&["/class", "/class/bin"], &["/class"], &[("/class/bin", true)]);
    }
}
