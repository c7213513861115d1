//! The activity and the effort of a program's processes and threads, read from `/proc`.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, thread};

use nix::libc::{SYS_read, SYS_readv, c_long};
use nix::unistd::{Pid, SysconfVar, sysconf};

use super::{Activity, Effort};
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
    let ticks = || processes().into_iter().flat_map(ticks).sum::<u64>();
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

/// The processor time of a process, and of its children that have ended.
fn ticks(process: Pid) -> [u64; 2] {
    stat_ticks(Path::new(&format!("/proc/{process}"))).unwrap_or_default()
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

fn in_time(ticks: u64) -> Duration {
    let per_second = sysconf(SysconfVar::CLK_TCK).ok().flatten().unwrap_or(100);
    Duration::from_millis(ticks * 1000 / per_second.max(1) as u64)
}
