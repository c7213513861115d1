//! Why a contestant did not answer.

use std::io;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use foursight_sandbox::{Activity, LimitBreach, find_program, is_lack};

use super::ContestantProcess;
use crate::referee::termination::{Exit, SilenceCause, Termination, tells_of_memory};

/// How long a process may take to end after its output is closed.
const EXIT_TIME: Duration = Duration::from_secs(1);

impl ContestantProcess<'_> {
    /// The fault of not answering the `hello` in time.
    pub(super) fn no_hello(&self, hello: &str) -> Termination {
        let silence = format!("no answer to {hello:?} within {:?}", self.limits.start);
        let remark = self.silence_cause().remark();
        Termination::StartFailure(match remark {
            Some(remark) => format!("{silence}: {remark}"),
            None => silence,
        })
    }

    /// The fault of a contestant that failed in this way before it was ready.
    pub(super) fn start_failure(&mut self, fault: &Termination) -> Termination {
        let reason = match fault {
            Termination::Crash(_) | Termination::Closed => {
                let errors = self.process.errors();
                let last = errors.lines().last().unwrap_or("nothing on standard error");
                format!("{fault} ({last})")
            }
            _ => fault.to_string(),
        };
        Termination::StartFailure(reason)
    }

    /// Why it gave no answer in time.
    pub(super) fn silence_cause(&self) -> SilenceCause {
        match self.process.activity() {
            Activity::Computing => SilenceCause::Slow,
            Activity::AwaitingInput if !self.has_written => SilenceCause::AwaitsInput,
            Activity::Unknown if self.has_written => SilenceCause::Slow,
            Activity::AwaitingInput | Activity::Unknown => SilenceCause::Unknown,
        }
    }

    /// Why the output is closed.
    pub(super) fn closed(&mut self) -> Termination {
        let status = self.process.wait(EXIT_TIME);
        if let Some(reason) = self.process.launcher_failure() {
            return Termination::RefereeFailure(reason);
        }
        let fault = match status {
            None => Termination::Closed,
            Some(status) => match self.process.limit_breach() {
                Some(LimitBreach::OutOfMemory) => Termination::OutOfMemory,
                Some(limit) => Termination::OverLimit(limit),
                None if tells_of_memory(&self.process.errors()) => Termination::OutOfMemory,
                None => Termination::Crash(Exit::from(status)),
            },
        };
        if self.is_trusted {
            // It is a part of the referee, and does not fail by itself.
            let errors = self.process.errors();
            let last = errors.lines().last().unwrap_or("nothing on standard error");
            return Termination::RefereeFailure(format!("its own player {fault} ({last})"));
        }
        fault
    }
}

/// The fault of a command line that could not be started.
pub(super) fn of_launch(command: &[String], error: &io::Error) -> Termination {
    let program = command.first().map_or("", String::as_str);
    let reason = format!("{program}: {error}");
    // If the system lacks something, or an existing program does not start, that is not its fault.
    if is_lack(error) || can_be_run(program) {
        Termination::RefereeFailure(reason)
    } else {
        Termination::StartFailure(reason)
    }
}

/// Whether the program exists and is executable.
fn can_be_run(program: &str) -> bool {
    find_program(program).is_some_and(|path| {
        path.metadata().is_ok_and(|file| file.permissions().mode() & 0o111 != 0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_cannot_be_run_is_at_fault() {
        let fault =
            |program: &str, kind: io::ErrorKind| of_launch(&[program.to_owned()], &kind.into());
        let is_own = |fault| matches!(fault, Termination::StartFailure(_));
        assert!(is_own(fault("/no/such/program", io::ErrorKind::NotFound)));
        assert!(is_own(fault("/etc/passwd", io::ErrorKind::PermissionDenied)));
        assert!(!is_own(fault("/bin/sh", io::ErrorKind::NotFound)), "it is there");
    }
}
