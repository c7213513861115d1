//! The descendants of a process: found and read in `/proc`, and killed wherever they have moved.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// The time limit for killed processes to end. Only the kernel can delay them.
const KILL_TIME: Duration = Duration::from_secs(5);

/// Time between two rounds of killing.
const ROUND: Duration = Duration::from_millis(1);

/// A process with the number of its threads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Descendant {
    pub(crate) pid: Pid,
    pub(super) n_threads: usize,
}

/// The processes below `root`, without `root` itself.
pub(crate) fn descendants(root: Pid) -> Vec<Descendant> {
    let (mut found, mut open) = (Vec::new(), vec![root]);
    while let Some(pid) = open.pop() {
        let threads = threads(pid);
        open.extend(threads.iter().flat_map(|&thread| children(pid, thread)));
        if pid != root {
            found.push(Descendant { pid, n_threads: threads.len() });
        }
    }
    found
}

/// The number of threads of these processes together.
pub(super) fn n_threads(processes: &[Descendant]) -> u64 {
    processes.iter().map(|process| process.n_threads as u64).sum()
}

/// The threads of a process.
pub(crate) fn threads(pid: Pid) -> Vec<Pid> {
    let entries = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers.map(Pid::from_raw).collect()
}

fn children(pid: Pid, thread: Pid) -> Vec<Pid> {
    let list = fs::read_to_string(format!("/proc/{pid}/task/{thread}/children"));
    let list = list.unwrap_or_default();
    list.split_ascii_whitespace().filter_map(|word| word.parse().ok()).map(Pid::from_raw).collect()
}

/// The fields of the file `stat` in a folder of `/proc` after the program's name, which may contain spaces; the first
/// field is the state.
pub(crate) fn stat_fields(folder: &Path) -> Option<Vec<String>> {
    let text = fs::read_to_string(folder.join("stat")).ok()?;
    let (_, fields) = text.rsplit_once(") ")?;
    Some(fields.split(' ').map(str::to_owned).collect())
}

/// The processor time of a process in the clock ticks of `/proc`: its own with all its threads, and its children's, if
/// they have ended and were waited for.
pub(crate) fn stat_ticks(folder: &Path) -> Option<[u64; 2]> {
    let fields = stat_fields(folder)?;
    let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
    Some([number(11)? + number(12)?, number(13)? + number(14)?])
}

/// Kills every process below `root` until none is left, or for five seconds at most.
///
/// `root` adopts orphans, so no process escapes from below it. `reap` is called between the steps to collect the
/// processes that have ended.
pub(crate) fn kill_leftovers(root: Pid, mut reap: impl FnMut()) {
    let deadline = Instant::now() + KILL_TIME;
    loop {
        reap();
        let left = descendants(root);
        if left.is_empty() || Instant::now() >= deadline {
            return;
        }
        // A stopped process starts no others while the rest are killed.
        for signal in [Signal::SIGSTOP, Signal::SIGKILL] {
            for process in &left {
                // Fails if it has just ended.
                let _ = kill(process.pid, signal);
            }
        }
        reap();
        if descendants(root).is_empty() {
            return;
        }
        thread::sleep(ROUND);
    }
}
