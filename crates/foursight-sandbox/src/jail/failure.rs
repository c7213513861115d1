//! The step at which a launcher failed, and the reason.

use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};

use crate::launcher_task::{LauncherTask, Stage};
use crate::resources::is_out_of_resources;

#[derive(Debug, thiserror::Error)]
#[error("{step}: {reason}")]
pub(super) struct Failure {
    step: String,
    reason: String,
    /// Whether the program is to blame, because it cannot be run.
    is_of_program: bool,
}

impl Failure {
    pub(super) fn new(step: &str, reason: impl Display) -> Self {
        Self { step: step.to_owned(), reason: reason.to_string(), is_of_program: false }
    }

    /// The system refuses to run a program.
    pub(super) fn of_program(program: &str, error: &io::Error) -> Self {
        Self { is_of_program: !is_out_of_resources(error), ..Self::new(program, error) }
    }

    /// Whether the launcher failed through no fault of the program.
    pub(super) fn is_of_launcher(&self) -> bool {
        !self.is_of_program
    }
}

/// Names the step at which an error occurred.
pub(super) trait Step<T> {
    fn step(self, step: &str) -> Result<T, Failure>;
}

impl<T, E: Display> Step<T> for Result<T, E> {
    fn step(self, step: &str) -> Result<T, Failure> {
        self.map_err(|error| Failure::new(step, error))
    }
}

/// An empty file that a failing launcher writes to, out of the program's reach.
///
/// A program may end with any status and print anything, so neither shows that it never ran.
pub(super) struct FailureFile(File);

impl FailureFile {
    /// The file for a stage inside. The watching stage, which reports by itself, needs none.
    pub(super) fn open(task: &LauncherTask) -> Option<Self> {
        let is_inside = task.stage != Stage::Watch;
        let file = || OpenOptions::new().append(true).create(true).open(task.failure_file());
        is_inside.then(file)?.ok().map(Self)
    }

    /// Records that this stage failed.
    pub(super) fn record(mut self) {
        // An error here could be reported only to standard error, which already has the failure itself.
        let _ = self.0.write_all(b"failed");
    }

    /// Whether a stage inside failed.
    pub(super) fn is_recorded(task: &LauncherTask) -> bool {
        fs::metadata(task.failure_file()).is_ok_and(|file| file.len() > 0)
    }
}

#[cfg(test)]
mod tests {
    use nix::errno::Errno;

    use super::*;

    #[test]
    fn a_program_is_not_to_blame_for_what_the_system_lacks() {
        for (errno, is_of_launcher) in [
            (Errno::EAGAIN, true),
            (Errno::ENOMEM, true),
            (Errno::ENOEXEC, false),
            (Errno::ENOENT, false),
        ] {
            let failure = Failure::of_program("bot", &io::Error::from(errno));
            assert_eq!(failure.is_of_launcher(), is_of_launcher, "{failure}");
        }
        assert!(Failure::new("limits", Errno::EPERM).is_of_launcher());
    }
}
