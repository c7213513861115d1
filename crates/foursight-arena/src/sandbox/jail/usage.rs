//! What a player uses, beside what it may use.

use std::fs;
use std::path::{Path, PathBuf};

use super::super::Verdict;
use super::super::layer::Layer;
use super::super::order::Order;
use super::tree::Member;

/// How many looks at the processes come to one at the files.
const LOOKS_PER_FILES: u32 = 8;

pub(super) struct Usage {
    memory_bytes: u64,
    n_processes: u64,
    file_bytes: u64,
    /// Where files are counted; not where the file system is small enough by itself.
    scratch: Option<PathBuf>,
    page_bytes: u64,
    n_looks: u32,
    is_limited: bool,
}

impl Usage {
    pub(super) fn new(order: &Order) -> Self {
        let options = &order.options;
        let page_bytes = nix::unistd::sysconf(nix::unistd::SysconfVar::PAGE_SIZE);
        Self {
            memory_bytes: options.memory_bytes,
            n_processes: options.n_processes,
            file_bytes: options.file_bytes,
            scratch: (!order.has(Layer::Namespaces)).then(|| order.scratch.clone()),
            page_bytes: page_bytes.ok().flatten().map_or(4096, |bytes| bytes as u64),
            n_looks: 0,
            is_limited: order.has(Layer::Limits),
        }
    }

    /// Which limit these processes are over.
    pub(super) fn verdict(&mut self, members: &[Member]) -> Option<Verdict> {
        if !self.is_limited {
            return None;
        }
        self.n_looks = self.n_looks.wrapping_add(1);
        if self.memory_is_over(members) {
            return Some(Verdict::OutOfMemory);
        }
        let n_threads: usize = members.iter().map(|member| member.n_threads).sum();
        if n_threads as u64 > self.n_processes {
            return Some(Verdict::TooManyProcesses);
        }
        let scratch =
            self.scratch.as_ref().filter(|_| self.n_looks.is_multiple_of(LOOKS_PER_FILES))?;
        (bytes_in(scratch) > self.file_bytes).then_some(Verdict::TooManyBytes)
    }

    /// Asks the exact question, which takes longer, only if the answer to the rough one is yes.
    fn memory_is_over(&self, members: &[Member]) -> bool {
        let resident = |member: &Member| pages(member).unwrap_or(0) * self.page_bytes;
        members.iter().map(resident).sum::<u64>() > self.memory_bytes
            && members.iter().map(own_bytes).sum::<u64>() > self.memory_bytes
    }
}

/// Pages in memory, those of program files among them.
fn pages(member: &Member) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{}/statm", member.pid)).ok()?;
    text.split_ascii_whitespace().nth(1)?.parse().ok()
}

/// Memory that is not there for a file, in bytes.
fn own_bytes(member: &Member) -> u64 {
    let text = fs::read_to_string(format!("/proc/{}/status", member.pid)).unwrap_or_default();
    let figures = text.lines().filter_map(|line| {
        let figure =
            ["RssAnon:", "RssShmem:", "VmSwap:"].iter().find_map(|name| line.strip_prefix(name))?;
        figure.trim().strip_suffix(" kB")?.parse::<u64>().ok()
    });
    figures.sum::<u64>() << 10
}

/// The size of all files below a folder, in bytes.
fn bytes_in(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.metadata() {
        Ok(metadata) if metadata.is_dir() => bytes_in(&entry.path()),
        Ok(metadata) => std::os::unix::fs::MetadataExt::blocks(&metadata) * 512,
        Err(_) => 0,
    });
    sizes.sum()
}
