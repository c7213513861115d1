//! A sandbox: the launcher, layers and limits under which programs start.

mod probe;

use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use crate::cgroup::{Cgroup, Delegation};
use crate::exit_report::check_ends;
use crate::launcher_task::{Errand, LauncherTask, Stage};
use crate::layer::{Layer, LayerReport};
use crate::options::SandboxOptions;
use crate::readable::{self, find_program};
use crate::room::Room;

/// The way in which programs start, and their layers.
#[derive(Clone, Debug)]
pub struct Sandbox {
    /// The program that calls [`jail()`](crate::jail()); empty if the caller starts programs itself.
    pub(crate) launcher: Arc<[String]>,
    pub(crate) layers: Vec<Layer>,
    pub(crate) options: Arc<SandboxOptions>,
    pub(crate) readable: Arc<[PathBuf]>,
    /// The real path of the launcher, if it is known.
    pub(crate) hidden: Option<PathBuf>,
    /// The delegated group in which the control groups of programs are made.
    pub(crate) delegation: Option<Delegation>,
}

/// A program about to be started.
pub(crate) struct Launch {
    /// The command, still without its environment.
    pub(crate) command: Command,
    /// The control group, to keep for as long as the program runs.
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
            hidden: None,
            delegation: None,
        }
    }

    /// A launcher but no layer. `launcher` is a command line that calls [`jail()`](crate::jail()) with its last
    /// argument. The launcher kills everything a program has started, even if the caller itself is killed. Programs can
    /// do whatever their caller can. On systems other than Linux this is [`bare`](Self::bare).
    pub fn trusting(launcher: Vec<String>) -> Self {
        let launcher = if cfg!(target_os = "linux") { launcher } else { Vec::new() };
        Self { launcher: launcher.into(), ..Self::bare() }
    }

    /// Tries each layer by running `launcher`, a command line that calls [`jail()`](crate::jail()) with its last
    /// argument, and keeps the layers that hold. Takes about a tenth of a second.
    ///
    /// It also keeps layers that are [lost](crate::LayerStatus::Lost), so no program starts without them.
    pub fn probe(launcher: Vec<String>, options: SandboxOptions) -> (Self, Vec<LayerReport>) {
        probe::probe(launcher, options)
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

    /// Whether this is the launcher, under any name, and the layers hide it: programs inside can neither read nor run
    /// it.
    pub fn hides(&self, file: &Path) -> bool {
        let hidden = self.hidden.as_deref().filter(|_| self.hides_files());
        hidden.and_then(identity).is_some_and(|hidden| identity(file) == Some(hidden))
    }

    fn hides_files(&self) -> bool {
        self.layers.iter().any(|layer| matches!(layer, Layer::Landlock | Layer::Namespaces))
    }

    /// The limits of programs.
    pub fn options(&self) -> &SandboxOptions {
        &self.options
    }

    /// This sandbox with other limits. The readable paths and the wrap stay as they were probed.
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
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the command line is empty"));
        };
        if self.launcher.is_empty() {
            let mut command = Command::new(word);
            command.args(arguments);
            std::os::unix::process::CommandExt::process_group(&mut command, 0);
            return Ok(Launch { command, cgroup: None });
        }
        // The launcher would notice a missing program too, but could not report it in time.
        let program = find_program(word).ok_or(io::Error::from_raw_os_error(nix::libc::ENOENT))?;
        if self.hides(&program) {
            let reason = "a program that starts jails cannot run in one";
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, reason));
        }
        let mut own = readable::of_command(&program, arguments);
        own.extend(readable.iter().cloned());
        self.launch_errand(Errand::Run(line.to_vec()), own, room)
    }

    /// Prepares to start the launcher. The errand may also read its `own` files and folders.
    pub(crate) fn launch_errand(
        &self,
        errand: Errand,
        own: Vec<PathBuf>,
        room: &Room,
    ) -> io::Result<Launch> {
        check_ends()?;
        let mut hidden = Vec::new();
        if self.hides_files() {
            hidden.extend(self.hidden.clone());
            hidden.extend(self.private_besides(&own));
            // A file must not be covered twice: the name of the covering file could not be removed the second time.
            hidden.sort();
            hidden.dedup();
        }
        let delegation = self.delegation.as_ref().filter(|_| self.layers.contains(&Layer::Cgroup));
        let cgroup = delegation.map(|group| group.group(&self.options)).transpose()?;
        let task = LauncherTask {
            stage: Stage::Watch,
            errand,
            launcher: self.launcher.to_vec(),
            launcher_file: self.hidden.as_deref().and_then(identity),
            layers: self.layers.clone(),
            options: (*self.options).clone(),
            hidden,
            readable: self.readable.iter().cloned().chain(own).collect(),
            scratch: room.scratch(),
            exit_report: room.exit_report(),
            cgroup: cgroup.as_ref().map(|cgroup| cgroup.path().to_owned()),
            niceness: 0,
            supervisor: self.options.wrap.is_none().then(std::process::id),
        };
        let [word, arguments @ ..] = &self.wrapped(&task, room)?[..] else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "an empty wrap"));
        };
        let mut command = Command::new(word);
        command.args(arguments);
        Ok(Launch { command, cgroup })
    }

    /// The canonical paths of all private files and folders, except a program's `own`.
    fn private_besides(&self, own: &[PathBuf]) -> Vec<PathBuf> {
        let real = |paths: &[PathBuf]| -> Vec<PathBuf> {
            paths.iter().filter_map(|path| path.canonicalize().ok()).collect()
        };
        let (mut private, own) = (real(&self.options.private), real(own));
        private.retain(|path| !own.iter().any(|own| path.starts_with(own)));
        private
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

    /// Whether a launcher starts programs, can pause them, and kills what they leave behind.
    pub fn has_launcher(&self) -> bool {
        !self.launcher.is_empty()
    }
}

/// The device and the number of a file, which are the same under all its names.
pub(crate) fn identity(file: &Path) -> Option<(u64, u64)> {
    file.metadata().ok().map(|metadata| (metadata.dev(), metadata.ino()))
}
