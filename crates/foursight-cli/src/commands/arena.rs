//! `foursight arena`: programs in any language play each other.

mod check;
mod doctor;
mod front;
mod grade;
mod match_play;
mod progress;
pub(crate) mod results;
mod run;
mod show;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};

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
