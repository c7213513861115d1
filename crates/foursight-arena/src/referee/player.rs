//! A player of one game: a process that is told the moves and asked for its own.

mod budget;

use std::os::unix::fs::PermissionsExt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use foursight::{AnySize, Column, Game, Size};
use foursight_sandbox::{LimitBreach, NoLine, Process, find_program};

use budget::Budget;

use crate::referee::clock::RunningClock;
use crate::referee::console::Console;
use crate::referee::contestant::Program;
use crate::referee::dialect::{Heard, Readiness, Seating, Speech, Turn};
use crate::referee::log::{Channel, Log, Timed};
use crate::referee::settings::{GameSettings, Limits};
use crate::referee::termination::{Exit, Termination, tells_of_memory};

/// How long a late player is listened to, to tell by how much it was late.
const GRACE: Duration = Duration::from_secs(1);

/// How long a process may take to end after its output is closed.
const EXIT_TIME: Duration = Duration::from_secs(1);

/// Time between two looks whether the game is broken off.
const CANCEL_TIME: Duration = Duration::from_millis(50);

/// What a player wants to do, and how it said so.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) choice: Choice,
    pub(crate) line: String,
    pub(crate) time: Duration,
}

/// What a player wants to do.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Choice {
    Play(Column),
    Steal,
}

/// How a game stands when somebody is to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Situation<'a> {
    pub(crate) game: &'a Game<AnySize>,
    /// Whether the only disc may be taken over.
    pub(crate) may_steal: bool,
    /// Whether the first disc was taken over.
    pub(crate) is_stolen: bool,
}

impl Situation<'_> {
    /// How many discs the side to move still has to play, if the board fills up.
    fn n_moves_left(&self) -> usize {
        let position = self.game.position();
        (position.size().n_cells() - position.ply()).div_ceil(2)
    }
}

pub(crate) struct Player<'a> {
    process: Process,
    speech: &'static dyn Speech,
    seating: Seating,
    clock: RunningClock,
    limits: Limits,
    cancel: &'a AtomicBool,
    log: Log,
    /// Whether it may talk to the person at the console.
    has_console: bool,
    /// What it calls itself.
    name: Option<String>,
    /// Time on top for the first move of a player that does not say when it is ready.
    start_time: Duration,
}

impl<'a> Player<'a> {
    /// Starts a program and tells it what it is told before the game.
    pub(crate) fn start(
        program: &Program,
        seat: usize,
        settings: &GameSettings<'a>,
        log: Log,
    ) -> Result<Self, Termination> {
        let GameSettings { size, clock, limits, cancel, .. } = *settings;
        let speech = program.dialect.speech();
        let running = RunningClock::new(clock);
        let seating = Seating::new(seat, size, clock);
        let command = speech.command(program, &seating);
        let (sandbox, folder) = (settings.sandbox, program.folder.as_deref());
        let process = Process::start(&command, sandbox, folder).map_err(|error| {
            let program = command.first().map_or("", String::as_str);
            let reason = format!("{program}: {error}");
            // What is wrong with a program that can be run is not its fault.
            if can_be_run(program) {
                Termination::RefereeFailure(reason)
            } else {
                Termination::StartFailure(reason)
            }
        })?;
        let start_time = if speech.hear_hello().is_some() { Duration::ZERO } else { limits.start };
        let mut player = Self {
            process,
            speech,
            seating,
            clock: running,
            limits,
            cancel,
            log,
            has_console: program.console,
            name: None,
            start_time,
        };
        player.send(&speech.hello(&seating));
        Ok(player)
    }

    /// Waits until it is ready, if players of its dialect say so.
    pub(crate) fn wait_until_ready(&mut self) -> Result<(), Termination> {
        let Some(hear) = self.speech.hear_hello() else { return Ok(()) };
        let hello = self.speech.hello(&self.seating).join(" ");
        let deadline = Instant::now() + self.limits.start;
        let mut budget = Budget::default();
        loop {
            let line = match self.receive(deadline, &mut budget) {
                Ok(line) => line,
                Err(Termination::Interrupted) => return Err(Termination::Interrupted),
                Err(fault) => return Err(self.start_failure(&fault, &hello)),
            };
            self.name = self.speech.hear_name(&line).or(self.name.take());
            match hear(&line) {
                Readiness::Ready => return Ok(()),
                Readiness::Chat => {}
                Readiness::Refused(reason) => return Err(Termination::StartFailure(reason)),
            }
        }
    }

    fn start_failure(&mut self, fault: &Termination, hello: &str) -> Termination {
        let reason = match fault {
            Termination::Silence => {
                format!("no answer to {hello:?} within {:?}", self.limits.start)
            }
            Termination::Crash(_) | Termination::Closed => {
                let errors = self.process.errors();
                let last = errors.lines().last().unwrap_or("nothing on standard error");
                format!("{fault} ({last})")
            }
            _ => fault.to_string(),
        };
        Termination::StartFailure(reason)
    }

