//! A process that is written to and read from in lines, and never waited for without an end.
//!
//! Threads of their own move the lines, so that neither a full nor an empty pipe can hold the referee
//! up. They are not waited for: what has escaped from the process group may hold their pipes open.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;

use crate::referee::error_stream::ErrorStream;
use crate::referee::room::Room;
use crate::sandbox::{Cgroup, Ending, Sandbox, Verdict, ending_in, scratch_in};

/// The longest line that is read, in bytes.
const MAX_LINE: u64 = 1 << 16;

/// How long the launcher of a player may take to kill it, with all that it has started.
const KILL_TIME: Duration = Duration::from_secs(6);

/// Time between two looks whether a process has ended.
const POLL: Duration = Duration::from_millis(2);

/// The variables that a player gets of the referee's environment.
const ENVIRONMENT: [&str; 3] = ["PATH", "LANG", "LC_ALL"];

/// A running process; dropped, it is killed with all that it has started.
#[derive(Debug)]
pub struct Process {
    /// The process, or its launcher.
    child: Child,
    has_launcher: bool,
    input: Option<Sender<String>>,
    output: Receiver<Output>,
    errors: ErrorStream,
    /// Its control group, removed after it.
    _cgroup: Option<Cgroup>,
    /// The folder with its working directory, removed after it.
    room: Room,
}

/// What a process has written.
#[derive(Debug)]
enum Output {
    Line(String),
    TooLong,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoLine {
    /// The time is over.
    Deadline,
    /// The output is closed.
    Closed,
    /// A line is longer than any that makes sense.
    TooLong,
}

impl Process {
    /// Starts a command line in a sandbox, with an empty folder of its own to work in. It may read
    /// `folder`, or without one the files that the command line names.
    ///
    /// # Errors
    ///
    /// If there is no such program, or the launcher of the sandbox cannot be started.
    pub fn start(command: &[String], sandbox: &Sandbox, folder: Option<&Path>) -> io::Result<Self> {
        let room = Room::new()?;
        let scratch = scratch_in(room.path());
        let mut launch = sandbox.launch(command, folder, room.path())?;
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
        let (mut to_child, input) = (child.stdin.take().expect("it is piped"), mpsc::channel());
        thread::spawn(move || {
            let lines: Receiver<String> = input.1;
            for line in lines {
                // What a process does not read any more it need not be told.
                if to_child.write_all(line.as_bytes()).and_then(|()| to_child.flush()).is_err() {
                    return;
                }
            }
        });
        // A player that prints without end is held up when this is full.
        let (sender, output) = mpsc::sync_channel(64);
        let from_child = BufReader::new(child.stdout.take().expect("it is piped"));
        thread::spawn(move || read_lines(from_child, &sender));
        let errors = ErrorStream::read(child.stderr.take().expect("it is piped"));
        let (input, has_launcher) = (Some(input.0), sandbox.has_launcher());
        Ok(Self { child, has_launcher, input, output, errors, _cgroup: launch.cgroup, room })
    }

    /// Sends a line, whether it is read or not.
    pub fn send(&self, line: &str) {
        if let Some(input) = &self.input {
            // If the writer has ended, so has the process, which is found out by reading.
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// The next line, without its end.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn receive(&self, deadline: Instant) -> Result<String, NoLine> {
        let time = deadline.saturating_duration_since(Instant::now());
        match self.output.recv_timeout(time) {
            Ok(Output::Line(line)) => Ok(line),
            Ok(Output::TooLong) => Err(NoLine::TooLong),
            Err(RecvTimeoutError::Timeout) => Err(NoLine::Deadline),
            Err(RecvTimeoutError::Disconnected) => Err(NoLine::Closed),
        }
    }

    /// How it ended, if it does so within `time`.
    pub fn wait(&mut self, time: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + time;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(self.ending().exit_status().unwrap_or(status));
            }
            if Instant::now() >= deadline {
                return None;
            }
            thread::sleep(POLL);
        }
    }

    /// The limit for which it was killed; known once it has ended.
    pub fn verdict(&mut self) -> Option<Verdict> {
        self.wait(Duration::ZERO)?;
        self.ending().verdict
    }

    /// What its launcher has written down.
    fn ending(&self) -> Ending {
        Ending::read(&ending_in(self.room.path()))
    }

    /// Tells it that nothing more will be sent.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Closes its input and gives it `time` to end by itself. Returns the last lines that it wrote to standard error.
    pub(crate) fn end(&mut self, time: Duration) -> String {
        self.input = None;
        self.wait(time);
        self.errors()
    }

    /// The last lines that it wrote to standard error, all of them if it has ended.
    pub fn errors(&mut self) -> String {
        if self.wait(Duration::ZERO).is_some() {
            self.errors.wait();
        }
        self.errors.last()
    }

    /// The lines that it wrote to standard error since they were last taken, with the time of each.
    pub(crate) fn take_error_lines(&self) -> impl Iterator<Item = (Instant, String)> {
        self.errors.take_lines().into_iter()
    }
}

impl Drop for Process {
    /// Kills the group: also what the process has started in it, and when it has itself ended already.
    /// A launcher kills everything, wherever it has moved, if it is given the time.
    fn drop(&mut self) {
        let group = Pid::from_raw(self.child.id().cast_signed());
        if self.has_launcher && matches!(self.child.try_wait(), Ok(None)) {
            // It fails if it has ended just now.
            let _ = kill(group, Signal::SIGTERM);
            self.wait(KILL_TIME);
        }
        // It fails if nothing is left of the group.
        let _ = killpg(group, Signal::SIGKILL);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_lines(mut input: impl BufRead, output: &SyncSender<Output>) {
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(length) => {
                let is_whole = line.ends_with(b"\n") || (length as u64) < MAX_LINE;
                let text = String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned();
                let sent = if is_whole { Output::Line(text) } else { Output::TooLong };
                if output.send(sent).is_err() {
                    return;
                }
            }
        }
    }
}
