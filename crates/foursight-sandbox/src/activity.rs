//! Whether a silent program is computing, or asleep until it can read its standard input.

#[cfg(target_os = "linux")]
mod proc;

use std::path::Path;

use nix::unistd::Pid;

/// The activity of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// It is using processor time, or waiting for a processor.
    Computing,
    /// It is asleep, and only more standard input will wake it.
    AwaitingInput,
    /// Some other activity, or an unknown one.
    Unknown,
}

/// The activity of the program that runs as `process`, or whose launcher does. `input` is the name in `/proc` of the
/// pipe of its standard input.
#[cfg(target_os = "linux")]
pub(crate) fn observe(process: Pid, is_launcher: bool, input: &Path) -> Activity {
    proc::observe(process, !is_launcher, input)
}

/// This system does not show the activity of programs.
#[cfg(not(target_os = "linux"))]
pub(crate) fn observe(_: Pid, _: bool, _: &Path) -> Activity {
    Activity::Unknown
}
