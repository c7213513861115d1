//! Whether a silent program is computing, or asleep until it can read its standard input; the processor time that a program
//! used, and how long it waited for a processor.

#[cfg(target_os = "linux")]
mod proc;

use std::time::Duration;

#[cfg(target_os = "linux")]
pub(crate) use proc::{Meter, observe};

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

/// The processor time that a program used and waited for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Processor time of all its processes and threads together.
    pub used: Duration,
    /// The time for which the thread that waited longest was ready to run but had no processor.
    pub waited: Duration,
}

/// This system does not show the effort of programs.
#[cfg(not(target_os = "linux"))]
#[derive(Debug)]
pub(crate) struct Meter;

#[cfg(not(target_os = "linux"))]
impl Meter {
    pub(crate) fn new(_: nix::unistd::Pid, _: bool) -> Self {
        Self
    }

    pub(crate) fn look(&mut self) {}

    pub(crate) fn take(&mut self) -> Effort {
        Effort::default()
    }
}
