//! Lets the arena work for a command, with this program's engine and jail, and shows what it tells.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use anyhow::Result;
use foursight_arena::{Arena, Entrant, Notice};
use foursight_engine::OpeningBooks;

use crate::interrupt;
use crate::isolation::IsolationArgs;
use crate::judge::EngineJudge;
use crate::output::warn;
use crate::progress::LateSpinner;

/// Works with the arena until Ctrl-C.
pub(super) fn in_arena<T>(
    isolation: &IsolationArgs,
    books: OpeningBooks,
    work: impl FnOnce(&Arena<'_>) -> Result<T>,
) -> Result<T> {
    let judge = EngineJudge::new(books);
    let spinner: Mutex<Option<LateSpinner>> = Mutex::default();
    let tell = |notice: Notice<'_>| {
        let mut spinner = spinner.lock().unwrap_or_else(PoisonError::into_inner);
        match (notice, &mut *spinner) {
            (Notice::Warning(text), Some(spinner)) => spinner.suspend(|| warn(text)),
            (Notice::Warning(text), None) => warn(text),
            (Notice::Progress(text), spinner) => {
                spinner.get_or_insert_with(LateSpinner::new).say(|| text.to_owned());
            }
            (Notice::Done, spinner) => *spinner = None,
        }
    };
    let isolate = |entrants: &[Entrant], private: &[PathBuf]| isolation.sandbox(entrants, private);
    let stop = interrupt::flag();
    work(&Arena { judge: &judge, isolate: &isolate, stop, tell: &tell })
}
