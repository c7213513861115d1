//! The first process of the namespaces: when it ends, the kernel kills all others in them.

use std::fs::File;
use std::process::ExitCode;

use nix::errno::Errno;
use nix::sys::prctl;
use nix::sys::signal::Signal;
use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::Pid;

use super::super::ending::Ending;
use super::super::order::{Order, Stage};
use super::failure::{Failure, Step};
use super::watch::raw_status;
use super::{descriptors, mounts, namespaces, start};

pub(super) fn run(order: &Order) -> Result<ExitCode, Failure> {
    prctl::set_pdeathsig(Signal::SIGKILL).step("parent")?;
    super::join(order)?;
    // Opened while it can still be seen.
    let ending = File::create(&order.ending).step("ending")?;
    mounts::enter(order)?;
    namespaces::forbid_more();
    mounts::lock_processes()?;
    let player = start(order, Stage::Enter)?;
    descriptors::leave_pipes()?;
    prctl::set_dumpable(false).step("dumpable")?;
    let status = reap(Pid::from_raw(player.id().cast_signed()))?;
    let known = Ending { status: Some(raw_status(status)), verdict: None };
    serde_json::to_writer(ending, &known).step("ending")?;
    Ok(ExitCode::SUCCESS)
}

/// Waits for whatever ends, until it is the player.
fn reap(player: Pid) -> Result<WaitStatus, Failure> {
    loop {
        match waitpid(None, None) {
            Ok(status) if status.pid() == Some(player) => return Ok(status),
            Ok(_) | Err(Errno::EINTR) => {}
            Err(error) => return Err(Failure::new("wait", error)),
        }
    }
}
