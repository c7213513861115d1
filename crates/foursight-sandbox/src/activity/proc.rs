//! The activity of a program's processes, read from `/proc`.

use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, thread};

use nix::libc::{SYS_read, SYS_readv, c_long};
use nix::unistd::Pid;

use super::Activity;
use crate::jail::descendants::{descendants, stat_fields, stat_ticks, threads};

/// The number of checks, and the time between two checks.
const N_LOOKS: usize = 10;
const PAUSE: Duration = Duration::from_millis(10);

/// Processor time that a sleeping program may use meanwhile, in the clock ticks of `/proc` (10 ms).
const IDLE_TICKS: u64 = 1;

/// Watches the processes below `root`, and `root` itself if it `is_program`, for a tenth of a second. `input` is the
/// name in `/proc` of the pipe of their standard input.
pub(crate) fn observe(root: Pid, is_program: bool, input: &Path) -> Activity {
    let processes = || {
        let below = descendants(root).into_iter().map(|process| process.pid);
        below.chain(is_program.then_some(root)).collect::<Vec<Pid>>()
    };
    let ticks = || processes().into_iter().filter_map(ticks).sum::<u64>();
    let before = ticks();
    let (mut n_running, mut n_reading) = (0, 0);
    for _ in 0..N_LOOKS {
        thread::sleep(PAUSE);
        let threads: Vec<PathBuf> = processes().into_iter().flat_map(thread_folders).collect();
        n_running += usize::from(threads.iter().any(|thread| is_running(thread)));
        n_reading += usize::from(threads.iter().any(|thread| is_reading(thread, input)));
    }
    // Inside a jail of the user's own the launcher is among the processes, and wakes up now and then.
    if 2 * n_running > N_LOOKS || ticks().saturating_sub(before) > IDLE_TICKS {
        Activity::Computing
    } else if n_reading == N_LOOKS {
        Activity::AwaitingInput
    } else {
        Activity::Unknown
    }
}

fn thread_folders(process: Pid) -> impl Iterator<Item = PathBuf> {
    threads(process).into_iter().map(move |thread| format!("/proc/{process}/task/{thread}").into())
}

/// Whether a thread has a processor or is waiting for one.
fn is_running(thread: &Path) -> bool {
    stat_fields(thread).is_some_and(|fields| fields[0] == "R")
}

/// The processor time of a process and of its children that have ended.
fn ticks(process: Pid) -> Option<u64> {
    stat_ticks(Path::new(&format!("/proc/{process}"))).map(|ticks| ticks.iter().sum())
}

/// Whether a thread sleeps in a call that reads from the pipe `input`.
fn is_reading(thread: &Path, input: &Path) -> bool {
    // The number of the call and its arguments, or `running`.
    let call = fs::read_to_string(thread.join("syscall")).unwrap_or_default();
    let mut words = call.split(' ');
    let number = words.next().and_then(|word| word.parse::<c_long>().ok());
    let descriptor = words.next().and_then(|word| word.strip_prefix("0x"));
    let descriptor = descriptor.and_then(|word| u64::from_str_radix(word, 16).ok());
    let (Some(number), Some(descriptor)) = (number, descriptor) else { return false };
    [SYS_read, SYS_readv].contains(&number)
        && fs::read_link(thread.join(format!("fd/{descriptor}"))).is_ok_and(|file| file == input)
}
