//! Isolation of players, in layers that are probed by trying.
//!
//! A player is not started by the referee itself but through a launcher, a small program that calls
//! [`jail()`]: with a single thread it gives up rights, one layer after the other, before it becomes the
//! player, and what it needs for that is safe code. [`Sandbox::probe`] tries each layer and says which
//! ones hold; players run under all of these, and one that fails later keeps the player from starting.

mod cgroup;
mod ending;
#[cfg(target_os = "linux")]
mod jail;
mod layer;
mod options;
mod order;
mod probe;
mod readable;

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

pub(crate) use cgroup::Cgroup;
use cgroup::Delegation;
pub(crate) use ending::Ending;
pub use ending::Verdict;
pub use layer::{Layer, LayerReport, LayerStatus, UnknownLayer};
pub use options::SandboxOptions;
use order::{Order, Stage};
pub(crate) use readable::find_program;

/// The body of the launcher: does what its last argument says and does not return.
///
/// The program that calls it has not started any thread and has not opened any file.
#[cfg(target_os = "linux")]
pub use jail::jail;

/// There is no launcher on this system: it says so.
#[cfg(not(target_os = "linux"))]
pub fn jail(_order: &str) -> std::process::ExitCode {
    eprintln!("foursight: players are isolated only on Linux");
    std::process::ExitCode::FAILURE
}

/// How players are started, and under which layers.
#[derive(Clone, Debug)]
pub struct Sandbox {
    /// The program that calls [`jail()`]; empty if players are started by the referee itself.
    launcher: Arc<[String]>,
    layers: Vec<Layer>,
    options: Arc<SandboxOptions>,
    readable: Arc<[PathBuf]>,
    /// Where the groups of players are made.
    delegation: Option<Delegation>,
}

/// A player about to be started.
pub(crate) struct Launch {
    /// Its environment is still to be set.
    pub(crate) command: Command,
    /// To be kept for as long as it runs.
    pub(crate) cgroup: Option<Cgroup>,
}

impl Sandbox {
    /// No launcher and none of the layers: a player has a process group and a scratch folder of its
    /// own and a cleaned environment, and can do what the referee can do.
    pub fn bare() -> Self {
        Self {
            launcher: Arc::new([]),
            layers: Vec::new(),
            options: Arc::default(),
            readable: Arc::new([]),
            delegation: None,
        }
    }

    /// None of the layers, but a launcher, a command line that calls [`jail()`] with the argument that follows it: it
    /// takes players down with all that they have started, also when the referee is killed. They can do what the
    /// referee can do. On other systems than Linux this is [`bare`](Self::bare).
    pub fn trusting(launcher: Vec<String>) -> Self {
        let launcher = if cfg!(target_os = "linux") { launcher } else { Vec::new() };
        Self { launcher: launcher.into(), ..Self::bare() }
    }

    /// Tries all layers by running `launcher`, a command line that calls [`jail()`] with the argument
    /// that follows it, and takes those that hold. Takes about a tenth of a second.
    pub fn probe(launcher: Vec<String>, options: SandboxOptions) -> (Self, Vec<LayerReport>) {
        probe::probe(launcher, options)
    }

    /// The layers that players run under.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// This sandbox with some of its layers only, for players that need to be trusted with more.
    #[must_use]
    pub fn only(&self, layers: &[Layer]) -> Self {
        let mut fewer = self.clone();
        fewer.layers.retain(|layer| layers.contains(layer));
        fewer
    }

    /// Prepares the start of a player in a room.
    pub(crate) fn launch(
        &self,
        line: &[String],
        folder: Option<&Path>,
        room: &Path,
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
        // The launcher would find it missing too, but could not say so in time.
        let program = find_program(word).ok_or(io::Error::from_raw_os_error(nix::libc::ENOENT))?;
        let own = readable::of_command(&program, arguments);
        let delegation = self.delegation.as_ref().filter(|_| self.layers.contains(&Layer::Cgroup));
        let cgroup = delegation.map(|group| group.group(&self.options)).transpose()?;
        let readable = self.readable.iter().cloned().chain(own);
        let order = Order {
            stage: Stage::Watch,
            launcher: self.launcher.to_vec(),
            layers: self.layers.clone(),
            options: (*self.options).clone(),
            readable: readable.chain(folder.map(Path::to_owned)).collect(),
            scratch: scratch_in(room),
            ending: ending_in(room),
            cgroup: cgroup.as_ref().map(|cgroup| cgroup.path().to_owned()),
            referee: self.options.wrap.is_none().then(std::process::id),
            command: line.to_vec(),
        };
        let [word, arguments @ ..] = &self.wrapped(&order, room)?[..] else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "an empty wrap"));
        };
        let mut command = Command::new(word);
        command.args(arguments);
        Ok(Launch { command, cgroup })
    }

    /// The launcher's command line in the jail that the user brings.
    fn wrapped(&self, order: &Order, room: &Path) -> io::Result<Vec<String>> {
        let line = order.command_line(order.stage)?;
        let Some(wrap) = &self.options.wrap else { return Ok(line) };
        let words = shlex::split(wrap).filter(|words| words.iter().any(|word| word == "{cmd}"));
        let words = words.ok_or_else(|| {
            io::Error::new(io::ErrorKind::InvalidInput, format!("no word {{cmd}} in {wrap:?}"))
        })?;
        let room = room.to_string_lossy();
        let expand = |word: String| match word.as_str() {
            "{cmd}" => line.clone(),
            _ => vec![word.replace("{scratch}", &room)],
        };
        Ok(words.into_iter().flat_map(expand).collect())
    }

    /// Whether players are started by a launcher, which takes them down.
    pub(crate) fn has_launcher(&self) -> bool {
        !self.launcher.is_empty()
    }
}

/// The working directory of the player for whom there is a room.
pub(crate) fn scratch_in(room: &Path) -> PathBuf {
    room.join("home")
}

/// Where its launcher writes down how it ended.
pub(crate) fn ending_in(room: &Path) -> PathBuf {
    room.join("ending")
}
