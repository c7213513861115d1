//! A sandbox: the launcher, layers and limits under which programs start.

use std::io;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use crate::cgroup::{Cgroup, Delegation};
use crate::launcher_task::{LauncherTask, Stage};
use crate::layer::{Layer, LayerReport};
use crate::options::SandboxOptions;
use crate::readable::{self, find_program};
use crate::room::Room;

/// How programs start, and under which layers.
#[derive(Clone, Debug)]
pub struct Sandbox {
    /// The program that calls [`jail()`](crate::jail()); empty if the caller starts programs itself.
    pub(crate) launcher: Arc<[String]>,
    pub(crate) layers: Vec<Layer>,
    pub(crate) options: Arc<SandboxOptions>,
    pub(crate) readable: Arc<[PathBuf]>,
    /// Where the control groups of programs are made.
    pub(crate) delegation: Option<Delegation>,
}

/// A program about to be started.
pub(crate) struct Launch {
    /// Its environment is still to be set.
    pub(crate) command: Command,
    /// To be kept for as long as the program runs.
    pub(crate) cgroup: Option<Cgroup>,
}

impl Sandbox {
    /// No launcher and no layer. A program gets its own process group, its own scratch folder and a clean environment,
    /// and can do whatever its caller can.
    pub fn bare() -> Self {
        Self {
            launcher: Arc::new([]),
            layers: Vec::new(),
            options: Arc::default(),
            readable: Arc::new([]),
            delegation: None,
        }
    }

    /// A launcher but no layer. `launcher` is a command line that calls [`jail()`](crate::jail()) with its last
    /// argument. It kills everything a program has started, even if the caller itself is killed. Programs can do
    /// whatever their caller can. On systems other than Linux this is [`bare`](Self::bare).
    pub fn trusting(launcher: Vec<String>) -> Self {
        let launcher = if cfg!(target_os = "linux") { launcher } else { Vec::new() };
        Self { launcher: launcher.into(), ..Self::bare() }
    }

    /// Tries each layer by running `launcher`, a command line that calls [`jail()`](crate::jail()) with its last
    /// argument, and keeps the layers that hold. Takes about a tenth of a second.
    pub fn probe(launcher: Vec<String>, options: SandboxOptions) -> (Self, Vec<LayerReport>) {
        crate::probe::probe(launcher, options)
    }

    /// The layers that programs run under.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// This sandbox with only some of its layers, for programs that need more freedom.
    #[must_use]
    pub fn only(&self, layers: &[Layer]) -> Self {
        let mut fewer = self.clone();
        fewer.layers.retain(|layer| layers.contains(layer));
        fewer
    }

    /// The limits of programs.
    pub fn options(&self) -> &SandboxOptions {
        &self.options
    }

    /// This sandbox with other limits. What programs may read and the wrap stay as they were probed.
    #[must_use]
    pub fn with_options(&self, change: impl FnOnce(&mut SandboxOptions)) -> Self {
        let mut options = (*self.options).clone();
        change(&mut options);
        Self { options: Arc::new(options), ..self.clone() }
    }

    /// Prepares to start a command line in a room.
    pub(crate) fn launch(
        &self,
        line: &[String],
        readable: &[PathBuf],
        room: &Room,
    ) -> io::Result<Launch> {
        let [word, arguments @ ..] = line else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "an empty command line"));
        };
        if self.launcher.is_empty() {
            let mut command = Command::new(word);
            command.args(arguments);
            std::os::unix::process::CommandExt::process_group(&mut command, 0);
            return Ok(Launch { command, cgroup: None });
        }
        // The launcher would notice a missing program too, but could not report it in time.
        let program = find_program(word).ok_or(io::Error::from_raw_os_error(nix::libc::ENOENT))?;
        let own = readable::of_command(&program, arguments);
        let delegation = self.delegation.as_ref().filter(|_| self.layers.contains(&Layer::Cgroup));
        let cgroup = delegation.map(|group| group.group(&self.options)).transpose()?;
        let readable = self.readable.iter().chain(&own).chain(readable);
        let task = LauncherTask {
            stage: Stage::Watch,
            launcher: self.launcher.to_vec(),
            layers: self.layers.clone(),
            options: (*self.options).clone(),
            readable: readable.cloned().collect(),
            scratch: room.scratch(),
            exit_report: room.exit_report(),
            cgroup: cgroup.as_ref().map(|cgroup| cgroup.path().to_owned()),
            supervisor: self.options.wrap.is_none().then(std::process::id),
            command: line.to_vec(),
        };
        let [word, arguments @ ..] = &self.wrapped(&task, room)?[..] else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "an empty wrap"));
        };
        let mut command = Command::new(word);
        command.args(arguments);
        Ok(Launch { command, cgroup })
    }

    /// The launcher's command line inside the jail that the user supplies.
    fn wrapped(&self, task: &LauncherTask, room: &Room) -> io::Result<Vec<String>> {
        let line = task.command_line(task.stage)?;
        let Some(wrap) = &self.options.wrap else { return Ok(line) };
        let words = shlex::split(wrap).filter(|words| words.iter().any(|word| word == "{cmd}"));
        let words = words.ok_or_else(|| {
            io::Error::new(io::ErrorKind::InvalidInput, format!("no word {{cmd}} in {wrap:?}"))
        })?;
        let room = room.path().to_string_lossy();
        let expand = |word: String| match word.as_str() {
            "{cmd}" => line.clone(),
            _ => vec![word.replace("{scratch}", &room)],
        };
        Ok(words.into_iter().flat_map(expand).collect())
    }

    /// Whether a launcher starts programs, and kills what they leave behind.
    pub(crate) fn has_launcher(&self) -> bool {
        !self.launcher.is_empty()
    }
}
