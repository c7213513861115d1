//! A program's process: exchanges lines with it, and never waits without a deadline.
//!
//! Separate threads move the lines, so neither a full nor an empty pipe can block the caller. These threads are never
//! joined: a process that escaped from the process group may hold their pipes open.

mod error_stream;

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::os::fd::AsRawFd;
use std::path::PathBuf;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{mem, thread};

use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;

use crate::activity::{Activity, Effort, Meter, observe};
use crate::cgroup::Cgroup;
use crate::exit_report::{ExitReport, LimitBreach};
use crate::orders::{Line, Order};
use crate::room::Room;
use crate::sandbox::Sandbox;
use error_stream::ErrorStream;

/// The maximum length of a line, in bytes.
const MAX_LINE: usize = 1 << 16;

/// The time limit for a launcher to kill its program and everything that it started.
const KILL_TIME: Duration = Duration::from_secs(6);

/// Time between two checks for a process's end.
const POLL: Duration = Duration::from_millis(2);

/// The environment variables that a program inherits from its caller.
const ENVIRONMENT: [&str; 3] = ["PATH", "LANG", "LC_ALL"];

/// A running program; dropping it kills it and everything that it started.
#[derive(Debug)]
pub struct Process {
    /// The program, or its launcher.
    child: Child,
    /// The line to the program's launcher, if it has one.
    line: Option<Line>,
    meter: Meter,
    /// The name in `/proc` of the pipe of the program's standard input.
    input_name: PathBuf,
    input: Option<Sender<String>>,
    output: Receiver<Output>,
    /// The beginning of an unfinished line of its output.
    open: Arc<Mutex<Vec<u8>>>,
    errors: ErrorStream,
    /// The program's control group, removed after the program.
    _cgroup: Option<Cgroup>,
    /// The folder with the program's working directory, removed after the program.
    room: Room,
}

/// A program's output.
#[derive(Debug)]
enum Output {
    Line(String),
    TooLong,
}

/// The reason why no line arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoLine {
    /// The deadline passed.
    Deadline,
    /// The program closed its output.
    Closed,
    /// A line is longer than 64 KiB.
    TooLong,
}

impl Process {
    /// Starts a command line in a sandbox, in an empty scratch folder. It may read the files that are words of the
    /// command line, and the files and folders in `readable`.
    ///
    /// # Errors
    ///
    /// If the program does not exist, or the sandbox's launcher cannot start.
    pub fn start(command: &[String], sandbox: &Sandbox, readable: &[PathBuf]) -> io::Result<Self> {
        let room = Room::new()?;
        let scratch = room.scratch();
        let has_launcher = sandbox.has_launcher();
        let line = has_launcher.then(|| Line::make(room.path())).transpose()?;
        let mut launch = sandbox.launch(command, readable, &room)?;
        let mut child = launch
            .command
            .env_clear()
            .envs(ENVIRONMENT.iter().filter_map(|&name| Some((name, std::env::var_os(name)?))))
            .env("HOME", &scratch)
            .env("TMPDIR", &scratch)
            .current_dir(&scratch)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let input_name = child.stdin.as_ref().map_or(0, AsRawFd::as_raw_fd);
        let input_name = fs::read_link(format!("/proc/self/fd/{input_name}")).unwrap_or_default();
        let open = Arc::default();
        match start_threads(&mut child, &open) {
            Ok((input, output, errors)) => {
                let (input, cgroup) = (Some(input), launch.cgroup);
                let meter = Meter::new(Pid::from_raw(child.id().cast_signed()), !has_launcher);
                Ok(Self {
                    child,
                    line,
                    meter,
                    input_name,
                    input,
                    output,
                    open,
                    errors,
                    _cgroup: cgroup,
                    room,
                })
            }
            Err(error) => {
                end(&mut child, has_launcher);
                Err(error)
            }
        }
    }

