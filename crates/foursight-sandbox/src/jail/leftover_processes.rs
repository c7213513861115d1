//! Processes that a program leaves behind: they are killed, wherever they have moved.

use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::descendants::descendants;

/// How long killed processes may take to end. Only the kernel can make them take longer.
const KILL_TIME: Duration = Duration::from_secs(5);

/// Time between two rounds of killing.
const ROUND: Duration = Duration::from_millis(1);

/// Kills every process below `root` until none is left, or for five seconds at most.
///
/// `root` adopts orphans, so no process escapes from below it. `reap` is called between the steps to collect those
/// that have ended.
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
