//! `foursight arena`: programs in any language play each other.

mod check;
mod doctor;
mod grade;
mod match_play;
mod options;
mod progress;
pub(crate) mod results;
mod run;
mod show;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use anyhow::Result;
use clap::{Args, Subcommand};
use foursight_arena::{Arena, Entrant, Notice};
use foursight_engine::OpeningBooks;

use crate::interrupt;
use crate::isolation::IsolationArgs;
use crate::judge::EngineJudge;
use crate::output::warn;
use crate::progress::LateSpinner;

/// Let programs play each other, isolated from the rest of the system: tournaments, ratings, reports, marks.
#[derive(Args, Debug)]
pub(crate) struct ArenaArgs {
    #[command(subcommand)]
    command: ArenaCommand,
}

#[derive(Debug, Subcommand)]
enum ArenaCommand {
    Run(Box<run::RunArgs>),
    Match(Box<match_play::MatchArgs>),
    Check(Box<check::CheckArgs>),
    Grade(Box<grade::GradeArgs>),
    Show(show::ShowArgs),
    Doctor(doctor::DoctorArgs),
}

pub(crate) fn run(args: &ArenaArgs) -> Result<()> {
    match &args.command {
        ArenaCommand::Run(args) => run::run(args),
        ArenaCommand::Match(args) => match_play::run(args),
        ArenaCommand::Check(args) => check::run(args),
        ArenaCommand::Grade(args) => grade::run(args),
        ArenaCommand::Show(args) => show::run(args),
        ArenaCommand::Doctor(args) => doctor::run(args),
    }
}

/// Becomes the launcher of players if the arguments say so: the arena runs `foursight arena jail TASK`, a person never does.
///
/// This bypasses argument parsing, because the launcher runs three times for each start of a player.
pub(crate) fn jail_if_asked() -> Option<ExitCode> {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    match &arguments[..] {
        [arena, jail, task] if arena == "arena" && jail == "jail" => {
            Some(foursight_sandbox::jail(&task.to_string_lossy()))
        }
        _ => None,
    }
}

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
