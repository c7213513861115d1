//! All processes below one, as `/proc` lists them.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// Time between two rounds of killing.
const ROUND: Duration = Duration::from_millis(1);

/// The processes below a root, which adopts those that lose their parent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tree {
    root: Pid,
}

/// A process with the number of its threads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    pub(super) pid: Pid,
    pub(super) n_threads: usize,
}

impl Tree {
    pub(super) fn of(root: Pid) -> Self {
        Self { root }
    }

    /// All but the root.
    pub(super) fn descendants(self) -> Vec<Member> {
        let (mut found, mut open) = (Vec::new(), vec![self.root]);
        while let Some(pid) = open.pop() {
            let threads = threads(pid);
            open.extend(threads.iter().flat_map(|&thread| children(pid, thread)));
            if pid != self.root {
                found.push(Member { pid, n_threads: threads.len() });
            }
        }
        found
    }

    /// Kills all but the root until none is left, or `time` is over. `reap` is called in between.
    pub(super) fn kill(self, time: Duration, mut reap: impl FnMut()) {
        let deadline = Instant::now() + time;
        loop {
            reap();
            let left = self.descendants();
            if left.is_empty() || Instant::now() >= deadline {
                return;
            }
            // Whoever is stopped does not start others while these are killed.
            for signal in [Signal::SIGSTOP, Signal::SIGKILL] {
                for member in &left {
                    // It may have ended just now.
                    let _ = kill(member.pid, signal);
                }
            }
            reap();
            if self.descendants().is_empty() {
                return;
            }
            thread::sleep(ROUND);
        }
    }
}

fn threads(pid: Pid) -> Vec<Pid> {
    let entries = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers.map(Pid::from_raw).collect()
}

fn children(pid: Pid, thread: Pid) -> Vec<Pid> {
    let list = fs::read_to_string(format!("/proc/{pid}/task/{thread}/children"));
    let list = list.unwrap_or_default();
    list.split_ascii_whitespace().filter_map(|word| word.parse().ok()).map(Pid::from_raw).collect()
}
