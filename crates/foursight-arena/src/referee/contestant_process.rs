//! A contestant's process during one game: receives positions, answers with moves.

mod faults;
mod turn;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use foursight::{AnySize, Choice, Game, Opening, Player, Size};
use foursight_sandbox::{Layer, NoLine, Process, Sandbox};

use faults::{OutputBudget, too_much_output};
use turn::Turn;

use crate::referee::clock::RunningClock;
use crate::referee::contestant::Program;
use crate::referee::dialect::{Briefing, Dialect, Heard, MoveRequest, Readiness};
use crate::referee::ending::Ending;
use crate::referee::ending_detail::{BotAnswer, EndingDetail, no_column};
use crate::referee::log::{Channel, Log, Timed};
use crate::referee::play::{Console, GameSettings};
use crate::referee::time_limits::TimeLimits;

/// The time to wait for a late answer, to measure how late it is.
const GRACE: Duration = Duration::from_secs(1);

/// The last words of a Python program whose input has ended.
const END_OF_INPUT: &str = "EOFError: EOF when reading a line";

/// Time between two checks for an aborted game.
const CANCEL_TIME: Duration = Duration::from_millis(50);

/// A contestant's choice, the answer that stated it, and the time it took.
#[derive(Debug)]
pub(crate) struct TimedChoice {
    pub(crate) choice: Choice,
    pub(crate) answer: BotAnswer,
    /// The number of the left column in the contestant's dialect.
    pub(crate) first_column: usize,
    pub(crate) time: Duration,
}

/// A contestant's process.
pub(crate) struct ContestantProcess<'a> {
    /// Its name in results.
    player_name: String,
    process: Process,
    dialect: Dialect,
    briefing: Briefing,
    clock: RunningClock,
    limits: TimeLimits,
    cancel: &'a AtomicBool,
    log: Log,
    /// Whether it may talk to the person at the console.
    has_console: bool,
    /// The contestant's own name.
    name: Option<String>,
    /// Extra time for the first move, if its dialect cannot say when it is ready.
    start_time: Duration,
    /// Whether a line from it has arrived.
    has_written: bool,
    /// The memory that it may use, in bytes; `None` without a limit.
    memory: Option<u64>,
    /// Whether the process belongs to the referee.
    is_trusted: bool,
    turn: Turn,
}

impl<'a> ContestantProcess<'a> {
    /// Starts a program and briefs it for the game as `player`.
    pub(crate) fn start(
        (name, program): (&str, &Program),
        player: Player,
        settings: &GameSettings<'a>,
        log: Log,
    ) -> Result<Self, EndingDetail> {
        if let Some(fault) = &program.fault {
            return Err(EndingDetail::new(Ending::StartFailure, fault));
        }
        let GameSettings { size, limits, cancel, .. } = *settings;
        let clock = program.clock.unwrap_or(settings.clock);
        let speech = program.dialect.speech();
        let running = RunningClock::new(clock);
        let briefing = Briefing::new(player, size, clock);
        let command = speech.command(&program.command, program.console, &briefing);
        if let Some(reason) = program.missing() {
            return Err(EndingDetail::new(Ending::StartFailure, reason));
        }
        let bare = Sandbox::bare();
        let sandbox = if program.trusted { &bare } else { settings.sandbox };
        let links = speech.links(&program.command);
        let sandbox = sandbox.with_options(|options| {
            options.links = links;
            // Libraries in an archive are unpacked there.
            options.runs_scratch = program.is_archive();
        });
        let process = Process::start(&command, &sandbox, &program.readable());
        let process = process.map_err(|error| faults::of_launch(&command, &error))?;
        let has_limits = sandbox.layers().contains(&Layer::Limits);
        let start_time = if speech.hear_hello().is_some() { Duration::ZERO } else { limits.start };
        let mut started = Self {
            player_name: name.to_owned(),
            process,
            dialect: program.dialect,
            briefing,
            clock: running,
            limits,
            cancel,
            log,
            has_console: program.console,
            name: None,
            start_time,
            is_trusted: program.trusted,
            has_written: false,
            memory: has_limits.then(|| sandbox.options().memory_bytes),
            turn: Turn::new(sandbox.has_launcher()),
        };
        started.send(&speech.hello(&briefing));
        Ok(started)
    }

    /// Waits until the contestant is ready, if its dialect can say so.
    pub(crate) fn wait_until_ready(&mut self) -> Result<(), EndingDetail> {
        let Some(hear) = self.dialect.speech().hear_hello() else { return Ok(()) };
        let hello = self.dialect.speech().hello(&self.briefing).join(" ");
        let (start, time) = (Instant::now(), self.limits.start);
        let mut deadline = start + time;
        let (mut budget, mut heard) = (OutputBudget::default(), None);
        loop {
            let line = match self.receive(deadline, &mut budget) {
                Ok(Some(line)) => line,
                Ok(None) => {
                    let later = self.longer_wait(start, time)?;
                    deadline = later.ok_or_else(|| self.no_hello(&hello, heard.take()))?;
                    continue;
                }
                Err(fault) if fault.kind.is_fault() => return Err(self.start_failure(&fault)),
                Err(failure) => return Err(failure),
            };
            self.name = self.dialect.speech().hear_name(&line).or(self.name.take());
            match hear(&line) {
                Readiness::Ready => return Ok(()),
                Readiness::Chat if line.trim().is_empty() => {}
                Readiness::Chat => heard = Some(line),
                Readiness::Refused(reason) => {
                    return Err(EndingDetail::new(Ending::StartFailure, reason));
                }
            }
        }
    }

