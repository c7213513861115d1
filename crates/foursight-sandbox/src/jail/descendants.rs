//! All processes below one, as `/proc` lists them.

use std::fs;

use nix::unistd::Pid;

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

/// How many threads these processes have together.
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
