//! The first process in the namespaces: when it ends, the kernel kills all others in them.
//!
//! It sets up the files, and becomes the reaper before the program starts.

use std::convert::Infallible;
use std::fs::File;
use std::process::ExitCode;

use nix::sys::prctl;
use nix::sys::signal::Signal;
use nix::unistd;

use super::failure::{Failure, Step};
use super::{gate, mounts, namespaces, reaper, rights, start};
use crate::launcher_task::{LauncherTask, Stage};

/// Returns only on failure.
pub(super) fn run(task: &LauncherTask) -> Result<ExitCode, Failure> {
    prctl::set_pdeathsig(Signal::SIGKILL).step("parent")?;
    super::join(task)?;
    // Opened while its path is still visible.
    let report = File::create(&task.exit_report).step("exit report")?;
    gate::make(task)?;
    mounts::detach()?;
    // The next stage moves to the new root only if it is in the old one.
    unistd::chdir("/").step("mounts: root")?;
    let mut program = start(task, Stage::Enter)?;
    let Err(failure) = hand_over(task, &report, program.id());
    // It must not pass the gate, which opens when this process ends.
    let _ = program.kill();
    Err(failure)
}

fn hand_over(task: &LauncherTask, report: &File, program: u32) -> Result<Infallible, Failure> {
    let names = mounts::build(task)?;
    let reaper = reaper::place(&task.scratch)?;
    let _gate = gate::guard(task)?;
    mounts::enter(task, &names)?;
    namespaces::forbid_more();
    namespaces::limit_processes(task);
    mounts::lock_processes()?;
    rights::leave_pipes()?;
    unistd::dup2_stdout(report).step("exit report")?;
    rights::drop_capabilities_for_good()?;
    rights::drop_capabilities_now()?;
    reaper::become_reaper(&reaper, program)
}
