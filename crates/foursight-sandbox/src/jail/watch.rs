//! The stage outside the jail: watches the program's usage, and kills everything it leaves behind.
//!
//! This process adopts orphans, so every process that the program starts stays below it. It kills them all when the
//! program ends or breaches a limit, on SIGTERM, and when the supervisor ends.

use std::fs;
use std::os::fd::AsFd;
use std::process::ExitCode;

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::prctl;
use nix::sys::signal::{SigSet, Signal};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{self, Pid};

use super::descendants::{descendants, kill_leftovers, n_threads};
use super::failure::{Failure, FailureFile, Step};
use super::standstill::Standstill;
use super::usage::Usage;
use super::{limits, namespaces, start};
use crate::cgroup;
use crate::exit_report::{ExitReport, LimitBreach, check_ends};
use crate::launcher_task::{LauncherTask, Stage};
use crate::layer::Layer;
use crate::orders::{Line, Order};

/// Time between two checks of the processes, in milliseconds.
const CHECK_MS: u16 = 20;

pub(super) fn run(task: &LauncherTask) -> Result<ExitCode, Failure> {
    let supervisor = unistd::getppid();
    if task.supervisor.is_some_and(|pid| pid.cast_signed() != supervisor.as_raw()) {
        return Err(Failure::new("supervisor", "it has ended"));
    }
    check_proc()?;
    check_ends().step("signals")?;
    limits::close_inherited()?;
    let signals = own_signals()?;
    let line = task.exit_report.parent().and_then(Line::of_launcher);
    own_session()?;
    let niceness = limits::raise_priority()?;
    if !task.is_trusting() {
        prctl::set_no_new_privs().step("privileges")?;
    }
    prctl::set_child_subreaper(true).step("reaper")?;
    let next = if task.has(Layer::Namespaces) {
        namespaces::enter()?;
        Stage::Init
    } else {
        Stage::Enter
    };
    let child = start(&LauncherTask { niceness, ..task.clone() }, next)?;
    let mut watch = Watch {
        child: Pid::from_raw(child.id().cast_signed()),
        status: None,
        line,
        standstill: Standstill::new(Pid::this(), task.cgroup.as_deref()),
        is_paused: false,
        usage: Usage::new(task),
        breach: None,
        n_left: 0,
    };
    let prepared = limits::leave_pipes().and_then(|()| prctl::set_dumpable(false).step("dumpable"));
    if prepared.is_ok() {
        watch.until_the_end(&signals, supervisor);
    }
    kill_leftovers(Pid::this(), || watch.reap());
    prepared?;
    // The program ran, so what is missing is not the launcher's failure: the program may have prevented it.
    if let Err(error) = watch.exit_report(task).write(&task.exit_report) {
        eprintln!("foursight: exit report: {error}");
    }
    Ok(ExitCode::SUCCESS)
}

/// Fails if `/proc` shows another process namespace, where this process's children have other numbers.
fn check_proc() -> Result<(), Failure> {
    let is_own =
        fs::read_link("/proc/self").step("/proc")?.as_os_str() == &*Pid::this().to_string();
    let reason = "it shows another process namespace; mount it in this one";
    is_own.then_some(()).ok_or_else(|| Failure::new("/proc", reason))
}

/// SIGTERM and the end of a child arrive as messages, never as interruptions.
fn own_signals() -> Result<SignalFd, Failure> {
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGTERM);
    signals.add(Signal::SIGCHLD);
    signals.thread_block().step("signals")?;
    SignalFd::with_flags(&signals, SfdFlags::SFD_NONBLOCK | SfdFlags::SFD_CLOEXEC).step("signals")
}

fn own_session() -> Result<(), Failure> {
    match unistd::setsid() {
        // An outer jail may have done it already.
        Err(Errno::EPERM) if unistd::getsid(None) == Ok(Pid::this()) => Ok(()),
        result => result.map(drop).step("session"),
    }
}

struct Watch {
    child: Pid,
    /// The child's exit status.
    status: Option<WaitStatus>,
    /// The line that orders arrive on.
    line: Option<Line>,
    standstill: Standstill,
    is_paused: bool,
    usage: Usage,
    breach: Option<LimitBreach>,
    /// The number of processes and threads that the child left behind.
    n_left: u64,
}

impl Watch {
    /// Returns once the program must be ended.
    fn until_the_end(&mut self, signals: &SignalFd, supervisor: Pid) {
        loop {
            let sources = [Some(signals.as_fd()), self.line.as_ref().map(AsFd::as_fd)];
            let sources = sources.into_iter().flatten();
            let mut events: Vec<PollFd> =
                sources.map(|source| PollFd::new(source, PollFlags::POLLIN)).collect();
            // The check follows even after an interruption.
            let _ = poll(&mut events, PollTimeout::from(CHECK_MS));
            let mut is_asked = false;
            while let Ok(Some(signal)) = signals.read_signal() {
                is_asked |= signal.ssi_signo == Signal::SIGTERM as u32;
            }
            self.reap();
            if self.status.is_some() {
                // A program that was refused further processes may have ended before the next check.
                self.n_left = n_threads(&descendants(Pid::this()));
                return;
            }
            if is_asked || unistd::getppid() != supervisor {
                return;
            }
            self.obey();
            self.breach = self.usage.breach(&descendants(Pid::this()));
            if self.breach.is_some() {
                return;
            }
        }
    }

    /// Carries out the orders that have arrived, and ensures that a paused program stays paused.
    fn obey(&mut self) {
        while let Some(order) = self.line.as_mut().and_then(Line::next) {
            self.is_paused = order == Order::Pause;
            if self.is_paused {
                self.standstill.begin();
            } else {
                self.standstill.end();
            }
            self.line.iter_mut().for_each(|line| line.answer(order));
        }
        if self.is_paused {
            self.standstill.begin();
        }
    }

    /// Reaps the processes that have ended, and keeps the child's status.
    fn reap(&mut self) {
        while let Ok(status) = waitpid(None, Some(WaitPidFlag::WNOHANG)) {
            match status.pid() {
                None => return,
                Some(pid) if pid == self.child => self.status = Some(status),
                Some(_) => {}
            }
        }
    }

    fn exit_report(&self, task: &LauncherTask) -> ExitReport {
        // What the first process in the namespaces reports is more precise than its own status.
        let inner = task.has(Layer::Namespaces).then(|| ExitReport::read(&task.exit_report));
        let inner = inner.unwrap_or_default();
        let by_group = task.cgroup.as_deref().is_some_and(cgroup::is_out_of_memory);
        let by_group = by_group.then_some(LimitBreach::OutOfMemory);
        let left = self.usage.breach_of_processes(self.n_left.max(inner.n_left));
        let breach = self.breach.or(left).or(by_group);
        if let Some(breach) = breach {
            eprintln!("foursight: killed: {breach}");
        }
        // A first process that cannot report was prevented from it by the program.
        let own = self.status.map_or(Signal::SIGKILL as i32, raw_status);
        ExitReport {
            status: Some(inner.status.unwrap_or(own)),
            breach,
            launcher_failed: FailureFile::is_recorded(task),
            ..inner
        }
    }
}

/// A status as the system encodes it.
fn raw_status(status: WaitStatus) -> i32 {
    match status {
        WaitStatus::Exited(_, code) => (code & 0xff) << 8,
        WaitStatus::Signaled(_, signal, _) => signal as i32,
        _ => 0,
    }
}
