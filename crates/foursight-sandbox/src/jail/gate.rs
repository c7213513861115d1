//! The gate: a named pipe that holds the program back until process 1 inside is the reaper.
//!
//! Each side waits for the other to open it. Then process 1 knows that the launcher's last stage, with its libraries,
//! has started, and hides the launcher. Process 1 never writes: when it becomes the reaper, the kernel closes its end,
//! and the program may pass.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};

use nix::sys::stat::Mode;
use nix::unistd::mkfifo;

use super::failure::{Failure, Step};
use crate::launcher_task::LauncherTask;

pub(super) fn make(task: &LauncherTask) -> Result<(), Failure> {
    mkfifo(&task.gate(), Mode::S_IRUSR | Mode::S_IWUSR).step("gate")
}

/// Waits until the program is at the gate, which opens once the returned file is closed.
pub(super) fn guard(task: &LauncherTask) -> Result<File, Failure> {
    OpenOptions::new().write(true).open(task.gate()).step("gate")
}

/// Waits until the gate opens.
pub(super) fn pass(task: &LauncherTask) -> Result<(), Failure> {
    let gate = File::open(task.gate()).step("gate")?;
    io::copy(&mut gate.take(1), &mut io::sink()).map(drop).step("gate")
}