    /// Sends a line, without waiting for the program to read it.
    pub fn send(&self, line: &str) {
        if let Some(input) = &self.input {
            // If the writer has ended, so has the program, and the next `receive` says so.
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// The next line, without its end.
    ///
    /// # Errors
    ///
    /// If none arrives before the deadline.
    pub fn receive(&self, deadline: Instant) -> Result<String, NoLine> {
        let time = deadline.saturating_duration_since(Instant::now());
        match self.output.recv_timeout(time) {
            Ok(Output::Line(line)) => Ok(line),
            Ok(Output::TooLong) => Err(NoLine::TooLong),
            Err(RecvTimeoutError::Timeout) => Err(NoLine::Deadline),
            Err(RecvTimeoutError::Disconnected) => Err(NoLine::Closed),
        }
    }

    /// The beginning of a line that the program has not finished.
    pub fn unfinished_line(&self) -> String {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&open).into_owned()
    }

    /// The program's exit status, if it ends within `time`.
    pub fn wait(&mut self, time: Duration) -> Option<ExitStatus> {
        let status = wait(&mut self.child, time)?;
        Some(self.exit_report().exit_status().unwrap_or(status))
    }

    /// The limit that the program exceeded and was killed for; known once it has ended.
    pub fn limit_breach(&mut self) -> Option<LimitBreach> {
        self.wait(Duration::ZERO)?;
        self.exit_report().breach
    }

    /// The reason why its launcher could not start the program, which is not the program's fault; known once it has
    /// ended.
    pub fn launcher_failure(&mut self) -> Option<String> {
        let status = wait(&mut self.child, Duration::ZERO).filter(|_| self.line.is_some())?;
        let report = self.exit_report();
        // A launcher that started the program ends with 0, even without a report.
        let is_silent = report.status.is_none() && status.code().is_some_and(|code| code != 0);
        if !report.launcher_failed && !is_silent {
            return None;
        }
        let errors = self.errors();
        let reason = errors.lines().rev().find_map(|line| line.strip_prefix("foursight: "));
        Some(reason.unwrap_or("the launcher failed").to_owned())
    }

    /// Its launcher's report.
    fn exit_report(&self) -> ExitReport {
        ExitReport::read(&self.room.exit_report())
    }

    /// The activity of a silent program. Takes a tenth of a second; known only on Linux.
    pub fn activity(&self) -> Activity {
        observe(self.id(), self.line.is_none(), &self.input_name)
    }

    /// Reads the processor time of the program, so that the next [effort](Self::take_effort) includes processes that
    /// end before it.
    pub fn look_at_effort(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            self.meter.look();
        }
    }

    /// The processor time that the program used and waited for since the last call; known only on Linux.
    pub fn take_effort(&mut self) -> Effort {
        self.look_at_effort();
        self.meter.take()
    }

    /// Whether the program wrote more than 16 MiB to its standard error, which is then closed.
    pub fn has_flooded_errors(&self) -> bool {
        self.errors.is_flooded()
    }

    /// The process of the program, or of its launcher.
    fn id(&self) -> Pid {
        Pid::from_raw(self.child.id().cast_signed())
    }

    /// Closes the program's standard input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Closes the standard input of the program, paused or not, and gives it `time` to end by itself. Returns the end of its standard error.
    pub fn end(&mut self, time: Duration) -> String {
        self.resume();
        self.input = None;
        self.wait(time);
        self.errors()
    }

    /// The last 4 KiB of the program's standard error; complete once it has ended.
    pub fn errors(&mut self) -> String {
        if self.wait(Duration::ZERO).is_some() {
            self.errors.wait();
        }
        self.errors.last()
    }

    /// The lines that the program wrote to standard error since the last call, each with its time.
    pub fn take_error_lines(&self) -> impl Iterator<Item = (Instant, String)> {
        self.errors.take_lines().into_iter()
    }

    /// Stops the program and everything that it started, until it is [resumed](Self::resume). Returns once all of it is
    /// stopped or has ended; `false` if its launcher does not answer. Without a launcher, the program keeps running.
    pub fn pause(&mut self) -> bool {
        self.order(Order::Pause)
    }

