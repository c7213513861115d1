//! Private namespaces: user, process IDs, network and IPC. The mount namespace follows in `mounts`.

use std::fs;

use nix::sched::{CloneFlags, unshare};
use nix::unistd::{Gid, Uid};

use super::failure::{Failure, Step};
use crate::launcher_task::LauncherTask;
use crate::layer::Layer;

/// Moves this process into new namespaces; the processes that it starts get new process numbers. This process becomes
/// root there, and gives up those rights before the program starts.
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

/// The lowest limit of process numbers that the kernel accepts.
const MIN_NUMBERS: u64 = 301;

/// The first Linux version in which each process namespace has its own limit. Before that, the limit applied to the
/// whole system, and root could change it from in here.
const OWN_NUMBERS: (u32, u32) = (6, 14);

/// Limits the process numbers here, and so the number of processes and threads. Unlike all other user limits, this one
/// also binds root.
pub(super) fn limit_processes(task: &LauncherTask) {
    // Without a /proc of its own there is no file, and nothing to do.
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    if task.has(Layer::Limits) && version(&release).is_some_and(|version| version >= OWN_NUMBERS) {
        let n_processes = task.options.n_processes_granted().max(MIN_NUMBERS);
        let _ = fs::write("/proc/sys/kernel/pid_max", n_processes.to_string());
    }
}

/// The first two numbers of a release such as `6.14.0-rc1`.
fn version(release: &str) -> Option<(u32, u32)> {
    let mut numbers = release.split(|c: char| !c.is_ascii_digit());
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

/// Forbids nested namespaces, in which a process would be root again.
pub(super) fn forbid_more() {
    // Fails without a /proc of its own; seccomp forbids them too.
    let _ = fs::write("/proc/sys/user/max_user_namespaces", "0");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_compared_by_number() {
        for (release, has_own) in [
            ("6.14.0", true),
            ("6.18.44-fc-v769\n", true),
            ("7.0-rc1", true),
            ("6.9.12", false),
            ("6.8.0-45-generic", false),
            ("5.15.167.4-microsoft-standard-WSL2", false),
            ("", false),
            ("6", false),
        ] {
            let version = version(release);
            assert_eq!(version.is_some_and(|version| version >= OWN_NUMBERS), has_own, "{release}");
        }
    }
}
