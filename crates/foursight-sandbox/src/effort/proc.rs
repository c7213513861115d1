//! The effort of a program's threads, read from `/proc`.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use nix::unistd::{Pid, SysconfVar, sysconf};

use super::Effort;
use crate::jail::descendants::{descendants, stat_ticks, threads};

/// Adds up the effort of the processes below `root`, and of `root` itself if it `is_program`.
///
/// The kernel counts a thread's time exactly, but only while the thread lives. It counts a process's time in ticks,
/// including threads and children that have ended. Neither count is ever too high, so the larger sum is the better one.
#[derive(Debug)]
pub(crate) struct Meter {
    root: Pid,
    is_program: bool,
    threads: HashMap<Pid, Thread>,
    /// The ticks of all processes at the last look, and at the last call of `take`.
    ticks: u64,
    ticks_before: u64,
}

/// The nanoseconds that a thread has used, and those that it has waited.
type Times = [u64; 2];

#[derive(Clone, Copy, Debug, Default)]
struct Thread {
    /// The times at the last call of `take`; zero if the thread is younger.
    before: Times,
    now: Times,
    is_alive: bool,
}

impl Thread {
    fn since(&self) -> Times {
        [0, 1].map(|index| self.now[index].saturating_sub(self.before[index]))
    }
}

impl Meter {
    pub(crate) fn new(root: Pid, is_program: bool) -> Self {
        Self { root, is_program, threads: HashMap::new(), ticks: 0, ticks_before: 0 }
    }

    /// Records the effort of all living threads.
    pub(crate) fn look(&mut self) {
        self.threads.values_mut().for_each(|thread| thread.is_alive = false);
        let [own, of_children] = ticks(self.root);
        self.ticks = of_children + if self.is_program { own } else { 0 };
        let below = descendants(self.root).into_iter().map(|process| process.pid);
        for process in below.chain(self.is_program.then_some(self.root)) {
            for thread in threads(process) {
                if let Some(now) = times(process, thread) {
                    let thread = self.threads.entry(thread).or_default();
                    *thread = Thread { now, is_alive: true, ..*thread };
                }
            }
            if process != self.root {
                self.ticks += ticks(process).iter().sum::<u64>();
            }
        }
    }

    /// The effort from the last call of this function to the last look.
    pub(crate) fn take(&mut self) -> Effort {
        let since = || self.threads.values().map(Thread::since);
        let used = Duration::from_nanos(since().map(|[used, _]| used).sum());
        let waited = since().map(|[_, waited]| waited).max().unwrap_or(0);
        let in_ticks = in_time(self.ticks.saturating_sub(self.ticks_before));
        self.threads.retain(|_, thread| thread.is_alive);
        self.threads.values_mut().for_each(|thread| thread.before = thread.now);
        self.ticks_before = self.ticks;
        Effort { used: used.max(in_ticks), waited: Duration::from_nanos(waited) }
    }
}

/// The time a thread has used and waited so far; `None` if it has ended, or if this kernel does not count these times.
fn times(process: Pid, thread: Pid) -> Option<Times> {
    let file: PathBuf = format!("/proc/{process}/task/{thread}/schedstat").into();
    let text = fs::read_to_string(file).ok()?;
    let mut numbers = text.split_ascii_whitespace().map(|word| word.parse().ok());
    Some([numbers.next()??, numbers.next()??])
}

fn ticks(process: Pid) -> [u64; 2] {
    stat_ticks(Path::new(&format!("/proc/{process}"))).unwrap_or_default()
}

fn in_time(ticks: u64) -> Duration {
    let per_second = sysconf(SysconfVar::CLK_TCK).ok().flatten().unwrap_or(100);
    Duration::from_millis(ticks * 1000 / per_second.max(1) as u64)
}
