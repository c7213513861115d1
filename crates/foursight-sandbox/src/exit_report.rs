//! The exit report, in which the launcher states how a program ended.
//!
//! The launcher's own exit status is not enough: the launcher cannot end by every signal, and its status cannot state a
//! limit.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::ExitStatus;

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
    pub(crate) fn write(self, path: &Path) -> std::io::Result<()> {
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
