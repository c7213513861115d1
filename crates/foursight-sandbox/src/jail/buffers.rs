//! What the pipes and sockets of a program can hold: memory of the kernel that belongs to no process.

use std::collections::HashSet;
use std::fs::{self, DirEntry};
use std::path::PathBuf;

use super::descendants::Descendant;

/// What a pipe holds. Seccomp forbids larger ones.
const PIPE_BYTES: u64 = 64 << 10;

/// What a socket holds if it is made as large as the kernel usually allows.
const SOCKET_BYTES: u64 = 416 << 10;

/// What these processes hold in pipes and sockets at most, from the number of their descriptors.
pub(super) fn at_most(processes: &[Descendant]) -> u64 {
    let n_descriptors: usize = processes.iter().map(|process| descriptors(process).count()).sum();
    n_descriptors as u64 * SOCKET_BYTES
}

/// What these processes can hold in pipes and sockets, in bytes. Each counts once, whoever shares it.
pub(super) fn bytes(processes: &[Descendant]) -> u64 {
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

fn descriptors(process: &Descendant) -> impl Iterator<Item = DirEntry> {
    fs::read_dir(format!("/proc/{}/fd", process.pid)).into_iter().flatten().flatten()
}
