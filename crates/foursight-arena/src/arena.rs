//! The means by which the arena works.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use foursight_sandbox::Sandbox;

use crate::error::Result;
use crate::{ArenaError, Entrant, Judge};

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
