//! The fuse: an empty file that a failing launcher writes to, out of the program's reach.
//!
//! A program may end with any status and print anything, so neither shows that it never ran.

use std::fs::{self, File, OpenOptions};
use std::io::Write;

use crate::launcher_task::{LauncherTask, Stage};

pub(super) struct Fuse(File);

impl Fuse {
    /// The fuse of a stage inside. The watching stage, which reports by itself, needs none.
    pub(super) fn open(task: &LauncherTask) -> Option<Self> {
        let is_inside = task.stage != Stage::Watch;
        let file = || OpenOptions::new().append(true).create(true).open(task.fuse());
        is_inside.then(file)?.ok().map(Self)
    }

    /// Records that this stage failed.
    pub(super) fn blow(mut self) {
        // The only one to tell is standard error, which knows already.
        let _ = self.0.write_all(b"failed");
    }

    /// Whether a stage inside failed.
    pub(super) fn is_blown(task: &LauncherTask) -> bool {
        fs::metadata(task.fuse()).is_ok_and(|file| file.len() > 0)
    }
}
