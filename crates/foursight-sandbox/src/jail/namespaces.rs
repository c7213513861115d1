//! Namespaces of its own: user, process ids, network and IPC. The mount namespace follows in `mounts`.

use std::fs;

use nix::sched::{CloneFlags, unshare};
use nix::unistd::{Gid, Uid};

use super::failure::{Failure, Step};

/// Moves this process into new namespaces, and the processes that it starts into a new numbering. It becomes
/// administrator there, and gives up those rights before the program starts.
pub(super) fn enter() -> Result<(), Failure> {
    let (user, group) = (Uid::effective(), Gid::effective());
    let flags = CloneFlags::CLONE_NEWUSER
        | CloneFlags::CLONE_NEWPID
        | CloneFlags::CLONE_NEWNET
        | CloneFlags::CLONE_NEWIPC;
    unshare(flags).step("namespaces")?;
    // The kernel demands this before a user without rights may map a group.
    fs::write("/proc/self/setgroups", "deny").step("namespaces: groups")?;
    fs::write("/proc/self/uid_map", format!("0 {user} 1")).step("namespaces: user")?;
    fs::write("/proc/self/gid_map", format!("0 {group} 1")).step("namespaces: group")
}

/// Forbids nested namespaces, where a process would be administrator again.
pub(super) fn forbid_more() {
    // Fails without a /proc of its own; seccomp forbids them too.
    let _ = fs::write("/proc/sys/user/max_user_namespaces", "0");
}
