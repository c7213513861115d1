//! What a stage may use and do: limits of each process, priority, root capabilities, open descriptors.

use std::fs::{self, OpenOptions};

use caps::{CapSet, Capability};
use nix::sys::resource::{Resource, getrlimit, rlim_t, setrlimit};
use nix::unistd;
use rustix::process::{getpriority_process, setpriority_process};

use super::failure::{Failure, Step};
use crate::launcher_task::LauncherTask;
use crate::layer::Layer;

/// Drops the capabilities that `exec` would give back to root.
pub(super) fn drop_capabilities_for_good() -> Result<(), Failure> {
    if caps::has_cap(None, CapSet::Effective, Capability::CAP_SETPCAP).step("capabilities")? {
        caps::clear(None, CapSet::Bounding).step("capabilities")?;
    }
    caps::clear(None, CapSet::Inheritable).step("capabilities")
}

/// Drops the capabilities of this process image.
pub(super) fn drop_capabilities_now() -> Result<(), Failure> {
    caps::clear(None, CapSet::Effective).step("capabilities")?;
    caps::clear(None, CapSet::Permitted).step("capabilities")
}

/// Closes everything that the starting process left open, except the three standard streams.
pub(super) fn close_inherited() -> Result<(), Failure> {
    let names = fs::read_dir("/proc/self/fd").step("/proc")?;
    let numbers: Vec<i32> =
        names.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    for number in numbers.into_iter().filter(|&number| number > 2) {
        // One of them belongs to the listing, which is already closed.
        let _ = unistd::close(number);
    }
    Ok(())
}

/// Releases the program's pipes, so that their other ends notice when the program closes them.
pub(super) fn leave_pipes() -> Result<(), Failure> {
    let null = OpenOptions::new().read(true).write(true).open("/dev/null").step("/dev/null")?;
    unistd::dup2_stdin(&null).step("standard input")?;
    unistd::dup2_stdout(&null).step("standard output")
}

/// Signals and timers that wait. The kernel counts them for each user: a program must not take all of the caller's.
const N_SIGNALS: rlim_t = 512;

/// Applies the limits of each process that the kernel enforces.
pub(super) fn limit(task: &LauncherTask) -> Result<(), Failure> {
    let options = &task.options;
    // A limit of 0 would still start the program that the machine may have for core dumps.
    set(Resource::RLIMIT_CORE, 1)?;
    set(Resource::RLIMIT_CPU, options.cpu_seconds)?;
    set(Resource::RLIMIT_FSIZE, options.file_bytes)?;
    set(Resource::RLIMIT_NOFILE, options.n_open_files)?;
    set(Resource::RLIMIT_MSGQUEUE, 0)?;
    set(Resource::RLIMIT_SIGPENDING, N_SIGNALS)?;
    if task.has(Layer::Namespaces) {
        // Without namespaces, this limit would count all processes of the user.
        set(Resource::RLIMIT_NPROC, options.n_processes_granted())?;
    }
    Ok(())
}

fn set(resource: Resource, limit: rlim_t) -> Result<(), Failure> {
    let (_, highest) = getrlimit(resource).step("limits")?;
    let limit = limit.min(highest);
    setrlimit(resource, limit, limit).step("limits")
}

/// The lowest niceness of a program: its processes get a ninth of the time of a process with ordinary priority.
const NICE_PROGRAM: i32 = 10;

/// The niceness of the watching stage, which seldom needs a processor, but then needs it soon.
const NICE_WATCH: i32 = -10;

/// Raises the priority of this watching stage if its user has the right to: the program may have many processes.
/// Returns the niceness before.
///
/// Where the kernel gives every session an equal share of the processors (autogroup), separate sessions suffice.
pub(super) fn raise_priority() -> Result<i32, Failure> {
    let niceness = getpriority_process(None).step("priority")?;
    let _ = setpriority_process(None, NICE_WATCH);
    Ok(niceness)
}

/// Lowers this stage's priority to the program's, and never raises it, which only root may do. If it is lower than a
/// player's, so is its session's. Must precede the gate: behind it, `/proc` is read-only.
pub(super) fn lower_priority(task: &LauncherTask) -> Result<(), Failure> {
    let own = getpriority_process(None).step("priority")?;
    let niceness = NICE_PROGRAM.max(task.niceness).max(own);
    if niceness > NICE_PROGRAM {
        // The kernel may not share the processors among sessions, and lets an ordinary user write ten times a second.
        let _ = fs::write("/proc/self/autogroup", (niceness - NICE_PROGRAM).to_string());
    }
    setpriority_process(None, niceness).step("priority")
}
