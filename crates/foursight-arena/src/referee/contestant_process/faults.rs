//! Determines why a contestant did not answer.

use std::io;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use foursight::protocol::Reply;
use foursight_sandbox::{Activity, LimitBreach, find_program, is_out_of_resources};

use super::ContestantProcess;
use crate::referee::dialect::Dialect;
use crate::referee::ending_detail::BotAnswer;
use crate::referee::ending_detail::{
    EndingDetail, Exit, OutputLimit, SilenceCause, tells_of_memory,
};
use crate::referee::last_words::last_words;

/// The values that a function returns without a `return`, in Python, Ruby and JavaScript.
const NOTHING: [&str; 3] = ["None", "nil", "undefined"];

/// Advice for a program that ended after an answer, and for one that ended without any.
const KEEP_READING: &str = "keep reading lines until the input ends";
const NO_READER: &str = "read lines until the input ends, or define what the arena calls, such as a function agent(board) \
                         in Python or a class MyPlayer in Ruby";

/// The signal of a memory error.
const SIGSEGV: i32 = 11;

/// The time limit for a process to end after its output is closed. On a busy machine, killing all processes that it has
/// started may take more than a second.
const EXIT_TIME: Duration = Duration::from_secs(5);

impl ContestantProcess<'_> {
    /// The fault of a contestant that did not answer `hello` in time, but may have written another line.
    pub(super) fn no_hello(&self, hello: &str, heard: Option<String>) -> EndingDetail {
        let silence = format!("no answer to {hello:?} within {:?}", self.limits.start);
        let cause = self.silence_cause(None);
        EndingDetail::StartFailure(match (heard, cause.remark()) {
            (Some(line), _) => format!(
                "it answered {hello:?} with {line:?}, but should write \"{}\"",
                Reply::PositionReset
            ),
            (None, Some(remark)) => format!("{silence}: {remark}"),
            (None, None) => silence,
        })
    }

    /// The fault of a contestant that failed in this way before it was ready.
    pub(super) fn start_failure(&mut self, fault: &EndingDetail) -> EndingDetail {
        let words = match fault {
            EndingDetail::Closed => last_words(&self.process.errors()),
            _ => None,
        };
        EndingDetail::StartFailure(match words {
            Some(words) => format!("{fault}: {words}"),
            None => fault.to_string(),
        })
    }

    /// The fault of an answer that is not a move.
    pub(super) fn unreadable(&self, answer: BotAnswer) -> EndingDetail {
        let (example, first_column) =
            (self.dialect.speech().example(), self.dialect.speech().first_column());
        EndingDetail::Unreadable { answer, example, first_column }
    }

    /// The reason why the contestant gave no answer in time, but may have written another line.
    pub(super) fn silence_cause(&self, heard: Option<BotAnswer>) -> SilenceCause {
        let unfinished = self.process.unfinished_line();
        match self.process.activity() {
            Activity::Computing => SilenceCause::Slow,
            _ if !unfinished.trim().is_empty() => {
                let line = BotAnswer::Line(unfinished);
                SilenceCause::NoMove(format!("it wrote {line} without a line end"))
            }
            _ if let Some(answer) = heard => {
                SilenceCause::NoMove(self.unreadable(answer).to_string())
            }
            Activity::AwaitingInput if !self.has_written => SilenceCause::AwaitsInput,
            Activity::Unknown if self.has_written => SilenceCause::Slow,
            Activity::AwaitingInput | Activity::Unknown => SilenceCause::Unknown,
        }
    }

    /// The reason why the output is closed.
    pub(super) fn closed(&mut self) -> EndingDetail {
        let status = self.process.wait(EXIT_TIME);
        if let Some(reason) = self.process.launcher_failure() {
            return EndingDetail::RefereeFailure(reason);
        }
        let fault = match status {
            None => EndingDetail::Closed,
            Some(status) => match self.process.limit_breach() {
                Some(LimitBreach::OutOfMemory) => self.out_of_memory(),
                Some(limit) => EndingDetail::OverLimit(limit),
                None if tells_of_memory(&self.process.errors()) => self.out_of_memory(),
                None => self.crash(Exit::from(status)),
            },
        };
        if self.is_trusted {
            // A trusted player is a part of the referee, and does not fail by itself.
            return EndingDetail::RefereeFailure(format!("its own player {fault}"));
        }
        fault
    }

    fn out_of_memory(&self) -> EndingDetail {
        EndingDetail::OutOfMemory { limit: self.memory }
    }

    /// An answer that is not a move: if a function returned nothing, with the column that it printed instead.
    pub(super) fn with_printed(&mut self, answer: BotAnswer) -> BotAnswer {
        let BotAnswer::Returned { function, value } = answer else { return answer };
        let nothing = NOTHING.into_iter().find(|nothing| value.starts_with(nothing));
        let errors = nothing.map(|_| self.process.end(self.limits.quit)).unwrap_or_default();
        let printed = errors.lines().last().filter(|line| line.trim().parse::<i64>().is_ok());
        let value = match (nothing, printed) {
            (Some(nothing), Some(line)) => format!("{nothing}, but printed {}", line.trim()),
            _ => value,
        };
        BotAnswer::Returned { function, value }
    }

    /// The fault of a contestant that exited on its own.
    fn crash(&mut self, exit: Exit) -> EndingDetail {
        let errors = self.process.errors();
        let words = match exit {
            // Bolosseum's players read one message, to its end.
            Exit::Code(0) if self.dialect.is_called() || self.dialect == Dialect::Bolosseum => None,
            Exit::Code(0) if self.clock.is_first_move => Some(NO_READER.to_owned()),
            Exit::Code(0) => Some(KEEP_READING.to_owned()),
            Exit::Signal(SIGSEGV) => Some(
                last_words(&errors)
                    .unwrap_or_else(|| "a null pointer, or an index outside an array".to_owned()),
            ),
            _ => last_words(&errors),
        };
        EndingDetail::Crash { exit, words }
    }
}

