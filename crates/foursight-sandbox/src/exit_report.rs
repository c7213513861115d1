//! The exit report, in which the launcher states how a program ended, and whether the kernel tells how programs end.
//!
//! The launcher's own exit status is not enough: the launcher cannot end by every signal, and its status cannot state a
//! limit.

use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::ExitStatus;
use std::{fs, io};

use nix::sys::signal::Signal;
use serde::{Deserialize, Serialize};

/// The limit that a program exceeded and was killed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::Display)]
#[serde(rename_all = "kebab-case")]
pub enum LimitBreach {
    /// More memory than allowed.
    #[strum(to_string = "out of memory")]
    OutOfMemory,
    /// More processes than allowed.
    #[strum(to_string = "too many processes")]
    TooManyProcesses,
    /// More bytes in the scratch folder than allowed.
    #[strum(to_string = "too many bytes written")]
    TooManyBytes,
}

/// The way a program ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ExitReport {
    /// The status as `wait` encodes it.
    pub(crate) status: Option<i32>,
    pub(crate) breach: Option<LimitBreach>,
    /// The number of processes and threads that the program left behind in its namespaces, where they end with it.
    #[serde(default)]
    pub(crate) n_left: u64,
    /// Whether the launcher failed before the program ran.
    #[serde(default)]
    pub(crate) launcher_failed: bool,
}

impl ExitReport {
    #[cfg(target_os = "linux")]
    pub(crate) fn write(self, path: &Path) -> io::Result<()> {
        fs::write(path, serde_json::to_vec(&self)?)
    }

    /// Reads a report; an incomplete report counts as empty.
    pub(crate) fn read(path: &Path) -> Self {
        let text = fs::read(path).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    pub(crate) fn exit_status(self) -> Option<ExitStatus> {
        self.status.map(ExitStatus::from_raw)
    }
}

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