    /// What the player does in `situation`.
    pub(crate) fn ask(
        &mut self,
        situation: Situation,
        console: &mut dyn Console,
    ) -> Result<Answer, Termination> {
        self.log_errors();
        self.log.set_ply(situation.game.position().ply());
        let mut budget = Budget::default();
        self.skip_old_lines(&mut budget)?;
        self.send_turn(situation);
        let mut start = Instant::now();
        let start_time = std::mem::take(&mut self.start_time);
        let time = self.clock.allowance() + start_time;
        loop {
            let in_time = time + self.limits.margin;
            let line = self.receive(start + in_time + GRACE, &mut budget)?;
            let used = start.elapsed();
            let choice = match self.speech.hear(&line) {
                Heard::Move(column) => Choice::Play(column),
                Heard::Steal => Choice::Steal,
                Heard::NoColumn => {
                    let reason = "there is no such column".to_owned();
                    return Err(Termination::IllegalMove { line, reason });
                }
                Heard::Nonsense => return Err(Termination::Unreadable { line }),
                Heard::Chat => continue,
                Heard::Print(_) | Heard::Prompt(_) if !self.has_console => {
                    return Err(Termination::Unreadable { line });
                }
                Heard::Print(text) => {
                    console.print(&text);
                    continue;
                }
                Heard::Prompt(text) => {
                    // The person has no clock: it begins anew with what is typed.
                    self.type_line(console.read_line(&text));
                    start = Instant::now();
                    continue;
                }
            };
            if used > in_time {
                return Err(Termination::Late { by: used.saturating_sub(time) });
            }
            self.clock.spend(used.saturating_sub(start_time));
            return Ok(Answer { choice, line, time: used });
        }
    }

    fn send_turn(&mut self, situation: Situation) {
        let Situation { game, may_steal, is_stolen } = situation;
        let (seating, clock) = (&self.seating, &self.clock);
        let share = clock.share(situation.n_moves_left());
        let allowance = clock.allowance();
        let turn = Turn { seating, game, allowance, share, may_steal, is_stolen };
        let lines = self.speech.turn(&turn);
        self.send(&lines);
    }

    /// Tells a player what the person at the console has typed.
    fn type_line(&mut self, line: Option<String>) {
        self.send(&[line.map_or_else(|| "end".to_owned(), |line| format!("typed {line}"))]);
    }

    fn send(&mut self, lines: &[String]) {
        for line in lines {
            self.log.add(Channel::Sent, line);
            self.process.send(line);
        }
    }

    /// The next line, or what is wrong if there is none.
    fn receive(&mut self, deadline: Instant, budget: &mut Budget) -> Result<String, Termination> {
        loop {
            let look = deadline.min(Instant::now() + CANCEL_TIME);
            match self.process.receive(look) {
                Ok(line) => {
                    self.log.add(Channel::Received, &line);
                    return if budget.spend(&line) {
                        Ok(line)
                    } else {
                        Err(Termination::TooMuchOutput)
                    };
                }
                Err(NoLine::TooLong) => return Err(Termination::TooMuchOutput),
                Err(NoLine::Closed) => return Err(self.ending()),
                Err(NoLine::Deadline) if self.cancel.load(Ordering::Relaxed) => {
                    return Err(Termination::Interrupted);
                }
                Err(NoLine::Deadline) if look == deadline => return Err(Termination::Silence),
                Err(NoLine::Deadline) => {}
            }
        }
    }

    /// Drops what was said before anybody asked.
    fn skip_old_lines(&mut self, budget: &mut Budget) -> Result<(), Termination> {
        while let Ok(line) = self.process.receive(Instant::now()) {
            self.log.add(Channel::Received, &line);
            if !budget.spend(&line) {
                return Err(Termination::TooMuchOutput);
            }
        }
        Ok(())
    }

    /// How a player ended whose output is closed.
    fn ending(&mut self) -> Termination {
        match self.process.wait(EXIT_TIME) {
            None => Termination::Closed,
            Some(status) => match self.process.limit_breach() {
                Some(LimitBreach::OutOfMemory) => Termination::OutOfMemory,
                Some(limit) => Termination::OverLimit(limit),
                None if tells_of_memory(&self.process.errors()) => Termination::OutOfMemory,
                None => Termination::Crash(Exit::from(status)),
            },
        }
    }

    /// Enters what came on standard error since the player was last asked: it belongs to that move.
    fn log_errors(&mut self) {
        for (time, line) in self.process.take_error_lines() {
            self.log.add_at(time, Channel::Error, &line);
        }
    }

    /// Takes the player down, with its process group.
    pub(crate) fn stop(mut self) -> Leavings {
        let errors = self.process.end(self.limits.quit);
        self.log_errors();
        Leavings { name: self.name, errors, log: self.log.into_lines() }
    }
}

/// Whether there is such a program, and it may be run.
fn can_be_run(program: &str) -> bool {
    find_program(program).is_some_and(|path| {
        path.metadata().is_ok_and(|file| file.permissions().mode() & 0o111 != 0)
    })
}

/// What is left of a player.
#[derive(Debug, Default)]
pub(crate) struct Leavings {
    /// What it called itself.
    pub(crate) name: Option<String>,
    /// The end of its standard error.
    pub(crate) errors: String,
    /// What was said.
    pub(crate) log: Vec<Timed>,
}
