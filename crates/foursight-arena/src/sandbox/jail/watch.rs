//! The stage outside: it sees what the player uses and takes it down, whole.
//!
//! It adopts what loses its parent, so that the tree below it is complete. It ends when the tree is gone: when
//! the player has ended, when it is told to by SIGTERM, and when the referee has ended.

use std::process::ExitCode;
use std::time::Duration;

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::prctl;
use nix::sys::signal::{SigSet, Signal};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{self, Pid};

use super::super::Verdict;
use super::super::cgroup;
use super::super::ending::Ending;
use super::super::layer::Layer;
use super::super::order::{Order, Stage};
use super::failure::{Failure, Step};
use super::tree::Tree;
use super::usage::Usage;
use super::{descriptors, namespaces, start};

/// Time between two looks at the tree, in milliseconds.
const LOOK_MS: u16 = 20;

/// How long processes may take to end that were killed; longer only if the kernel does not let them.
const KILL_TIME: Duration = Duration::from_secs(5);

pub(super) fn run(order: &Order) -> Result<ExitCode, Failure> {
    let referee = unistd::getppid();
    if order.referee.is_some_and(|pid| pid.cast_signed() != referee.as_raw()) {
        return Err(Failure::new("referee", "it has ended"));
    }
    descriptors::close_inherited()?;
    let signals = own_signals()?;
    own_session()?;
    if !order.is_trusting() {
        prctl::set_no_new_privs().step("privileges")?;
    }
    prctl::set_child_subreaper(true).step("reaper")?;
    let next = if order.has(Layer::Namespaces) {
        namespaces::enter()?;
        Stage::Init
    } else {
        Stage::Enter
    };
    let child = start(order, next)?;
    let mut watch = Watch {
        child: Pid::from_raw(child.id().cast_signed()),
        status: None,
        tree: Tree::of(Pid::this()),
        usage: Usage::new(order),
        verdict: None,
    };
    let prepared =
        descriptors::leave_pipes().and_then(|()| prctl::set_dumpable(false).step("dumpable"));
    if prepared.is_ok() {
        watch.until_the_end(&signals, referee);
    }
    watch.kill();
    prepared?;
    watch.ending(order).write(&order.ending).step("ending")?;
    Ok(ExitCode::SUCCESS)
}

/// SIGTERM and the end of a child come as messages, never as interruptions.
fn own_signals() -> Result<SignalFd, Failure> {
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGTERM);
    signals.add(Signal::SIGCHLD);
    signals.thread_block().step("signals")?;
    SignalFd::with_flags(&signals, SfdFlags::SFD_NONBLOCK | SfdFlags::SFD_CLOEXEC).step("signals")
}

fn own_session() -> Result<(), Failure> {
    match unistd::setsid() {
        // A jail around this one may have done it.
        Err(Errno::EPERM) if unistd::getsid(None) == Ok(Pid::this()) => Ok(()),
        result => result.map(drop).step("session"),
    }
}

struct Watch {
    child: Pid,
    /// How the child ended.
    status: Option<WaitStatus>,
    tree: Tree,
    usage: Usage,
    verdict: Option<Verdict>,
}

impl Watch {
    /// Returns when there is a reason to take the tree down.
    fn until_the_end(&mut self, signals: &SignalFd, referee: Pid) {
        loop {
            let mut events = [PollFd::new(std::os::fd::AsFd::as_fd(signals), PollFlags::POLLIN)];
            // Interrupted or not, it is looked.
            let _ = poll(&mut events, PollTimeout::from(LOOK_MS));
            let mut is_told = false;
            while let Ok(Some(signal)) = signals.read_signal() {
                is_told |= signal.ssi_signo == Signal::SIGTERM as u32;
            }
            self.reap();
            if is_told || self.status.is_some() || unistd::getppid() != referee {
                return;
            }
            self.verdict = self.usage.verdict(&self.tree.descendants());
            if self.verdict.is_some() {
                return;
            }
        }
    }

    /// Takes note of what has ended.
    fn reap(&mut self) {
        while let Ok(status) = waitpid(None, Some(WaitPidFlag::WNOHANG)) {
            match status.pid() {
                None => return,
                Some(pid) if pid == self.child => self.status = Some(status),
                Some(_) => {}
            }
        }
    }

    /// Kills the tree until nothing is left of it.
    fn kill(&mut self) {
        let tree = self.tree;
        tree.kill(KILL_TIME, || self.reap());
    }

    fn ending(&self, order: &Order) -> Ending {
        let by_group = order.cgroup.as_deref().is_some_and(cgroup::is_out_of_memory);
        let verdict = self.verdict.or(by_group.then_some(Verdict::OutOfMemory));
        if let Some(verdict) = verdict {
            eprintln!("foursight: killed: {verdict}");
        }
        // What the first process of the namespaces wrote knows better than its own status.
        let status = order.has(Layer::Namespaces).then(|| Ending::read(&order.ending).status);
        let own = self.status.map_or(Signal::SIGKILL as i32, raw_status);
        Ending { status: Some(status.flatten().unwrap_or(own)), verdict }
    }
}

/// A status as the system encodes it.
pub(super) fn raw_status(status: WaitStatus) -> i32 {
    match status {
        WaitStatus::Exited(_, code) => (code & 0xff) << 8,
        WaitStatus::Signaled(_, signal, _) => signal as i32,
        _ => 0,
    }
}
