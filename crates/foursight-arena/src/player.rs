//! A player of one game: a process that is told the moves and asked for its own.

use std::time::{Duration, Instant};

use foursight::protocol::Reply;
use foursight::{AnySize, Column};

use crate::dialect::{Dialect, Heard};
use crate::process::{NoLine, Process};
use crate::sandbox::Sandbox;
use crate::termination::{Exit, Termination};

/// Who takes part: a name, a command line, and the dialect that it speaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestant {
    /// The name in results.
    pub name: String,
    /// The program and its arguments. It runs in an empty folder, so paths are absolute.
    pub command: Vec<String>,
    /// What it speaks.
    pub dialect: Dialect,
}

/// How long a player may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// From its start to its first answer.
    pub start: Duration,
    /// For each move.
    pub per_move: Duration,
    /// What is given on top for each move, for the noise of the machine.
    pub margin: Duration,
    /// For ending by itself once its input is closed.
    pub quit: Duration,
}

/// A second for each move.
impl Default for Limits {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            per_move: Duration::from_secs(1),
            margin: Duration::from_millis(50),
            quit: Duration::from_millis(100),
        }
    }
}

/// How much a player may print for one move.
const MAX_BYTES: usize = 1 << 20;

/// How long a late player is listened to, to tell by how much it was late.
const MAX_GRACE: Duration = Duration::from_secs(1);

/// How long a process may take to end after its output is closed.
const EXIT_TIME: Duration = Duration::from_millis(200);

/// A move as it was said.
pub(crate) struct Answer {
    pub(crate) column: Column,
    pub(crate) line: String,
    pub(crate) time: Duration,
}

pub(crate) struct Player {
    process: Process,
    dialect: Dialect,
    limits: Limits,
    /// Time on top for the first move of a player that could not be greeted.
    start_time: Duration,
}

impl Player {
    /// Starts a contestant and waits until it is ready.
    pub(crate) fn start(
        contestant: &Contestant,
        size: AnySize,
        limits: Limits,
    ) -> Result<Self, Termination> {
        let process =
            Process::start(&contestant.command, &Sandbox::bare(), None).map_err(|error| {
                let program = contestant.command.first().map_or("", String::as_str);
                Termination::StartFailure(format!("{program}: {error}"))
            })?;
        let dialect = contestant.dialect;
        let mut player = Self { process, dialect, limits, start_time: Duration::ZERO };
        match dialect.greeting(size) {
            Some(greeting) => player.greet(&greeting)?,
            None => player.start_time = limits.start,
        }
        Ok(player)
    }

    fn greet(&mut self, greeting: &str) -> Result<(), Termination> {
        self.process.send(greeting);
        let deadline = Instant::now() + self.limits.start;
        let mut budget = Budget(MAX_BYTES);
        let fail = |reason: String| Err(Termination::StartFailure(reason));
        loop {
            match self.process.receive(deadline) {
                Ok(line) => match Reply::read(&line) {
                    Reply::PositionReset => return Ok(()),
                    Reply::Error(_) | Reply::UnknownCommand(_) => {
                        return fail(format!("answered {greeting:?} with {line:?}"));
                    }
                    _ if budget.spend(&line) => {}
                    _ => return fail("too much output".to_owned()),
                },
                Err(NoLine::TooLong) => return fail("too much output".to_owned()),
                Err(NoLine::Deadline) => {
                    return fail(format!(
                        "no answer to {greeting:?} within {:?}",
                        self.limits.start
                    ));
                }
                Err(NoLine::Closed) => {
                    let ending = self.ending();
                    let errors = self.process.errors();
                    let last = errors.lines().last().unwrap_or("nothing on standard error");
                    return fail(format!("{ending} ({last})"));
                }
            }
        }
    }

    /// The player's move after `played`.
    pub(crate) fn ask(&mut self, played: &[Column]) -> Result<Answer, Termination> {
        let mut budget = Budget(MAX_BYTES);
        self.skip_old_lines(&mut budget)?;
        for line in self.dialect.turn(played, self.limits.per_move) {
            self.process.send(&line);
        }
        let start = Instant::now();
        let time = self.limits.per_move + std::mem::take(&mut self.start_time);
        let in_time = start + time + self.limits.margin;
        let grace = self.limits.per_move.min(MAX_GRACE);
        loop {
            match self.process.receive(in_time + grace) {
                Ok(line) => match self.dialect.hear(&line) {
                    _ if !budget.spend(&line) => return Err(Termination::TooMuchOutput),
                    Heard::Chat => {}
                    Heard::Nonsense => return Err(Termination::Unreadable { line }),
                    Heard::Move(_) if Instant::now() > in_time => {
                        return Err(Termination::Late { by: start.elapsed().saturating_sub(time) });
                    }
                    Heard::Move(column) => {
                        return Ok(Answer { column, line, time: start.elapsed() });
                    }
                },
                Err(NoLine::TooLong) => return Err(Termination::TooMuchOutput),
                Err(NoLine::Deadline) => return Err(Termination::Silence),
                Err(NoLine::Closed) => return Err(self.ending()),
            }
        }
    }

    /// Drops what was said before anybody asked.
    fn skip_old_lines(&self, budget: &mut Budget) -> Result<(), Termination> {
        while let Ok(line) = self.process.receive(Instant::now()) {
            if !budget.spend(&line) {
                return Err(Termination::TooMuchOutput);
            }
        }
        Ok(())
    }

    /// How a player ended whose output is closed.
    fn ending(&mut self) -> Termination {
        self.process
            .wait(EXIT_TIME)
            .map_or(Termination::Closed, |status| Termination::Crash(Exit::from(status)))
    }

    /// Takes the player down, with its process group; returns the end of its standard error.
    pub(crate) fn stop(self) -> String {
        self.process.stop(self.limits.quit)
    }
}

/// How many bytes may still come.
struct Budget(usize);

impl Budget {
    /// Whether there was enough left for a line.
    fn spend(&mut self, line: &str) -> bool {
        let left = self.0.checked_sub(line.len() + 1);
        self.0 = left.unwrap_or(0);
        left.is_some()
    }
}