/// The fault of a command line that could not be started.
pub(super) fn of_launch(command: &[String], error: &io::Error) -> EndingDetail {
    let program = command.first().map_or("", String::as_str);
    let reason = format!("{program}: {error}");
    // If the system lacks something, or an existing program does not start, that is not the player's fault.
    if is_out_of_resources(error) || can_be_run(program) {
        EndingDetail::RefereeFailure(reason)
    } else {
        EndingDetail::StartFailure(reason)
    }
}

/// Whether the program exists and is executable.
fn can_be_run(program: &str) -> bool {
    find_program(program).is_some_and(|path| {
        path.metadata().is_ok_and(|file| file.permissions().mode() & 0o111 != 0)
    })
}

/// The maximum number of bytes that a contestant may print for one move.
const MAX_BYTES: usize = 1 << 20;

/// The bytes that a contestant may still print before its move.
pub(super) struct OutputBudget(usize);

impl Default for OutputBudget {
    fn default() -> Self {
        Self(MAX_BYTES)
    }
}

impl OutputBudget {
    /// Takes a line from the budget; returns the fault if too little was left for it.
    pub(super) fn spend(&mut self, line: &str) -> Result<(), EndingDetail> {
        let left = self.0.checked_sub(line.len() + 1);
        self.0 = left.ok_or(EndingDetail::TooMuchOutput(OutputLimit::Move))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_cannot_be_run_is_at_fault() {
        let fault =
            |program: &str, kind: io::ErrorKind| of_launch(&[program.to_owned()], &kind.into());
        let is_own = |fault| matches!(fault, EndingDetail::StartFailure(_));
        assert!(is_own(fault("/no/such/program", io::ErrorKind::NotFound)));
        assert!(is_own(fault("/etc/passwd", io::ErrorKind::PermissionDenied)));
        assert!(!is_own(fault("/bin/sh", io::ErrorKind::NotFound)), "it is there");
    }
}
