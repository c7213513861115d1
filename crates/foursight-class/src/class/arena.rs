//! The arena at work for a class.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use foursight_arena::{Arena, Entrant, Notice};

use super::Class;
use super::folders::PROGRAMS;

/// The time between two checks of whether work must end.
const POLL: Duration = Duration::from_millis(200);

impl Class {
    /// Works with the arena, until `stop` is set. All players run in the sandbox of the class.
    pub(super) fn in_arena<T>(&self, stop: &AtomicBool, work: impl FnOnce(&Arena<'_>) -> T) -> T {
        let isolate = |_: &[Entrant], _: &[PathBuf]| Ok(self.equipment.sandbox.clone());
        let tell = |notice: Notice<'_>| {
            if let Notice::Warning(text) = notice {
                tracing::warn!("{text}");
            }
        };
        work(&Arena { judge: &*self.equipment.judge, isolate: &isolate, stop, tell: &tell })
    }

    /// The folder for a version's compiled programs.
    pub(super) fn programs(&self, version: &str) -> PathBuf {
        self.options.folder.join(PROGRAMS).join(version)
    }
}

/// Works until the work is done or, because its flag is set then, `is_over`. A panic ends only this work.
pub(super) fn until<T>(
    is_over: &(dyn Fn() -> bool + Sync),
    work: impl FnOnce(&AtomicBool) -> Result<T, String>,
) -> Result<T, String> {
    let [stop, is_done] = [const { AtomicBool::new(false) }; 2];
    thread::scope(|scope| {
        let watch = || {
            while !is_done.load(Ordering::Relaxed) {
                if is_over() {
                    stop.store(true, Ordering::Relaxed);
                    break;
                }
                thread::park_timeout(POLL);
            }
        };
        let watcher = thread::Builder::new().spawn_scoped(scope, watch);
        let watcher = watcher.map_err(|error| error.to_string())?;
        let done = catch_unwind(AssertUnwindSafe(|| work(&stop)));
        is_done.store(true, Ordering::Relaxed);
        watcher.thread().unpark();
        done.unwrap_or_else(|_| Err("server error; see the server's log".to_owned()))
    })
}
