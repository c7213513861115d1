//! Version 2 control groups, if a part of their tree is delegated to the caller.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::options::SandboxOptions;

/// The mount points of the tree, alone or next to version 1.
const ROOTS: [&str; 2] = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"];

/// A group in which each program has its own group.
#[derive(Clone, Debug)]
pub(crate) struct Delegation {
    group: PathBuf,
}

impl Delegation {
    /// The caller's own group, prepared for groups below it.
    ///
    /// # Errors
    ///
    /// The reason why that is impossible.
    pub(crate) fn own() -> Result<Self, String> {
        let own = fs::read_to_string("/proc/self/cgroup").map_err(|error| error.to_string())?;
        let own = own.lines().find_map(|line| line.strip_prefix("0::/"));
        let root = ROOTS.map(Path::new).into_iter();
        let root = root.into_iter().find(|root| root.join("cgroup.controllers").exists());
        match (root, own) {
            (Some(root), Some(own)) => Self::prepare(root.join(own)),
            _ => Err("control groups version 2 are not available".to_owned()),
        }
    }

    fn prepare(group: PathBuf) -> Result<Self, String> {
        let has = |file: &str| {
            let names = fs::read_to_string(group.join(file)).unwrap_or_default();
            ["memory", "pids"].iter().all(|name| names.split_whitespace().any(|word| word == *name))
        };
        if !has("cgroup.controllers") {
            return Err(format!("{}: memory and pids are not delegated", group.display()));
        }
        if !has("cgroup.subtree_control") {
            divide(&group).map_err(|error| format!("{}: {error}", group.display()))?;
        }
        Ok(Self { group })
    }

    /// Makes a group with limits that processes can join.
    pub(crate) fn group(&self, options: &SandboxOptions) -> io::Result<Cgroup> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("foursight-{}-{number}", std::process::id());
        let group = Cgroup { path: self.group.join(name) };
        fs::create_dir(&group.path)?;
        group.set("memory.max", options.memory_bytes)?;
        // A kernel without swap has no such file.
        let _ = group.set("memory.swap.max", 0);
        group.set("memory.oom.group", 1)?;
        group.set("pids.max", options.n_processes_granted())?;
        Ok(group)
    }
}

/// Allows limits in the groups below. The kernel accepts no process in a group that does this, so the caller moves into
/// a group of its own; if other processes share its group, it moves back.
fn divide(group: &Path) -> io::Result<()> {
    let share = || fs::write(group.join("cgroup.subtree_control"), "+memory +pids");
    if share().is_ok() {
        return Ok(());
    }
    let leaf = group.join(format!("foursight-supervisor-{}", std::process::id()));
    fs::create_dir(&leaf)?;
    let moved = fs::write(leaf.join("cgroup.procs"), "0").and_then(|()| share());
    if moved.is_err() {
        // At worst this leaves an empty group behind.
        let _ = fs::write(group.join("cgroup.procs"), "0");
        let _ = fs::remove_dir(&leaf);
    }
    moved
}

/// One program's group, removed when this value is dropped.
#[derive(Debug)]
pub(crate) struct Cgroup {
    path: PathBuf,
}

impl Cgroup {
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    fn set(&self, file: &str, value: u64) -> io::Result<()> {
        fs::write(self.path.join(file), value.to_string())
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        // Fails while processes are in it: these are killed, and the group stays.
        if fs::remove_dir(&self.path).is_err() {
            let _ = self.set("cgroup.kill", 1);
        }
    }
}

/// Moves this process into a group.
#[cfg(target_os = "linux")]
pub(crate) fn join(group: &Path) -> io::Result<()> {
    fs::write(group.join("cgroup.procs"), "0")
}

/// Stops or resumes everything in a group.
#[cfg(target_os = "linux")]
pub(crate) fn freeze(group: &Path, is_frozen: bool) -> io::Result<()> {
    // Without the freezer there is no such file, and none must be made.
    let mut file = fs::OpenOptions::new().write(true).open(group.join("cgroup.freeze"))?;
    io::Write::write_all(&mut file, if is_frozen { b"1" } else { b"0" })
}

/// Whether everything in a group has stopped.
#[cfg(target_os = "linux")]
pub(crate) fn is_frozen(group: &Path) -> bool {
    let events = fs::read_to_string(group.join("cgroup.events")).unwrap_or_default();
    events.lines().any(|line| line == "frozen 1")
}

/// Whether the kernel killed one of a group's processes for lack of memory.
#[cfg(target_os = "linux")]
pub(crate) fn is_out_of_memory(group: &Path) -> bool {
    let events = fs::read_to_string(group.join("memory.events")).unwrap_or_default();
    let kills = events.lines().find_map(|line| line.strip_prefix("oom_kill "));
    kills.is_some_and(|number| number != "0")
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// A folder with the files of a group.
    fn folder(controllers: &str, shared: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("cgroup.controllers"), controllers).unwrap();
        fs::write(folder.path().join("cgroup.subtree_control"), shared).unwrap();
        folder
    }

    #[test]
    fn groups_without_delegation_are_refused() {
        for controllers in ["", "hugetlb", "cpu memory", "pids memory2"] {
            let folder = folder(controllers, "");
            let reason = Delegation::prepare(folder.path().to_owned()).unwrap_err();
            assert!(reason.ends_with("memory and pids are not delegated"), "{reason}");
        }
    }

    #[test]
    fn a_program_gets_a_group_with_limits() {
        let folder = folder("cpu memory pids\n", "");
        let delegation = Delegation::prepare(folder.path().to_owned()).unwrap();
        let shared = fs::read_to_string(folder.path().join("cgroup.subtree_control")).unwrap();
        assert_eq!(shared, "+memory +pids");
        let group = delegation.group(&SandboxOptions::default()).unwrap();
        let other = delegation.group(&SandboxOptions::default()).unwrap();
        assert_ne!(group.path(), other.path());
        let limit = fs::read_to_string(group.path().join("memory.max")).unwrap();
        assert_eq!(limit, (1u64 << 30).to_string());
        join(group.path()).unwrap();
        assert_eq!(fs::read_to_string(group.path().join("cgroup.procs")).unwrap(), "0");
        fs::write(group.path().join("memory.events"), "oom 0\noom_kill 0\n").unwrap();
        assert!(!is_out_of_memory(group.path()));
        fs::write(group.path().join("memory.events"), "oom 1\noom_kill 2\n").unwrap();
        assert!(is_out_of_memory(group.path()));
    }
}
