//! Tournament settings on the command line.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Args;
use clap::builder::TypedValueParser;
use foursight::{AnySize, OpeningRule, duration};
use foursight_arena::{ClockRule, Form, OpeningSource, Settings};

use crate::args::{named, opening_rule};

/// The help of `--openings`.
pub(super) fn openings_help(default: &str) -> String {
    format!(
        "Openings: none; random:N (N random moves); balanced:N (N random moves that leave a position that is drawn or \
         hard to win; on boards of more than 30 cells other than 7x6, one that is likely to be); or a file with a move \
         string on each line [default: {default}]"
    )
}

/// Tournament settings; the command line overrides the file.
#[derive(Args, Clone, Debug)]
pub(super) struct SettingsArgs {
    /// Report title.
    #[arg(long, value_name = "TITLE")]
    name: Option<String>,
    /// Tournament format: round-robin, gauntlet, swiss or knockout [default: round-robin].
    #[arg(long, value_name = "FORMAT", value_parser = form())]
    schedule: Option<Form>,
    /// Number of meetings per pairing in a round robin or gauntlet [default: 1].
    #[arg(long, value_name = "N")]
    cycles: Option<NonZeroUsize>,
    /// Number of rounds in a Swiss tournament [default: enough for one winner].
    #[arg(long, value_name = "N")]
    rounds: Option<NonZeroUsize>,
    /// Number of challengers in a gauntlet: the first N players, who meet all others [default: 1].
    #[arg(long, value_name = "N")]
    challengers: Option<NonZeroUsize>,
    /// Pairs of games per meeting; players swap sides within a pair [default: 1, or 10000 with --sprt].
    #[arg(long, value_name = "N")]
    pairs: Option<NonZeroUsize>,
    #[arg(long, value_name = "OPENINGS", help = openings_help("balanced:6; none for dialects without openings and with an opening rule"))]
    openings: Option<OpeningSource>,
    /// Seed for random choices of openings and levels; the same seed repeats them [default: 1].
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Number of games to play at the same time [default: half the number of cores].
    #[arg(long, value_name = "N")]
    concurrency: Option<NonZeroUsize>,
    /// Bench a player after this many faults in a row [default: 5].
    #[arg(long, value_name = "N")]
    patience: Option<NonZeroUsize>,
    #[command(flatten)]
    rules: RulesArgs,
}

/// The rules of games, unless a `class.toml` sets them.
#[derive(Args, Clone, Debug)]
pub(super) struct RulesArgs {
    /// Each player's clock: 1s (per move), 60s+1s (per game, plus an increment per move), kaggle, theaigames or
    /// codingame; or dialect, which gives each player the clock of its dialect. PLAYER@CLOCK gives that player its own
    /// clock [default: from the class.toml, or 1s; in a check without one, dialect].
    #[arg(long, value_name = "CLOCK")]
    clock: Option<ClockRule>,
    /// Time a player has to start and give its first answer [default: 10s].
    #[arg(long, value_name = "DURATION", value_parser = duration::read)]
    start_time: Option<Duration>,
    /// Grace period per move for machine delays [default: 50ms].
    #[arg(long, value_name = "DURATION", value_parser = duration::read)]
    margin: Option<Duration>,
    /// Opening rule: none; pie: red places one disc, then yellow may swap sides; swap: red places three discs (red,
    /// yellow, red), then yellow may swap.
    #[arg(long, value_name = "RULE", value_parser = opening_rule())]
    opening_rule: Option<OpeningRule>,
    /// Columns x rows, each from 3 to 10 [default: from the class.toml, or 7x6; in a check of a codingame player, 9x7].
    #[arg(long, value_name = "WxH")]
    size: Option<AnySize>,
    /// Discs in a row needed to win, 3 to 6 [default: 4].
    #[arg(long, value_name = "N")]
    connect: Option<usize>,
}

impl RulesArgs {
    /// The settings that were given.
    pub(super) fn settings(&self) -> Settings {
        let Self { clock, start_time, margin, opening_rule, size, connect } = *self;
        Settings { clock, start_time, margin, opening_rule, size, connect, ..Settings::default() }
    }
}

/// Reads the form of a tournament.
fn form() -> impl TypedValueParser<Value = Form> {
    named([
        (Form::RoundRobin, "round-robin", ""),
        (Form::Gauntlet, "gauntlet", ""),
        (Form::Swiss, "swiss", ""),
        (Form::Knockout, "knockout", ""),
    ])
}

impl SettingsArgs {
    /// The settings that were given.
    pub(super) fn settings(&self) -> Settings {
        let given = self.clone();
        Settings {
            name: given.name,
            schedule: given.schedule,
            cycles: given.cycles,
            rounds: given.rounds,
            challengers: given.challengers,
            pairs: given.pairs,
            openings: given.openings,
            seed: given.seed,
            concurrency: given.concurrency,
            patience: given.patience,
            ..given.rules.settings()
        }
    }
}
