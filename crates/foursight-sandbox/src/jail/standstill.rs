//! A program that stands still, with everything that it started, wherever that has moved.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::descendants::{descendants, threads};
use super::stat;
use crate::cgroup;

/// How long processes may take to stop before somebody is told that they have. Those that start others all the time are
/// not caught at once.
const STOP_TIME: Duration = Duration::from_secs(1);

/// Time between two rounds of stopping.
const ROUND: Duration = Duration::from_micros(100);

/// What stands still at a word: a control group, or whatever is below a process.
pub(super) struct Standstill {
    root: Pid,
    cgroup: Option<PathBuf>,
}

impl Standstill {
    /// Of everything below `root`, which adopts orphans, so nothing escapes from below it.
    pub(super) fn new(root: Pid, cgroup: Option<&Path>) -> Self {
        Self { root, cgroup: cgroup.map(Path::to_owned) }
    }

    /// Stops everything that runs. To be repeated: somebody outside may have let a process run again.
    pub(super) fn begin(&self) {
        let deadline = Instant::now() + STOP_TIME;
        if !self.freeze(deadline) {
            while self.stop_round() && Instant::now() < deadline {
                thread::sleep(ROUND);
            }
        }
    }

    /// Lets everything run again.
    pub(super) fn end(&self) {
        if let Some(group) = &self.cgroup {
            // Without a freezer, signals have stopped it.
            let _ = cgroup::freeze(group, false);
        }
        // Children are there before their parents ask for them.
        for process in descendants(self.root).iter().rev() {
            let _ = kill(process.pid, Signal::SIGCONT);
        }
    }

    /// Freezes the control group; whether that worked.
    fn freeze(&self, deadline: Instant) -> bool {
        let Some(group) = self.cgroup.as_ref().filter(|group| cgroup::freeze(group, true).is_ok())
        else {
            return false;
        };
        while !cgroup::is_frozen(group) {
            if Instant::now() >= deadline {
                return false;
            }
            thread::sleep(ROUND);
        }
        true
    }

    /// Sends a signal to every process that has not stopped; whether another round is needed: a process that was just
    /// being started while its parent stopped is seen only in the next one.
    fn stop_round(&self) -> bool {
        let mut is_moving = false;
        for process in descendants(self.root) {
            let states: Vec<char> =
                threads(process.pid).into_iter().filter_map(|t| state(process.pid, t)).collect();
            if states.iter().any(|state| !"TtZX".contains(*state)) {
                // Fails if it has just ended, or has other rights, which only trusted programs can get.
                let is_told = kill(process.pid, Signal::SIGSTOP).is_ok();
                // In a call that cannot be interrupted (D) it computes nothing, and stops right after.
                is_moving |= is_told && states.iter().any(|state| !"TtZXD".contains(*state));
            }
        }
        is_moving
    }
}

/// The letter for what a thread is doing. The first thread may have ended while others run.
fn state(process: Pid, thread: Pid) -> Option<char> {
    let fields = stat::fields(Path::new(&format!("/proc/{process}/task/{thread}")))?;
    fields[0].chars().next()
}
