//! Compares a program's usage with its limits.

use std::collections::{HashMap, HashSet};
use std::fs::{self, DirEntry};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use nix::errno::Errno;

use super::descendants::{Descendant, n_threads};
use crate::exit_report::LimitBreach;
use crate::launcher_task::LauncherTask;
use crate::layer::Layer;

/// The number of checks of the processes for each check of the files and of what is watched.
const CHECKS_PER_FILES: u32 = 8;

/// The minimum size of a file or folder: an empty one takes room too.
const ENTRY_BYTES: u64 = 4 << 10;

/// The size of a file that an epoll instance watches. It takes a hundredth of that, but all programs of a user share a
/// twenty-fifth of the memory for it.
const WATCH_BYTES: u64 = 16 << 10;

/// The capacity of a pipe. Seccomp forbids larger ones.
const PIPE_BYTES: u64 = 64 << 10;

/// The capacity of a socket that is as large as the kernel usually allows.
const SOCKET_BYTES: u64 = 416 << 10;

pub(super) struct Usage {
    memory_bytes: u64,
    n_processes: u64,
    file_bytes: u64,
    /// The folder whose files are counted; `None` if the file system itself is limited.
    scratch: Option<PathBuf>,
    page_bytes: u64,
    n_checks: u32,
    is_limited: bool,
}

impl Usage {
    pub(super) fn new(task: &LauncherTask) -> Self {
        let options = &task.options;
        let page_bytes = nix::unistd::sysconf(nix::unistd::SysconfVar::PAGE_SIZE);
        Self {
            memory_bytes: options.memory_bytes,
            n_processes: options.n_processes,
            file_bytes: options.file_bytes,
            scratch: (!task.has(Layer::Namespaces)).then(|| task.scratch.clone()),
            page_bytes: page_bytes.ok().flatten().map_or(4096, |bytes| bytes as u64),
            n_checks: 0,
            is_limited: task.has(Layer::Limits),
        }
    }

    /// The limit that these processes exceed, if any.
    pub(super) fn breach(&mut self, processes: &[Descendant]) -> Option<LimitBreach> {
        if !self.is_limited {
            return None;
        }
        self.n_checks = self.n_checks.wrapping_add(1);
        let is_thorough = self.n_checks.is_multiple_of(CHECKS_PER_FILES);
        let watch_bytes = if is_thorough { watch_bytes(processes) } else { 0 };
        if self.exceeds_memory(processes, watch_bytes) {
            return Some(LimitBreach::OutOfMemory);
        }
        if let Some(breach) = self.breach_of_processes(n_threads(processes)) {
            return Some(breach);
        }
        let scratch = self.scratch.as_ref().filter(|_| is_thorough)?;
        let bytes = bytes_in(scratch).saturating_add(unlinked_bytes(processes));
        (bytes > self.file_bytes).then_some(LimitBreach::TooManyBytes)
    }

    /// The limit that this many processes and threads exceed, if any.
    pub(super) fn breach_of_processes(&self, n_threads: u64) -> Option<LimitBreach> {
        let is_breached = self.is_limited && n_threads > self.n_processes;
        is_breached.then_some(LimitBreach::TooManyProcesses)
    }

    /// Takes an exact, slower measurement only if the rough figure is too high.
    fn exceeds_memory(&self, processes: &[Descendant], watch_bytes: u64) -> bool {
        let resident = |process: &Descendant| pages(process).unwrap_or(0) * self.page_bytes;
        let resident = processes.iter().map(resident).sum::<u64>();
        let own = || processes.iter().map(own_bytes).sum::<u64>();
        resident + max_buffer_bytes(processes) + watch_bytes > self.memory_bytes
            && own() + buffer_bytes(processes) + watch_bytes > self.memory_bytes
    }
}

/// Pages in memory, including those of program files.
fn pages(process: &Descendant) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{}/statm", process.pid)).ok()?;
    text.split_ascii_whitespace().nth(1)?.parse().ok()
}

/// Memory that no file backs, in bytes.
fn own_bytes(process: &Descendant) -> u64 {
    let text = fs::read_to_string(format!("/proc/{}/status", process.pid)).unwrap_or_default();
    let figures = text.lines().filter_map(|line| {
        let figure =
            ["RssAnon:", "RssShmem:", "VmSwap:"].iter().find_map(|name| line.strip_prefix(name))?;
        figure.trim().strip_suffix(" kB")?.parse::<u64>().ok()
    });
    figures.sum::<u64>() << 10
}

/// The size of all files below a folder, in bytes. A folder that is closed or too deep exceeds every limit.
fn bytes_in(folder: &Path) -> u64 {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries.flatten(),
        Err(error) => {
            let errno = Errno::from_raw(error.raw_os_error().unwrap_or(0));
            let is_closed = matches!(errno, Errno::EACCES | Errno::ENAMETOOLONG | Errno::EMFILE);
            return if is_closed { u64::MAX } else { 0 };
        }
    };
    let sizes = entries.map(|entry| match entry.metadata() {
        Ok(metadata) if metadata.is_dir() => bytes_in(&entry.path()).saturating_add(ENTRY_BYTES),
        Ok(metadata) => ENTRY_BYTES.max(metadata.blocks() * 512),
        Err(_) => 0,
    });
    sizes.fold(0, u64::saturating_add)
}

/// The size of all files without a name that these processes hold open, in bytes.
fn unlinked_bytes(processes: &[Descendant]) -> u64 {
    let files = processes.iter().flat_map(descriptors);
    let files = files.filter_map(|entry| entry.path().metadata().ok());
    let unlinked = files.filter(|file| file.is_file() && file.nlink() == 0);
    let blocks: HashMap<_, _> =
        unlinked.map(|file| ((file.dev(), file.ino()), file.blocks())).collect();
    blocks.values().sum::<u64>() * 512
}

/// The maximum that these processes can hold in pipes and sockets, from the number of their descriptors.
fn max_buffer_bytes(processes: &[Descendant]) -> u64 {
    let n_descriptors: usize = processes.iter().map(|process| descriptors(process).count()).sum();
    n_descriptors as u64 * SOCKET_BYTES
}

/// The bytes that these processes can hold in pipes and sockets. Each pipe or socket counts once, even if processes
/// share it.
fn buffer_bytes(processes: &[Descendant]) -> u64 {
    let targets = processes.iter().flat_map(descriptors);
    let targets: HashSet<PathBuf> =
        targets.filter_map(|entry| fs::read_link(entry.path()).ok()).collect();
    let sizes = targets.iter().map(|target| match target.to_string_lossy().split_once(':') {
        Some(("pipe", _)) => PIPE_BYTES,
        Some(("socket", _)) => SOCKET_BYTES,
        _ => 0,
    });
    sizes.sum()
}

/// The bytes for everything that the epoll instances of these processes watch. An instance that processes share counts
/// for each of them.
fn watch_bytes(processes: &[Descendant]) -> u64 {
    let infos = processes.iter().flat_map(|process| entries(process, "fdinfo"));
    let texts = infos.filter_map(|info| fs::read_to_string(info.path()).ok());
    texts.map(|text| text.matches("tfd:").count() as u64).sum::<u64>() * WATCH_BYTES
}

fn descriptors(process: &Descendant) -> impl Iterator<Item = DirEntry> {
    entries(process, "fd")
}

fn entries(process: &Descendant, folder: &str) -> impl Iterator<Item = DirEntry> {
    fs::read_dir(format!("/proc/{}/{folder}", process.pid)).into_iter().flatten().flatten()
}
