//! Determines why a contestant did not answer.

use std::io;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use foursight::protocol::Reply;
use foursight_sandbox::{Activity, LimitBreach, find_program, is_out_of_resources};

use super::ContestantProcess;
use crate::referee::dialect::Dialect;
use crate::referee::ending::Ending;
use crate::referee::ending_detail::{
    AWAITS_INPUT, BotAnswer, EndingDetail, exit_in_words, tells_of_memory,
};
use crate::referee::last_words::last_words;

/// The values that a function returns without a `return`, in Python, Ruby and JavaScript.
const NOTHING: [&str; 3] = ["None", "nil", "undefined"];

/// Advice for a program that ended after an answer, and for one that ended without any.
const KEEP_READING: &str = "keep reading lines until the input ends";
const NO_READER: &str = "read lines until the input ends, or define what the arena calls, such as a function agent(board) \
                         in Python or a class MyPlayer in Ruby";

/// What a silent player is doing that uses the processor, or of which only an earlier line is known.
const IS_SLOW: &str = "it is still computing";

/// The signal of a memory error.
const SIGSEGV: i32 = 11;

/// Its usual causes.
const NULL: &str = "a null pointer, or an index outside an array";

/// The time limit for a process to end after its output is closed. On a busy machine, killing all processes that it has
/// started may take more than a second.
const EXIT_TIME: Duration = Duration::from_secs(5);

