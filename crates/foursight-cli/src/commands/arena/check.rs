//! `foursight arena check`: a dry run for the author of a bot, or for a whole class.

use anyhow::Result;
use clap::Args;
use foursight_arena::Subject;
use foursight_engine::OpeningBooks;

use super::in_arena;
use super::options::RulesArgs;
use crate::isolation::IsolationArgs;

/// Test a player before a tournament: dialect, start, both sides, a nearly full board, output.
///
/// A class.toml beside the player's file sets the board and clock; without one, the player's dialect decides. Options
/// override both. Exit code 0 means that the player is fit to play, 1 that something is wrong. Each fault comes with a
/// command that reproduces it by hand. After a timeout, the check stops.
///
/// For a class, it prints one line per player; exit code 0 means that all are fit to play.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// The player: its file, folder or zip archive, with an optional DIALECT: prefix, or a command line. Or a class:
    /// a folder of players or its class.toml.
    player: Subject,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    isolation: IsolationArgs,
}

pub(crate) fn run(args: &CheckArgs) -> Result<()> {
    in_arena(&args.isolation, OpeningBooks::embedded(), |arena| {
        Ok(arena.check(&args.player, args.rules.settings(), &mut anstream::stdout())?)
    })
}
