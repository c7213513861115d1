//! Whether the kernel tells this process how its children end.

use std::fs;
use std::io;

use nix::sys::signal::Signal;

/// Fails if this process ignores SIGCHLD, as it does if the program that started it did: the kernel then tells neither
/// this process nor those below it how a program ends.
pub(crate) fn check_ends() -> io::Result<()> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    if ignored.unwrap_or_default() >> (Signal::SIGCHLD as u32 - 1) & 1 == 1 {
        let reason =
            "SIGCHLD is ignored: start this program without that (env --default-signal=CHLD)";
        return Err(io::Error::other(reason));
    }
    Ok(())
}