impl ContestantProcess<'_> {
    /// The fault of a contestant that did not answer `hello` in time, but may have written another line.
    pub(super) fn no_hello(&self, hello: &str, heard: Option<String>) -> EndingDetail {
        let silence = format!("no answer to {hello:?} within {:?}", self.limits.start);
        let reason = match (heard, self.activity(None)) {
            (Some(line), _) => format!(
                "it answered {hello:?} with {line:?}, but should write \"{}\"",
                Reply::PositionReset
            ),
            (None, Some(activity)) => format!("{silence}: {activity}"),
            (None, None) => silence,
        };
        EndingDetail::new(Ending::StartFailure, reason)
    }

    /// The fault of a contestant that failed in this way before it was ready.
    pub(super) fn start_failure(&mut self, fault: &EndingDetail) -> EndingDetail {
        let is_closed = fault.kind == Ending::ClosedOutput;
        let words = is_closed.then(|| last_words(&self.process.errors())).flatten();
        let reason = words.map_or(fault.to_string(), |words| format!("{fault}: {words}"));
        EndingDetail::new(Ending::StartFailure, reason)
    }

    /// The fault of an answer that is not a move.
    pub(super) fn unreadable(&self, answer: &BotAnswer) -> EndingDetail {
        let speech = self.dialect.speech();
        let first_column = speech.first_column();
        let reason = match answer {
            BotAnswer::Line(_) => format!(
                "{answer} is not a move; a move is a line such as {}, and columns are numbered from {first_column}",
                speech.example()
            ),
            BotAnswer::Returned { .. } => {
                format!("{answer}; return a column, counted from {first_column}")
            }
        };
        EndingDetail::new(Ending::Unreadable, reason)
    }

    /// The fault of a contestant that gave no answer within its `allowance`, but may have written another line.
    pub(super) fn silence(&self, heard: Option<BotAnswer>, allowance: &str) -> EndingDetail {
        let reason = match self.activity(heard).as_deref() {
            Some(IS_SLOW) => format!("no answer: too slow for {allowance}"),
            Some(AWAITS_INPUT) => format!("no answer: {AWAITS_INPUT}"),
            Some(activity) => format!("no answer within {allowance}: {activity}"),
            None => format!("no answer within {allowance}"),
        };
        EndingDetail::new(Ending::Silence, reason)
    }

    /// What a contestant is doing that gave no answer, if it is known.
    fn activity(&self, heard: Option<BotAnswer>) -> Option<String> {
        let unfinished = self.process.unfinished_line();
        match self.process.activity() {
            Activity::Computing => Some(IS_SLOW.to_owned()),
            _ if !unfinished.trim().is_empty() => {
                Some(format!("it wrote {} without a line end", BotAnswer::Line(unfinished)))
            }
            _ if let Some(answer) = heard => Some(self.unreadable(&answer).reason),
            Activity::AwaitingInput if !self.has_written => Some(AWAITS_INPUT.to_owned()),
            Activity::Unknown if self.has_written => Some(IS_SLOW.to_owned()),
            Activity::AwaitingInput | Activity::Unknown => None,
        }
    }

    /// The reason why the output is closed.
    pub(super) fn closed(&mut self) -> EndingDetail {
        let status = self.process.wait(EXIT_TIME);
        if let Some(reason) = self.process.launcher_failure() {
            return EndingDetail::new(Ending::RefereeFailure, reason);
        }
        let fault = match status {
            None => EndingDetail::new(Ending::ClosedOutput, "closed its output"),
            Some(status) => match self.process.limit_breach() {
                Some(LimitBreach::OutOfMemory) => self.out_of_memory(),
                Some(limit) => EndingDetail::new(Ending::OverLimit, limit.to_string()),
                None if tells_of_memory(&self.process.errors()) => self.out_of_memory(),
                None => self.crash(status),
            },
        };
        if self.is_trusted {
            // A trusted player is a part of the referee, and does not fail by itself.
            let reason = format!("its own player {fault}");
            return EndingDetail::new(Ending::RefereeFailure, reason);
        }
        fault
    }

    fn out_of_memory(&self) -> EndingDetail {
        let reason = match self.memory {
            None => "out of memory".to_owned(),
            Some(bytes) => {
                let (shift, unit) = if bytes % (1 << 30) == 0 { (30, "GiB") } else { (20, "MiB") };
                format!("out of memory: a player may use {} {unit}", bytes >> shift)
            }
        };
        EndingDetail::new(Ending::OutOfMemory, reason)
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
    fn crash(&mut self, status: ExitStatus) -> EndingDetail {
        let words = last_words(&self.process.errors());
        let words = match (status.code(), status.signal()) {
            // Bolosseum's players read one message, to its end.
            (Some(0), _) if self.dialect.is_called() || self.dialect == Dialect::Bolosseum => {
                " instead of an answer".to_owned()
            }
            (Some(0), _) if self.clock.is_first_move => format!(": {NO_READER}"),
            (Some(0), _) => format!(": {KEEP_READING}"),
            (None, Some(SIGSEGV)) if words.is_none() => format!(": {NULL}"),
            _ => words.map_or(String::new(), |words| format!(": {words}")),
        };
        EndingDetail::new(Ending::Crash, format!("ended with {}{words}", exit_in_words(status)))
    }
}

/// The fault of a command line that could not be started.
pub(super) fn of_launch(command: &[String], error: &io::Error) -> EndingDetail {
    let program = command.first().map_or("", String::as_str);
    let reason = format!("{program}: {error}");
    // If the system lacks something, or an existing program does not start, that is not the player's fault.
    let is_own = !is_out_of_resources(error) && !can_be_run(program);
    let kind = if is_own { Ending::StartFailure } else { Ending::RefereeFailure };
    EndingDetail::new(kind, reason)
}

/// The fault of a contestant that printed this.
pub(super) fn too_much_output(what: &str) -> EndingDetail {
    EndingDetail::new(Ending::TooMuchOutput, format!("too much output: {what}"))
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
        let what = "more than 1 MiB for one move on standard output";
        self.0 = left.ok_or_else(|| too_much_output(what))?;
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
        let is_own = |fault: EndingDetail| fault.kind == Ending::StartFailure;
        assert!(is_own(fault("/no/such/program", io::ErrorKind::NotFound)));
        assert!(is_own(fault("/etc/passwd", io::ErrorKind::PermissionDenied)));
        assert!(!is_own(fault("/bin/sh", io::ErrorKind::NotFound)), "it is there");
    }
}