    /// Resumes a paused program; `false` if its launcher does not answer.
    pub fn resume(&mut self) -> bool {
        self.order(Order::Resume)
    }

    fn order(&mut self, order: Order) -> bool {
        let child = &mut self.child;
        let line = self.line.as_mut();
        line.is_none_or(|line| line.give(order, || !matches!(child.try_wait(), Ok(None))))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        end(&mut self.child, self.line.is_some());
    }
}

/// Kills the process group, even if the program itself has already ended. A launcher gets time to kill every process
/// that the program left behind, wherever the process has moved.
fn end(child: &mut Child, has_launcher: bool) {
    let group = Pid::from_raw(child.id().cast_signed());
    if has_launcher && matches!(child.try_wait(), Ok(None)) {
        // Fails if it has just ended.
        let _ = kill(group, Signal::SIGTERM);
        if wait(child, KILL_TIME).is_none() {
            kill_below(group);
        }
    }
    // Fails if nothing is left of the group.
    let _ = killpg(group, Signal::SIGKILL);
    let _ = child.kill();
    let _ = child.wait();
}

/// Kills what a launcher did not kill in time.
fn kill_below(launcher: Pid) {
    #[cfg(target_os = "linux")]
    crate::jail::descendants::kill_leftovers(launcher, || ());
    #[cfg(not(target_os = "linux"))]
    let _ = launcher;
}

/// The exit status of a process, if it ends within `time`.
fn wait(child: &mut Child, time: Duration) -> Option<ExitStatus> {
    let deadline = Instant::now() + time;
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        if Instant::now() >= deadline {
            return None;
        }
        thread::sleep(POLL);
    }
}

/// Starts the threads that move the lines of a process.
fn start_threads(
    child: &mut Child,
    open: &Arc<Mutex<Vec<u8>>>,
) -> io::Result<(Sender<String>, Receiver<Output>, ErrorStream)> {
    let (mut to_child, (input, lines)) =
        (child.stdin.take().expect("it is piped"), mpsc::channel::<String>());
    start_thread(move || {
        for line in lines {
            // A program that no longer reads misses the rest.
            if to_child.write_all(line.as_bytes()).and_then(|()| to_child.flush()).is_err() {
                return;
            }
        }
    })?;
    // A program that prints without end blocks when this is full.
    let (sender, output) = mpsc::sync_channel(64);
    let from_child = BufReader::new(child.stdout.take().expect("it is piped"));
    let open = Arc::clone(open);
    start_thread(move || read_lines(from_child, &open, &sender))?;
    let errors = ErrorStream::read(child.stderr.take().expect("it is piped"))?;
    Ok((input, output, errors))
}

/// Starts a thread, if the system grants one.
pub(crate) fn start_thread(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().spawn(work).map(drop)
}

/// Passes on each line; `open` holds the beginning of the next one.
fn read_lines(mut input: impl BufRead, open: &Mutex<Vec<u8>>, output: &SyncSender<Output>) {
    let lock = || open.lock().unwrap_or_else(PoisonError::into_inner);
    let is_sent = |line: &[u8], is_whole| {
        let text = String::from_utf8_lossy(line).trim_end_matches(['\r', '\n']).to_owned();
        output.send(if is_whole { Output::Line(text) } else { Output::TooLong }).is_ok()
    };
    while let Ok(bytes @ [_, ..]) = input.fill_buf() {
        let mut line = lock();
        let bytes = &bytes[..bytes.len().min(MAX_LINE - line.len())];
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let length = end.map_or(bytes.len(), |end| end + 1);
        line.extend(&bytes[..length]);
        input.consume(length);
        let is_due = end.is_some() || line.len() == MAX_LINE;
        let due = is_due.then(|| mem::take(&mut *line));
        // Sending may wait, and then nobody else must wait for the line.
        drop(line);
        if due.is_some_and(|line| !is_sent(&line, end.is_some())) {
            return;
        }
    }
    let rest = mem::take(&mut *lock());
    if !rest.is_empty() {
        is_sent(&rest, true);
    }
}
