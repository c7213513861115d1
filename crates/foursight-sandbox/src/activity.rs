//! Whether a silent program is computing, or asleep until it can read its standard input.

#[cfg(target_os = "linux")]
mod proc;

#[cfg(target_os = "linux")]
pub(crate) use proc::observe;

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

/// This system does not show the activity of programs.
#[cfg(not(target_os = "linux"))]
pub(crate) fn observe(_: nix::unistd::Pid, _: bool, _: &std::path::Path) -> Activity {
    Activity::Unknown
}
