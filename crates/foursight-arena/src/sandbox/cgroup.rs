//! Control groups of version 2, where a part of their tree belongs to the referee.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::options::SandboxOptions;

/// Where the tree is mounted, alone or beside one of version 1.
const ROOTS: [&str; 2] = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"];

/// A group below which a group for each player can be made.
#[derive(Clone, Debug)]
pub(super) struct Delegation {
    group: PathBuf,
}

impl Delegation {
    /// The referee's own group, prepared for groups below it.
    ///
    /// # Errors
    ///
    /// Why it cannot be.
    pub(super) fn own() -> Result<Self, String> {
        let own = fs::read_to_string("/proc/self/cgroup").map_err(|error| error.to_string())?;
        let own = own.lines().find_map(|line| line.strip_prefix("0::/"));
        let root = ROOTS.map(Path::new).into_iter();
        let root = root.into_iter().find(|root| root.join("cgroup.controllers").exists());
        match (root, own) {
            (Some(root), Some(own)) => Self::prepare(root.join(own)),
            _ => Err("no control groups of version 2".to_owned()),
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

    /// Makes a group with limits, which processes can join.
    pub(super) fn group(&self, options: &SandboxOptions) -> io::Result<Cgroup> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("foursight-{}-{number}", std::process::id());
        let group = Cgroup { path: self.group.join(name) };
        fs::create_dir(&group.path)?;
        group.set("memory.max", options.memory_bytes)?;
        // There is no such file in a kernel without swap.
        let _ = group.set("memory.swap.max", 0);
        group.set("memory.oom.group", 1)?;
        group.set("pids.max", options.n_processes)?;
        Ok(group)
    }
}

/// Lets groups below have limits. The kernel wants no process in a group that does, so the referee
/// moves into one of its own; where others are beside it, it moves back.
fn divide(group: &Path) -> io::Result<()> {
    let share = || fs::write(group.join("cgroup.subtree_control"), "+memory +pids");
    if share().is_ok() {
        return Ok(());
    }
    let leaf = group.join(format!("foursight-referee-{}", std::process::id()));
    fs::create_dir(&leaf)?;
    let moved = fs::write(leaf.join("cgroup.procs"), "0").and_then(|()| share());
    if moved.is_err() {
        // What fails here leaves an empty group behind, and nothing else.
        let _ = fs::write(group.join("cgroup.procs"), "0");
        let _ = fs::remove_dir(&leaf);
    }
    moved
}

/// The group of one player, removed with this value.
#[derive(Debug)]
pub(crate) struct Cgroup {
    path: PathBuf,
}

impl Cgroup {
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    fn set(&self, file: &str, value: u64) -> io::Result<()> {
        fs::write(self.path.join(file), value.to_string())
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        // It fails while something is in it: then it is killed, and left.
        if fs::remove_dir(&self.path).is_err() {
            let _ = self.set("cgroup.kill", 1);
        }
    }
}

/// Moves this process into a group.
#[cfg(target_os = "linux")]
pub(super) fn join(group: &Path) -> io::Result<()> {
    fs::write(group.join("cgroup.procs"), "0")
}

/// Whether the kernel has killed something in a group for its memory.
#[cfg(target_os = "linux")]
pub(super) fn is_out_of_memory(group: &Path) -> bool {
    let events = fs::read_to_string(group.join("memory.events")).unwrap_or_default();
    let kills = events.lines().find_map(|line| line.strip_prefix("oom_kill "));
    kills.is_some_and(|number| number != "0")
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// A folder with the files that a group has.
    fn folder(controllers: &str, shared: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("cgroup.controllers"), controllers).unwrap();
        fs::write(folder.path().join("cgroup.subtree_control"), shared).unwrap();
        folder
    }

    #[test]
    fn what_is_not_delegated_is_refused() {
        for controllers in ["", "hugetlb", "cpu memory", "pids memory2"] {
            let folder = folder(controllers, "");
            let reason = Delegation::prepare(folder.path().to_owned()).unwrap_err();
            assert!(reason.ends_with("memory and pids are not delegated"), "{reason}");
        }
    }

    #[test]
    fn a_player_gets_a_group_with_limits() {
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
