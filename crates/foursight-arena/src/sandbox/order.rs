//! What the launcher is told, as its last argument.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::layer::Layer;
use super::options::SandboxOptions;

/// A stage of the launcher, which runs itself again for the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Stage {
    /// Stays outside: watches the player and kills what is left of it.
    Watch,
    /// The first process of the namespaces: sets up the files and reaps what has lost its parent.
    Init,
    /// Gives up rights and becomes the player.
    Enter,
    /// Stands for the player when a layer is probed: tries whether it holds.
    Check(Layer),
}

/// How to run one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Order {
    pub(crate) stage: Stage,
    /// The program that reads this, and its arguments before it.
    pub(crate) launcher: Vec<String>,
    pub(crate) layers: Vec<Layer>,
    pub(crate) options: SandboxOptions,
    /// What may be read, with the player's own folder.
    pub(crate) readable: Vec<PathBuf>,
    /// The working directory, writable.
    pub(crate) scratch: PathBuf,
    /// Where the ending is written down, out of the player's reach.
    pub(crate) ending: PathBuf,
    /// The control group that it joins.
    pub(crate) cgroup: Option<PathBuf>,
    /// The referee's process, unless something stands between.
    pub(crate) referee: Option<u32>,
    /// The player.
    pub(crate) command: Vec<String>,
}

impl Order {
    #[cfg(target_os = "linux")]
    pub(crate) fn has(&self, layer: Layer) -> bool {
        self.layers.contains(&layer)
    }

    /// Whether there is no layer: then the player keeps all its rights.
    #[cfg(target_os = "linux")]
    pub(crate) fn is_trusting(&self) -> bool {
        self.layers.is_empty()
    }

    /// The command line of the launcher for a stage of this order.
    ///
    /// # Errors
    ///
    /// If a path is not UTF-8.
    pub(crate) fn command_line(&self, stage: Stage) -> Result<Vec<String>, serde_json::Error> {
        let order = serde_json::to_string(&Self { stage, ..self.clone() })?;
        Ok(self.launcher.iter().cloned().chain([order]).collect())
    }
}
