//! The layers of isolation, by name.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A means of keeping a player from everything but the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layer {
    /// A session and process group of its own, watched and killed whole; no new privileges, no
    /// capabilities, an empty environment and scratch folder, no inherited descriptors.
    Session,
    /// Limits on processor time, sizes of files, open files, processes and memory.
    Limits,
    /// Landlock: files by an allow list, no TCP, no signals to others.
    Landlock,
    /// Seccomp: no system calls that a player has no use for, no sockets but Unix ones.
    Seccomp,
    /// User, mount, process, network and IPC namespaces of its own.
    Namespaces,
    /// A control group with limits on memory and processes.
    Cgroup,
    /// A jail from outside, which the user brings.
    Wrap,
}

impl Layer {
    /// All layers, in the order in which they are reported.
    pub const ALL: [Self; 7] = [
        Self::Session,
        Self::Limits,
        Self::Landlock,
        Self::Seccomp,
        Self::Namespaces,
        Self::Cgroup,
        Self::Wrap,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Session => "session",
            Self::Limits => "limits",
            Self::Landlock => "landlock",
            Self::Seccomp => "seccomp",
            Self::Namespaces => "namespaces",
            Self::Cgroup => "cgroup",
            Self::Wrap => "wrap",
        }
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// There is no layer of this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no layer {0:?}; the layers are session, limits, landlock, seccomp, namespaces, cgroup and wrap"
)]
pub struct UnknownLayer(String);

impl FromStr for Layer {
    type Err = UnknownLayer;

    fn from_str(text: &str) -> Result<Self, UnknownLayer> {
        let found = Self::ALL.into_iter().find(|layer| layer.name() == text);
        found.ok_or_else(|| UnknownLayer(text.to_owned()))
    }
}

/// What was found out about a layer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LayerReport {
    /// Which one.
    pub layer: Layer,
    /// Whether players run under it.
    #[serde(flatten)]
    pub status: LayerStatus,
}

/// Whether players run under a layer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "status", rename_all = "kebab-case")]
pub enum LayerStatus {
    /// They do: it was tried.
    Active {
        /// What it does not do on this system; empty if it does all that it can.
        gaps: Vec<String>,
    },
    /// They do not.
    Missing {
        /// Why it did not work.
        reason: String,
        /// What a person can do about it.
        cure: String,
    },
}

impl LayerReport {
    /// Whether players run under it.
    pub fn is_active(&self) -> bool {
        matches!(self.status, LayerStatus::Active { .. })
    }
}
