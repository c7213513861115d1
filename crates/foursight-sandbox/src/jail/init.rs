//! The first process in the namespaces: when it ends, the kernel kills all others in them.

use std::fs::File;
use std::process::ExitCode;

use nix::errno::Errno;
use nix::sys::prctl;
use nix::sys::signal::Signal;
use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::Pid;

use super::failure::{Failure, Step};
use super::watch::raw_status;
use super::{descriptors, mounts, namespaces, start};
use crate::exit_report::ExitReport;
use crate::launcher_task::{LauncherTask, Stage};

pub(super) fn run(task: &LauncherTask) -> Result<ExitCode, Failure> {
    prctl::set_pdeathsig(Signal::SIGKILL).step("parent")?;
    super::join(task)?;
    // Opened while its path is still visible.
    let report = File::create(&task.exit_report).step("exit report")?;
    mounts::enter(task)?;
    namespaces::forbid_more();
    mounts::lock_processes()?;
    let program = start(task, Stage::Enter)?;
    descriptors::leave_pipes()?;
    prctl::set_dumpable(false).step("dumpable")?;
    let status = reap(Pid::from_raw(program.id().cast_signed()))?;
    let known = ExitReport { status: Some(raw_status(status)), breach: None };
    serde_json::to_writer(report, &known).step("exit report")?;
    Ok(ExitCode::SUCCESS)
}

/// Reaps every process that ends, until the program does.
fn reap(program: Pid) -> Result<WaitStatus, Failure> {
    loop {
        match waitpid(None, None) {
            Ok(status) if status.pid() == Some(program) => return Ok(status),
            Ok(_) | Err(Errno::EINTR) => {}
            Err(error) => return Err(Failure::new("wait", error)),
        }
    }
}
