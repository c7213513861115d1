//! Namespaces of its own: user, process numbers, network and IPC. That of the mounts follows in `mounts`.

use std::fs;

use nix::sched::{CloneFlags, unshare};
use nix::unistd::{Gid, Uid};

use super::failure::{Failure, Step};

/// Moves this process into new namespaces and the processes that it starts into a new numbering, with
/// the rights of an administrator there, which are given up before the player starts.
pub(super) fn enter() -> Result<(), Failure> {
    let (user, group) = (Uid::effective(), Gid::effective());
    let flags = CloneFlags::CLONE_NEWUSER
        | CloneFlags::CLONE_NEWPID
        | CloneFlags::CLONE_NEWNET
        | CloneFlags::CLONE_NEWIPC;
    unshare(flags).step("namespaces")?;
    // The kernel wants this before a group is mapped by who is not an administrator.
    fs::write("/proc/self/setgroups", "deny").step("namespaces: groups")?;
    fs::write("/proc/self/uid_map", format!("0 {user} 1")).step("namespaces: user")?;
    fs::write("/proc/self/gid_map", format!("0 {group} 1")).step("namespaces: group")
}

/// Forbids more namespaces inside, where a process would be administrator again.
pub(super) fn forbid_more() {
    // Without a /proc of its own there is nothing to write to; seccomp forbids them too.
    let _ = fs::write("/proc/sys/user/max_user_namespaces", "0");
}
