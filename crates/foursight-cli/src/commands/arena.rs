//! `foursight arena`: programs in any language play each other.

mod again;
mod check;
mod class;
mod doctor;
mod grades;
pub(crate) mod jail;
mod live;
mod openings;
mod options;
mod planning;
pub(crate) mod ponder;
mod replay;
pub(crate) mod results;
mod run;
mod show;
mod solvers;

use anyhow::Result;
use clap::{Args, Subcommand};

/// Let programs play each other, isolated from the rest of the system: tournaments, ratings, reports.
#[derive(Args, Debug)]
pub(crate) struct ArenaArgs {
    #[command(subcommand)]
    command: ArenaCommand,
}

#[derive(Debug, Subcommand)]
enum ArenaCommand {
    Run(Box<run::RunArgs>),
    Check(Box<check::CheckArgs>),
    Show(show::ShowArgs),
    Replay(replay::ReplayArgs),
    Doctor(doctor::DoctorArgs),
}

pub(crate) fn run(args: &ArenaArgs) -> Result<()> {
    match &args.command {
        ArenaCommand::Run(args) => run::run(args),
        ArenaCommand::Check(args) => check::run(args),
        ArenaCommand::Show(args) => show::run(args),
        ArenaCommand::Replay(args) => replay::run(args),
        ArenaCommand::Doctor(args) => doctor::run(args),
    }
}
