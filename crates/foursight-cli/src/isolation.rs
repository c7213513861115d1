//! Isolation options, and the sandbox that they configure.

use std::path::{Path, PathBuf};
use std::{io, process, thread};

use anyhow::Result;
use clap::Args;
use foursight_sandbox::{Layer, LayerReport, LayerStatus, Sandbox, SandboxOptions};

use crate::args::whole;
use crate::contestant::{ContestantArg, exposure, private};
use crate::failure::UsageError;
use crate::output::{printable, warn};
use crate::own_program::launcher;

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
    /// Folder that no player may read: the folder of the class whose server started this. The program ends with the
    /// server, which holds the other end of standard input.
    #[arg(long, value_name = "FOLDER", hide = true)]
    private: Vec<PathBuf>,
}

/// The layers whose absence deserves a warning. The others need something that most systems lack.
const EXPECTED: [Layer; 5] =
    [Layer::Session, Layer::Limits, Layer::Landlock, Layer::Seccomp, Layer::Namespaces];

/// Rejects a player that is this program, which does not exist in the sandbox.
fn refuse_itself(contestant: &ContestantArg, sandbox: &Sandbox) -> Result<()> {
    match contestant.program_file().filter(|file| sandbox.hides(file)) {
        Some(file) => Err(UsageError(printable(&format!(
            "player {contestant}: {} is foursight itself, and cannot run isolated; foursight's own players are \
             random, level:N with N from 0 to 10, and perfect",
            file.display()
        )))
        .into()),
        None => Ok(()),
    }
}

impl IsolationArgs {
    /// Makes this program end with the server that started it, if one did.
    pub(crate) fn follow_server(&self) {
        if !self.private.is_empty() {
            // The server never writes to this input, which closes when the server ends, for whatever reason.
            let wait = || {
                let _ = io::copy(&mut io::stdin(), &mut io::sink());
                process::exit(1);
            };
            // Without a thread, this program still ends by itself, but later.
            let _ = thread::Builder::new().name("server".to_owned()).spawn(wait);
        }
    }

    /// The sandbox for these players, which cannot read their tournament's folder `out`; warns about missing layers.
    ///
    /// Built-in players need no isolation.
    pub(crate) fn sandbox<'a>(
        &self,
        contestants: impl IntoIterator<Item = &'a ContestantArg> + Clone,
        out: Option<&Path>,
    ) -> Result<Sandbox> {
        // Built-in players end with their input, and so with the referee.
        if self.require.is_empty()
            && contestants.clone().into_iter().all(ContestantArg::is_built_in)
        {
            return Ok(Sandbox::bare());
        }
        if self.trust {
            return Ok(Sandbox::trusting(launcher()?));
        }
        for (player, folder) in contestants.clone().into_iter().flat_map(ContestantArg::hidden) {
            warn(&printable(&format!(
                "{player} may not read {}, which contains another player or the tournament; give each player a folder \
                 of its own (they can share one called lib)",
                folder.display()
            )));
        }
        if let Some(reason) = exposure(contestants.clone(), out) {
            return Err(UsageError(printable(&reason)).into());
        }
        let sandbox = self.sandbox_for(private(contestants.clone(), out))?;
        contestants.into_iter().try_for_each(|contestant| refuse_itself(contestant, &sandbox))?;
        Ok(sandbox)
    }

    /// The sandbox in which a program can read only its own part of what is `private`; warns about missing layers.
    pub(crate) fn sandbox_for(&self, mut private: Vec<PathBuf>) -> Result<Sandbox> {
        if self.trust {
            return Ok(Sandbox::trusting(launcher()?));
        }
        private.extend_from_slice(&self.private);
        let (memory_bytes, wrap) = (self.memory_mib << 20, self.wrap.clone());
        let options = SandboxOptions { memory_bytes, wrap, private, ..SandboxOptions::default() };
        let (sandbox, reports) = Sandbox::probe(launcher()?, options);
        for report in &reports {
            self.tell(report)?;
        }
        Ok(sandbox)
    }

    fn tell(&self, report: &LayerReport) -> Result<()> {
        let layer = report.layer;
        let (reason, cure) = match &report.status {
            LayerStatus::Lost { reason } => {
                let place = if self.wrap.is_some() { " inside --wrap" } else { "" };
                let error = format!(
                    "players cannot run isolated{place}: the layer {layer} does not work: {reason}"
                );
                return Err(UsageError(error).into());
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
            return Err(UsageError(format!("players would run {missing}")).into());
        }
        if EXPECTED.contains(&layer) {
            warn(&format!("players run {missing}"));
        }
        Ok(())
    }
}
