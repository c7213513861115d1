//! The last stage: gives up the rights that the program must not have, and becomes the program.

use std::os::unix::process::CommandExt;
use std::process::Command;

use caps::{CapSet, Capability};
use nix::sys::prctl;
use nix::sys::signal::{SigSet, Signal};

use super::failure::{Failure, Step};
use super::{landlock, limits, seccomp};
use crate::launcher_task::LauncherTask;
use crate::layer::Layer;

/// Returns only on failure.
pub(super) fn run(task: &LauncherTask) -> Failure {
    if let Err(failure) = give_up(task) {
        return failure;
    }
    match task.command.split_first() {
        Some((program, arguments)) => {
            Failure::new(program, Command::new(program).args(arguments).exec())
        }
        None => Failure::new("task", "an empty command line"),
    }
}

fn give_up(task: &LauncherTask) -> Result<(), Failure> {
    prctl::set_pdeathsig(Signal::SIGKILL).step("parent")?;
    // Signals that the launcher blocks must reach the program.
    SigSet::all().thread_unblock().step("signals")?;
    if !task.has(Layer::Namespaces) {
        super::join(task)?;
    }
    if task.has(Layer::Limits) {
        limits::apply(task)?;
    }
    if !task.is_trusting() {
        capabilities()?;
    }
    if task.has(Layer::Landlock) {
        landlock::apply(task)?;
    }
    if task.has(Layer::Seccomp) {
        seccomp::apply()?;
    }
    Ok(())
}

/// Drops what `exec` would give back to an administrator.
fn capabilities() -> Result<(), Failure> {
    if caps::has_cap(None, CapSet::Effective, Capability::CAP_SETPCAP).step("capabilities")? {
        caps::clear(None, CapSet::Bounding).step("capabilities")?;
    }
    caps::clear(None, CapSet::Inheritable).step("capabilities")
}
