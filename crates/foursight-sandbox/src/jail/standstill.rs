//! Stops a program and everything that it started, wherever those processes have moved.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::descendants::{descendants, stat_fields, threads};
use crate::cgroup;

/// The time limit for processes to stop before they are reported as stopped. Processes that keep starting others are
/// not caught at once.
const STOP_TIME: Duration = Duration::from_secs(1);

/// Time between two rounds of stopping.
const ROUND: Duration = Duration::from_micros(100);

/// The processes that can be paused together: a control group, or all processes below one.
pub(super) struct Standstill {
    root: Pid,
    cgroup: Option<PathBuf>,
}

impl Standstill {
    /// Covers everything below `root`, which adopts orphans, so nothing escapes from below it.
    pub(super) fn new(root: Pid, cgroup: Option<&Path>) -> Self {
        Self { root, cgroup: cgroup.map(Path::to_owned) }
    }

    /// Stops everything that runs. Call it repeatedly: another program outside may have resumed a process.
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
            // Without a freezer, signals have stopped the group.
            let _ = cgroup::freeze(group, false);
        }
        // Children resume before the parents that may be waiting for them.
        for process in descendants(self.root).iter().rev() {
            let _ = kill(process.pid, Signal::SIGCONT);
        }
    }

    /// Freezes the control group; returns whether that worked.
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

    /// Sends a signal to every process that has not stopped; returns whether another round is needed: a process that
    /// was being started while its parent stopped is seen only in the next one.
    fn stop_round(&self) -> bool {
        let mut is_moving = false;
        for process in descendants(self.root) {
            let states: Vec<char> =
                threads(process.pid).into_iter().filter_map(|t| state(process.pid, t)).collect();
            if states.iter().any(|state| !"TtZX".contains(*state)) {
                // Fails if it has just ended, or has other rights, which only trusted programs can get.
                let is_told = kill(process.pid, Signal::SIGSTOP).is_ok();
                // In a call that cannot be interrupted (D), a thread computes nothing, and it stops right after.
                is_moving |= is_told && states.iter().any(|state| !"TtZXD".contains(*state));
            }
        }
        is_moving
    }
}

/// The letter for a thread's state. The first thread may have ended while others run.
fn state(process: Pid, thread: Pid) -> Option<char> {
    let fields = stat_fields(Path::new(&format!("/proc/{process}/task/{thread}")))?;
    fields[0].chars().next()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;
    use std::process::Command;

    use super::*;

    #[track_caller]
    fn await_that(what: &str, mut holds: impl FnMut() -> bool) {
        let deadline = Instant::now() + Duration::from_mins(1);
        while !holds() {
            assert!(Instant::now() < deadline, "{what}");
            thread::sleep(ROUND);
        }
    }

    #[test]
    fn a_freezer_freezes() {
        let name = format!("foursight-test-{}", std::process::id());
        let roots = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"].map(Path::new);
        let root = roots.into_iter().find(|root| root.join("cgroup.controllers").exists());
        let group = root.map(|root| root.join(name)).filter(|path| fs::create_dir(path).is_ok());
        let Some(group) = group else {
            let reason =
                "NOT TESTED: this user can make control groups version 2 are not available";
            return writeln!(std::io::stderr(), "{reason}").unwrap();
        };
        let mut program = Command::new("sleep").arg("60").spawn().unwrap();
        let pid = Pid::from_raw(program.id().cast_signed());
        fs::write(group.join("cgroup.procs"), pid.to_string()).unwrap();
        let standstill = Standstill::new(pid, Some(&group));
        standstill.begin();
        assert!(cgroup::is_frozen(&group));
        assert_ne!(state(pid, pid), Some('T'), "no signal was needed");
        standstill.end();
        await_that("it goes on", || !cgroup::is_frozen(&group));
        program.kill().and_then(|()| program.wait()).unwrap();
        await_that("the group goes", || fs::remove_dir(&group).is_ok());
    }
}
