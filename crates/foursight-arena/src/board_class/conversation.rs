//! A conversation with the script that calls a class.

use std::time::{Duration, Instant};

use foursight_sandbox::{NoLine, Process, Sandbox};

use super::interface::Call;
use super::program::BoardProgram;
use super::reply::{Reply, Value};
use crate::referee::ending_detail::exit_in_words;

/// The time limit for the script to start and load the class.
const START: Duration = Duration::from_secs(10);

/// The time limit for a call.
const CALL: Duration = Duration::from_secs(2);

/// The script in the jail, which is started when first needed, and restarted after it has ended.
pub(super) struct Conversation<'a> {
    pub(super) program: &'a BoardProgram,
    sandbox: &'a Sandbox,
    process: Option<Process>,
    /// The number of calls that the class has not answered in time.
    pub(super) n_hangs: usize,
}

/// The reason why there is no answer.
pub(super) enum NoAnswer {
    /// The class is at fault.
    Class(String),
    /// The jail could not be set up.
    Machine(String),
}

impl<'a> Conversation<'a> {
    pub(super) fn new(program: &'a BoardProgram, sandbox: &'a Sandbox) -> Self {
        Self { program, sandbox, process: None, n_hangs: 0 }
    }

    /// The parts of the class, in the script's words.
    pub(super) fn describe(&mut self, class: &str) -> Result<Vec<String>, NoAnswer> {
        self.ask(&format!("describe\t{class}"), START)
    }

    /// Makes an object.
    pub(super) fn make(&mut self, call: &Call) -> Result<Reply, NoAnswer> {
        self.reply("new", call, START)
    }

    /// Calls a method of the object, or reads a field.
    pub(super) fn call(&mut self, call: &Call) -> Result<Reply, NoAnswer> {
        self.reply(if call.is_field { "get" } else { "call" }, call, CALL)
    }

    fn reply(&mut self, order: &str, call: &Call, time: Duration) -> Result<Reply, NoAnswer> {
        let values = call.values.iter().map(|value| match value {
            Value::Number(number) => format!("\ti{number}"),
            Value::Text(text) => format!("\ts{text}"),
        });
        let line = format!("{order}\t{}{}", call.name, values.collect::<String>());
        let words = self.ask(&line, time)?;
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        Reply::read(&words)
            .ok_or_else(|| NoAnswer::Class(format!("it wrote {words:?} instead of its result")))
    }

    fn ask(&mut self, line: &str, time: Duration) -> Result<Vec<String>, NoAnswer> {
        if self.process.is_none() {
            let BoardProgram { command, readable, .. } = self.program;
            let process = Process::start(command, self.sandbox, readable);
            self.process = Some(process.map_err(|error| NoAnswer::Machine(error.to_string()))?);
        }
        let process = self.process.as_mut().expect("it was just started");
        process.send(line);
        match process.receive(Instant::now() + time) {
            Ok(line) => Ok(line.split('\t').map(str::to_owned).collect()),
            Err(reason) => Err(self.stop(reason, time)),
        }
    }

    /// Ends the script, and says why it did not answer.
    fn stop(&mut self, reason: NoLine, time: Duration) -> NoAnswer {
        let Some(mut process) = self.process.take() else { return NoAnswer::Class(String::new()) };
        NoAnswer::Class(match reason {
            NoLine::Deadline => {
                self.n_hangs += 1;
                format!("gave no answer within {} s", time.as_secs())
            }
            NoLine::TooLong => "returned a string that is too long".to_owned(),
            NoLine::Closed => {
                let status = process.wait(Duration::from_secs(5));
                if let Some(reason) = process.launcher_failure() {
                    return NoAnswer::Machine(reason);
                }
                match (process.limit_breach(), status) {
                    (Some(breach), _) => format!("was stopped: {breach}"),
                    (None, Some(status)) => {
                        format!("ended the program with {}", exit_in_words(status))
                    }
                    (None, None) => "closed its output".to_owned(),
                }
            }
        })
    }
}
