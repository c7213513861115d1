//! The means by which the arena works; with them, it compiles players from source code before the first game.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use foursight::AnySize;
use foursight_sandbox::Sandbox;

use crate::error::Result;
use crate::{ArenaError, Build, Builder, Clock, Contestant, Entrant, Judge};

/// Makes the sandbox in which these players can read neither these folders nor one another.
pub type Isolate<'a> = dyn Fn(&[Entrant], &[PathBuf]) -> Result<Sandbox> + 'a;

/// The means by which the arena works: an engine, a jail, and somebody who is told about it.
#[derive(Clone, Copy)]
pub struct Arena<'a> {
    /// The engine.
    pub judge: &'a dyn Judge,
    /// Makes the sandboxes of players.
    pub isolate: &'a Isolate<'a>,
    /// When set, no further work starts.
    pub stop: &'a AtomicBool,
    /// Receives warnings and progress.
    pub tell: &'a (dyn Fn(Notice<'_>) + Sync),
}

/// A message for the people who watch the arena work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice<'a> {
    /// A doubt about the request or the machine.
    Warning(&'a str),
    /// The current work, which takes a while.
    Progress(&'a str),
    /// This work is done.
    Done,
}

impl Arena<'_> {
    pub(crate) fn warn(&self, text: &str) {
        (self.tell)(Notice::Warning(text));
    }

    pub(crate) fn progress(&self, text: &str) {
        (self.tell)(Notice::Progress(text));
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// An error once the work was stopped.
    pub(crate) fn check_stop(&self) -> Result<()> {
        if self.is_stopped() { Err(ArenaError::Interrupted) } else { Ok(()) }
    }
}

impl Arena<'_> {
    /// Compiles the players that are source code, isolated as in a game, and keeps the programs in `folder`. Returns the
    /// outcome for each, `None` for other players and those whose files are gone.
    ///
    /// Call this after [`confine`](crate::confine), which decides what compilers may read.
    ///
    /// # Errors
    ///
    /// If this machine cannot compile them, or the work was stopped.
    pub fn compile(
        &self,
        entrants: &mut [Entrant],
        sandbox: &Sandbox,
        folder: &Path,
    ) -> Result<Vec<Option<Build>>> {
        // The path must be absolute, because players run in other folders.
        let folder = std::path::absolute(folder)?;
        let mut builder = Builder::new(sandbox, folder, self.stop);
        let builds = entrants.iter_mut().map(|entrant| self.compile_one(entrant, &mut builder));
        let builds = builds.collect::<Result<_>>();
        (self.tell)(Notice::Done);
        if builds.is_ok() {
            builder.remove_unused();
        }
        builds
    }

    /// Compiles one player, if necessary; returns the sandbox in which it plays, too.
    pub(crate) fn prepare(
        &self,
        entrant: &mut Entrant,
        programs: &Path,
    ) -> Result<(Sandbox, Option<Build>)> {
        let one = std::slice::from_mut(entrant);
        let sandbox = (self.isolate)(one, &[])?;
        let build = self.compile(one, &sandbox, programs)?.pop().flatten();
        Ok((sandbox, build))
    }

    /// The player that is alone in a folder, under this name and with this clock, for one game. Compiled programs are
    /// kept in the folder `programs`.
    ///
    /// # Errors
    ///
    /// If this machine cannot start it.
    pub fn handed_in(
        &self,
        folder: &Path,
        name: &str,
        (size, clock): (AnySize, Clock),
        programs: &Path,
    ) -> Result<Contestant> {
        let entrant = Entrant::in_own_folder(folder).map_err(ArenaError::Failed)?;
        let mut entrant = entrant.renamed(name).with_clock(clock).map_err(ArenaError::Failed)?;
        self.prepare(&mut entrant, programs)?;
        Ok(entrant.contestant(self.judge, size, 0))
    }

    fn compile_one(
        &self,
        entrant: &mut Entrant,
        builder: &mut Builder<'_>,
    ) -> Result<Option<Build>> {
        // A player whose file is already gone does not play any more.
        if !entrant.is_source() || entrant.missing_file().is_some() {
            return Ok(None);
        }
        let name = entrant.name().to_owned();
        let fingerprint = entrant.fingerprint();
        let fingerprint = fingerprint.map_err(ArenaError::file(format!("the files of {name}")))?;
        let Some(program) = entrant.program_mut() else { return Ok(None) };
        let mut progress = || self.progress(&format!("compiling {name}"));
        match builder.build(program, &fingerprint, &mut progress) {
            Err(error) if error.kind() == ErrorKind::Interrupted => Err(ArenaError::Interrupted),
            build => build.map_err(ArenaError::file(format!("compiling {name}"))),
        }
    }
}
