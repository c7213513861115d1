//! How a player ended, as its launcher wrote it down.
//!
//! The launcher's own exit status could not tell everything: it cannot end by every signal, and it
//! would say nothing of limits.

use std::fmt;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::ExitStatus;

use serde::{Deserialize, Serialize};

/// The limit for which the referee killed a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// More memory than allowed.
    OutOfMemory,
    /// More processes than allowed.
    TooManyProcesses,
    /// More in the scratch folder than allowed.
    TooManyBytes,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OutOfMemory => "out of memory",
            Self::TooManyProcesses => "too many processes",
            Self::TooManyBytes => "too many bytes written",
        })
    }
}

/// What is in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Ending {
    /// The status as `wait` gives it.
    pub(crate) status: Option<i32>,
    pub(crate) verdict: Option<Verdict>,
}

impl Ending {
    #[cfg(target_os = "linux")]
    pub(crate) fn write(self, path: &Path) -> std::io::Result<()> {
        fs::write(path, serde_json::to_vec(&self)?)
    }

    /// What is written there; nothing is known if that is incomplete.
    pub(crate) fn read(path: &Path) -> Self {
        let text = fs::read(path).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    pub(crate) fn exit_status(self) -> Option<ExitStatus> {
        self.status.map(ExitStatus::from_raw)
    }
}
