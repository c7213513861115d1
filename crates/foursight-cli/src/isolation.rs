//! Isolation options, and the sandbox that they configure; the path of this program, which the arena starts as a player
//! and as a launcher.

use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;

use anyhow::{Context, Result};
use clap::Args;
use foursight_arena::{ArenaError, Entrant, exposure, private};
use foursight_sandbox::{Layer, LayerReport, LayerStatus, Sandbox, SandboxOptions};

use crate::args::whole;
use crate::output::{printable, warn};

/// The layers around players; see `foursight arena doctor`.
#[derive(Args, Clone, Debug)]
pub(crate) struct IsolationArgs {
    /// Refuse to play unless these layers work, as in landlock,seccomp,namespaces.
    #[arg(long, value_name = "LAYERS", value_delimiter = ',')]
    require: Vec<Layer>,
    /// Command of an outer jail around each player, such as 'bwrap ... {cmd}'.
    #[arg(long, value_name = "COMMAND")]
    wrap: Option<String>,
    /// Memory limit for each player, including all its processes, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = SandboxOptions::default().memory_bytes >> 20, value_parser = whole(1..=1_u64 << 20))]
    memory_mib: u64,
    /// Do not isolate players: they can do whatever you can.
    #[arg(long, conflicts_with_all = ["require", "wrap"])]
    trust: bool,
}

/// The layers whose absence deserves a warning. The others need something that most systems lack.
const EXPECTED: [Layer; 5] =
    [Layer::Session, Layer::Limits, Layer::Landlock, Layer::Seccomp, Layer::Namespaces];

/// Rejects a player that is this program, which does not exist in the sandbox.
fn refuse_itself(contestant: &Entrant, sandbox: &Sandbox) -> Result<(), ArenaError> {
    match contestant.program_file().filter(|file| sandbox.hides(file)) {
        Some(file) => Err(ArenaError::Usage(printable(&format!(
            "player {contestant}: {} is foursight itself, and cannot run isolated; foursight's own players are \
             random, level:N with N from 0 to 10, and perfect",
            file.display()
        )))),
        None => Ok(()),
    }
}

impl IsolationArgs {
    /// The sandbox for these players, which can read neither these folders nor one another; warns about missing layers.
    ///
    /// Built-in players need no isolation.
    pub(crate) fn sandbox(
        &self,
        entrants: &[Entrant],
        folders: &[PathBuf],
    ) -> Result<Sandbox, ArenaError> {
        // Built-in players end with their input, and so with the referee.
        let is_bare = self.require.is_empty() && !entrants.is_empty();
        if is_bare && entrants.iter().all(Entrant::is_built_in) {
            return Ok(Sandbox::bare());
        }
        let launcher = launcher().map_err(|error| ArenaError::Failed(format!("{error:#}")))?;
        if self.trust {
            return Ok(Sandbox::trusting(launcher));
        }
        for (player, folder) in entrants.iter().flat_map(Entrant::hidden) {
            warn(&printable(&format!(
                "{player} may not read {}, which contains another player or the tournament; give each player a folder \
                 of its own (they can share one called lib)",
                folder.display()
            )));
        }
        if let Some(reason) = exposure(entrants, folders) {
            return Err(ArenaError::Usage(printable(&reason)));
        }
        let (memory_bytes, wrap) = (self.memory_mib << 20, self.wrap.clone());
        let private = private(entrants, folders);
        let options = SandboxOptions { memory_bytes, wrap, private, ..SandboxOptions::default() };
        let (sandbox, reports) = Sandbox::probe(launcher, options);
        for report in &reports {
            self.tell(report)?;
        }
        entrants.iter().try_for_each(|entrant| refuse_itself(entrant, &sandbox))?;
        Ok(sandbox)
    }

    fn tell(&self, report: &LayerReport) -> Result<(), ArenaError> {
        let layer = report.layer;
        let (reason, cure) = match &report.status {
            LayerStatus::Lost { reason } => {
                let place = if self.wrap.is_some() { " inside --wrap" } else { "" };
                let error = format!(
                    "players cannot run isolated{place}: the layer {layer} does not work: {reason}"
                );
                return Err(ArenaError::Usage(error));
            }
            LayerStatus::Missing { reason, cure } => (reason, cure),
            LayerStatus::Active { gaps } => {
                // The gaps of other layers belong to the system; the gap of this one can be closed by using another
                // account.
                let gaps = gaps.iter().filter(|_| layer == Layer::Session);
                gaps.for_each(|gap| warn(gap));
                return Ok(());
            }
        };
        let missing = format!("without the layer {layer}: {reason}; fix: {cure}");
        if self.require.contains(&layer) || (layer == Layer::Wrap && self.wrap.is_some()) {
            return Err(ArenaError::Usage(format!("players would run {missing}")));
        }
        if EXPECTED.contains(&layer) {
            warn(&format!("players run {missing}"));
        }
        Ok(())
    }
}

/// The path of this program at the first call.
///
/// Later calls return the same path: the system may report the file as deleted once a newer one has replaced it.
///
/// # Errors
///
/// If the system does not know the path, or it is not UTF-8.
pub(crate) fn own_program() -> io::Result<&'static str> {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    if let Some(program) = PROGRAM.get() {
        return Ok(program);
    }
    let path = std::env::current_exe()?;
    let Some(text) = path.to_str() else {
        let message = format!("the path {} is not UTF-8", path.display());
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    };
    Ok(PROGRAM.get_or_init(|| text.to_owned()))
}

/// The command line that starts players: this program, which becomes the player.
pub(crate) fn launcher() -> Result<Vec<String>> {
    let program = own_program().context("cannot find this program")?;
    Ok([program, "arena", "jail"].map(str::to_owned).to_vec())
}
