//! Names of the isolation layers.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, VariantArray};

/// A means of restricting a program to its own work.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    Display,
    EnumString,
    VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", parse_err_ty = String, parse_err_fn = unknown)]
pub enum Layer {
    /// A session and process group of its own, watched and killed as a whole; no new privileges, no
    /// capabilities, a clean environment, an empty scratch folder, no inherited descriptors.
    Session,
    /// Limits on processor time, file sizes, open files, processes and memory.
    Limits,
    /// Landlock: only listed files, no TCP, no signals to other processes.
    Landlock,
    /// Seccomp: no dangerous system calls, and only Unix sockets.
    Seccomp,
    /// The program's own user, mount, process, network and IPC namespaces.
    Namespaces,
    /// A control group with limits on memory and processes.
    Cgroup,
    /// An outer jail that the user supplies.
    Wrap,
}

impl Layer {
    /// All layers, in the order in which they are reported.
    pub const ALL: &[Self] = Self::VARIANTS;
}

fn unknown(text: &str) -> String {
    format!(
        "there is no layer {text:?}; the layers are session, limits, landlock, seccomp, namespaces, cgroup and wrap"
    )
}

/// The result of probing a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerReport {
    /// The layer.
    pub layer: Layer,
    /// Whether programs run under it.
    pub status: LayerStatus,
}

/// Whether programs run under a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayerStatus {
    /// Programs run under it, as the probe has verified.
    Active {
        /// The gaps that it leaves on this system; empty if none.
        gaps: Vec<String>,
    },
    /// Programs run without it, because this system does not provide it.
    Missing {
        /// The reason why it does not work.
        reason: String,
        /// The way to fix that.
        cure: String,
    },
    /// Programs do not start: it cannot be tested here, or it fails together with the others although it holds alone.
    Lost {
        /// The reason why it fails.
        reason: String,
    },
}

impl LayerReport {
    /// Whether programs run under it.
    pub fn is_active(&self) -> bool {
        matches!(self.status, LayerStatus::Active { .. })
    }
}
