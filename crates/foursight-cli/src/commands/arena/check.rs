//! `foursight arena check`: a dry run for the author of a bot, or for a whole class.

use std::time::Duration;

use anyhow::Result;
use clap::Args;
use foursight::{AnySize, OpeningRule, duration};
use foursight_arena::{ClockRule, Settings, Subject};
use foursight_engine::OpeningBooks;

use super::in_arena;
use crate::args::opening_rule;
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
    /// Clock: 1s (per move), 60s+1s (per game, plus an increment per move), kaggle, theaigames, codingame or dialect
    /// [default: from the class.toml or the dialect, or 1s].
    #[arg(long, value_name = "CLOCK")]
    clock: Option<ClockRule>,
    /// Columns x rows, each from 3 to 10 [default: from the class.toml, 9x7 for codingame, or 7x6].
    #[arg(long, value_name = "WxH")]
    size: Option<AnySize>,
    /// Discs in a row needed to win, 3 to 6 [default: 4].
    #[arg(long, value_name = "N")]
    connect: Option<usize>,
    /// Opening rule [default: from the class.toml, or none].
    #[arg(long, value_name = "RULE", value_parser = opening_rule())]
    opening_rule: Option<OpeningRule>,
    /// Time the player has to start and give its first answer [default: 10s].
    #[arg(long, value_name = "DURATION", value_parser = duration::read)]
    start_time: Option<Duration>,
    /// Grace period per move for machine delays [default: 50ms].
    #[arg(long, value_name = "DURATION", value_parser = duration::read)]
    margin: Option<Duration>,
    #[command(flatten)]
    isolation: IsolationArgs,
}

pub(crate) fn run(args: &CheckArgs) -> Result<()> {
    let settings = Settings {
        clock: args.clock,
        size: args.size,
        connect: args.connect,
        opening_rule: args.opening_rule,
        start_time: args.start_time,
        margin: args.margin,
        ..Settings::default()
    };
    in_arena(&args.isolation, OpeningBooks::embedded(), |arena| {
        Ok(arena.check(&args.player, settings, &mut anstream::stdout())?)
    })
}
