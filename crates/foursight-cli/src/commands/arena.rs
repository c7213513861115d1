//! `foursight arena`: programs in any language play each other.

mod check;
mod class;
mod doctor;
mod grades;
pub(crate) mod isolation;
pub(crate) mod jail;
mod live;
mod openings;
mod options;
mod replay;
mod results;
mod run;
mod show;

use anyhow::{Context, Result};
use clap::{Args, Subcommand};

use crate::own_program::own_program;

/// Let programs play each other, isolated from the rest of the system: tournaments, ratings, reports.
#[derive(Args, Debug)]
pub(crate) struct ArenaArgs {
    #[command(subcommand)]
    command: ArenaCommand,
}

#[derive(Debug, Subcommand)]
enum ArenaCommand {
    Run(Box<run::RunArgs>),
    Check(check::CheckArgs),
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

/// The command line that starts players: this program, which becomes the player.
fn launcher() -> Result<Vec<String>> {
    let program = own_program().context("cannot find this program")?;
    Ok([program, "arena", "jail"].map(str::to_owned).to_vec())
}