    fn choose(
        &mut self,
        (game, opening): (&Game<AnySize>, Opening),
        console: &mut dyn Console,
    ) -> Result<TimedChoice, EndingDetail> {
        self.log_errors();
        self.log.set_ply(game.position().ply());
        let (mut budget, mut heard) = (OutputBudget::default(), None);
        // It may have begun already.
        if !(self.dialect.speech().begins_unasked() && game.moves().is_empty()) {
            self.skip_old_lines(&mut budget)?;
        }
        let (briefing, allowance) = (&self.briefing, self.clock.allowance());
        // An even share of the time for the discs that it still has to play if the board fills up.
        let share = self.clock.share(game.position().n_empty().div_ceil(2));
        let request = MoveRequest { briefing, game, allowance, share, opening };
        let lines = self.dialect.speech().request(&request);
        self.send(&lines);
        let mut start = Instant::now();
        let start_time = std::mem::take(&mut self.start_time);
        let time = allowance + start_time;
        let in_time = time + self.limits.margin;
        let mut deadline = start + in_time + GRACE;
        loop {
            let Some(line) = self.receive(deadline, &mut budget)? else {
                let Some(later) = self.longer_wait(start, in_time)? else {
                    return Err(self.silence(heard, &self.clock.words(start_time)));
                };
                deadline = later;
                continue;
            };
            let answer = self.dialect.speech().answer(&line);
            let choice = match self.dialect.speech().hear(&line) {
                Heard::Move(column) => Choice::Play(column),
                Heard::Swap => Choice::Swap,
                Heard::NoColumn => {
                    let width = self.briefing.size.width();
                    let reason = no_column(width, self.dialect.speech().first_column());
                    return Err(EndingDetail::illegal_move(&answer, &reason));
                }
                Heard::Nonsense => {
                    let answer = self.with_printed(answer);
                    return Err(self.unreadable(&answer));
                }
                Heard::Chat if line.trim().is_empty() => continue,
                Heard::Chat => {
                    heard = Some(answer);
                    continue;
                }
                Heard::Print(_) | Heard::Prompt(_) if !self.has_console => {
                    return Err(self.unreadable(&answer));
                }
                Heard::Print(text) => {
                    console.print(&text);
                    continue;
                }
                Heard::Prompt(text) => {
                    // People have no clock: time starts again with the typed line.
                    let typed = console.read_line(&text).map(|line| format!("typed {line}"));
                    self.send(&[typed.unwrap_or_else(|| "end".to_owned())]);
                    start = Instant::now();
                    deadline = start + in_time + GRACE;
                    continue;
                }
            };
            let used = self.time_that_counts(start.elapsed(), in_time);
            if used > in_time {
                let by = used.saturating_sub(time).as_millis();
                let allowance = self.clock.words(start_time);
                let reason = format!("too late by {by} ms for {allowance}");
                return Err(EndingDetail::new(Ending::Late, reason));
            }
            self.clock.spend(used.saturating_sub(start_time));
            let first_column = self.dialect.speech().first_column();
            return Ok(TimedChoice { choice, answer, first_column, time: used });
        }
    }

    fn send(&mut self, lines: &[String]) {
        for line in lines {
            self.log.add(Channel::Sent, line);
            self.process.send(line);
        }
    }

    /// The next line, or the fault that prevents it; `None` after the deadline.
    fn receive(
        &mut self,
        deadline: Instant,
        budget: &mut OutputBudget,
    ) -> Result<Option<String>, EndingDetail> {
        loop {
            let look = deadline.min(Instant::now() + CANCEL_TIME);
            let received = self.process.receive(look);
            if received == Err(NoLine::Deadline) {
                self.process.look_at_effort();
            }
            if self.process.has_flooded_errors() {
                return Err(too_much_output("more than 16 MiB on standard error"));
            }
            match received {
                Ok(line) => {
                    self.note(&line, budget)?;
                    return Ok(Some(line));
                }
                Err(NoLine::TooLong) => {
                    return Err(too_much_output("a line of more than 64 KiB on standard output"));
                }
                Err(NoLine::Closed) => return Err(self.closed()),
                Err(NoLine::Deadline) if self.cancel.load(Ordering::Relaxed) => {
                    return Err(EndingDetail::interrupted());
                }
                Err(NoLine::Deadline) if look == deadline => return Ok(None),
                Err(NoLine::Deadline) => {}
            }
        }
    }

    /// Drops lines that arrived before the request.
    fn skip_old_lines(&mut self, budget: &mut OutputBudget) -> Result<(), EndingDetail> {
        while let Ok(line) = self.process.receive(Instant::now()) {
            self.note(&line, budget)?;
        }
        Ok(())
    }

    /// Takes note of a line that arrived.
    fn note(&mut self, line: &str, budget: &mut OutputBudget) -> Result<(), EndingDetail> {
        self.log.add(Channel::Received, line);
        self.has_written = true;
        budget.spend(line)
    }

    /// Logs what arrived on standard error since the last request: it belongs to that move.
    fn log_errors(&mut self) {
        for (time, line) in self.process.take_error_lines() {
            self.log.add_at(time, Channel::Error, &line);
        }
    }

    /// Stops the process and everything it started.
    pub(crate) fn stop(mut self) -> Leavings {
        self.log_errors();
        let before = self.process.errors();
        let mut errors = self.process.end(self.limits.quit);
        // Python's input() fails because the referee has just closed it.
        if errors.contains(END_OF_INPUT) && !before.contains(END_OF_INPUT) {
            errors = before;
        } else {
            self.log_errors();
        }
        Leavings { name: self.name, errors, log: self.log.into_lines() }
    }
}

/// The remains of a contestant after a game.
#[derive(Debug, Default)]
pub(crate) struct Leavings {
    /// The contestant's own name.
    pub(crate) name: Option<String>,
    /// The end of its standard error.
    pub(crate) errors: String,
    /// The lines to and from it.
    pub(crate) log: Vec<Timed>,
}
