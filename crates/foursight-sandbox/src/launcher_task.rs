//! The launcher's task: everything it must know to run one program, passed as its last argument in JSON.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::layer::Layer;
use crate::options::SandboxOptions;

/// A stage of the launcher, which runs itself again for the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Stage {
    /// Stays outside, watches the program and kills what it leaves behind.
    Watch,
    /// The first process in the namespaces: sets up the files and becomes the reaper.
    Init,
    /// Gives up rights, then runs the errand.
    Enter,
}

/// The launcher's work inside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Errand {
    /// Becomes the program with this command line.
    Run(Vec<String>),
    /// Tests whether all layers of the task hold.
    Check,
}

/// The instructions for running one program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LauncherTask {
    pub(crate) stage: Stage,
    pub(crate) errand: Errand,
    /// The command line of the launcher, without this task.
    pub(crate) launcher: Vec<String>,
    /// The device and the number of the launcher's file, if it is known.
    pub(crate) launcher_file: Option<(u64, u64)>,
    pub(crate) layers: Vec<Layer>,
    pub(crate) options: SandboxOptions,
    /// The paths that the program may read, its own folder included.
    pub(crate) readable: Vec<PathBuf>,
    /// The real paths of files and folders in `readable` that the program may not read, except for readable paths
    /// inside them.
    pub(crate) hidden: Vec<PathBuf>,
    /// The working directory, writable.
    pub(crate) scratch: PathBuf,
    /// The path of the launcher's exit report, out of the program's reach.
    pub(crate) exit_report: PathBuf,
    /// The control group that the program joins.
    pub(crate) cgroup: Option<PathBuf>,
    /// The niceness with which the watching stage started.
    pub(crate) niceness: i32,
    /// The process whose end also ends the program; `None` if there is a wrap between them.
    pub(crate) supervisor: Option<u32>,
}

impl LauncherTask {
    #[cfg(target_os = "linux")]
    pub(crate) fn has(&self, layer: Layer) -> bool {
        self.layers.contains(&layer)
    }

    /// Whether there is no layer: the program then keeps all its rights.
    #[cfg(target_os = "linux")]
    pub(crate) fn is_trusting(&self) -> bool {
        self.layers.is_empty()
    }

    /// The file in which a failing stage leaves a mark, out of the program's reach.
    #[cfg(target_os = "linux")]
    pub(crate) fn failure_file(&self) -> PathBuf {
        self.exit_report.with_file_name("failed")
    }

    /// The named pipe that holds the program back until the first process in the namespaces is the reaper.
    #[cfg(target_os = "linux")]
    pub(crate) fn gate(&self) -> PathBuf {
        self.exit_report.with_file_name("gate")
    }

    /// The command line of the launcher for a stage of this task.
    ///
    /// # Errors
    ///
    /// If a path is not UTF-8.
    pub(crate) fn command_line(&self, stage: Stage) -> Result<Vec<String>, serde_json::Error> {
        let task = serde_json::to_string(&Self { stage, ..self.clone() })?;
        Ok(self.launcher.iter().cloned().chain([task]).collect())
    }
}
