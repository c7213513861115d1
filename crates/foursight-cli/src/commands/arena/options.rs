//! The settings of a tournament, from the command line and from a `class.toml`.

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use foursight::{AnySize, duration};
use foursight_arena::{Clock, Schedule, TimeLimits};
use serde::Deserialize;

use super::openings::OpeningSource;
use crate::args::TOURNAMENT_SEED;
use crate::entrant::Entrant;
use crate::failure::UsageError;

/// The settings of a tournament; those of the command line go before those of the file.
#[derive(Args, Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Settings {
    /// A title for the report.
    #[arg(long, value_name = "TITLE")]
    pub(super) name: Option<String>,
    /// round-robin, gauntlet, swiss or knockout [default: round-robin].
    #[arg(long, value_name = "FORM")]
    schedule: Option<Form>,
    /// How often everybody meets in a round robin or gauntlet [default: 1].
    #[arg(long, value_name = "N")]
    cycles: Option<NonZeroUsize>,
    /// How many rounds a Swiss has [default: enough for one winner].
    #[arg(long, value_name = "N")]
    rounds: Option<NonZeroUsize>,
    /// How many of the first players of a gauntlet meet all others [default: 1].
    #[arg(long, value_name = "N")]
    challengers: Option<NonZeroUsize>,
    /// How many pairs of games two players play when they meet, with sides swapped in each [default: 1;
    /// with --sprt 10000].
    #[arg(long, value_name = "N")]
    pub(super) pairs: Option<NonZeroUsize>,
    /// none, random:N, balanced:N (N random moves; balanced: drawn, or hard to win for who moves first),
    /// or a file with a move string on each line [default: balanced:6, on other
    /// boards than 7x6 random:6; none for dialects without openings].
    #[arg(long, value_name = "OPENINGS")]
    openings: Option<OpeningSource>,
    /// The time of a player: 1s a move, 60s+1s for the game and on each move, kaggle, theaigames or codingame
    /// [default: 1s].
    #[arg(long, value_name = "CLOCK")]
    #[serde(deserialize_with = "from_text", default)]
    clock: Option<Clock>,
    /// The time from the start of a player to its first answer [default: 10s].
    #[arg(long, value_name = "DURATION", value_parser = duration::read)]
    #[serde(deserialize_with = "duration_from_text", default)]
    start_time: Option<Duration>,
    /// Extra time on each move, for the noise of the machine [default: 50ms].
    #[arg(long, value_name = "DURATION", value_parser = duration::read)]
    #[serde(deserialize_with = "duration_from_text", default)]
    margin: Option<Duration>,
    #[arg(long, value_name = "N", help = TOURNAMENT_SEED)]
    seed: Option<u64>,
    /// How many games are played at the same time [default: half of the cores].
    #[arg(long, value_name = "N")]
    pub(super) concurrency: Option<NonZeroUsize>,
    /// After how many faults in a row a player is benched [default: 5].
    #[arg(long, value_name = "N")]
    patience: Option<NonZeroUsize>,
    /// The second player may take over the first disc instead of moving.
    #[arg(long)]
    #[serde(default)]
    pub(super) steal: bool,
    /// Columns x rows, each from 3 to 10 [default: 7x6].
    #[arg(long, value_name = "WxH")]
    #[serde(deserialize_with = "from_text", default)]
    size: Option<AnySize>,
    /// How many discs in a row win, from 3 to 6 [default: 4].
    #[arg(long, value_name = "N")]
    connect: Option<usize>,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
enum Form {
    RoundRobin,
    Gauntlet,
    Swiss,
    Knockout,
}

/// How often players who have scored the same in a knockout play again.
const REPLAYS: usize = 3;

impl Settings {
    /// These settings, and where they say nothing those of `file`.
    pub(super) fn over(self, file: Self) -> Self {
        Self {
            name: self.name.or(file.name),
            schedule: self.schedule.or(file.schedule),
            cycles: self.cycles.or(file.cycles),
            rounds: self.rounds.or(file.rounds),
            challengers: self.challengers.or(file.challengers),
            pairs: self.pairs.or(file.pairs),
            openings: self.openings.or(file.openings),
            clock: self.clock.or(file.clock),
            start_time: self.start_time.or(file.start_time),
            margin: self.margin.or(file.margin),
            seed: self.seed.or(file.seed),
            concurrency: self.concurrency.or(file.concurrency),
            patience: self.patience.or(file.patience),
            steal: self.steal || file.steal,
            size: self.size.or(file.size),
            connect: self.connect.or(file.connect),
        }
    }

    /// The settings of a file in `folder`, whose paths begin there.
    #[must_use]
    pub(super) fn in_folder(self, folder: &Path) -> Self {
        Self { openings: self.openings.map(|source| source.in_folder(folder)), ..self }
    }

    /// The form of a tournament of so many players.
    pub(super) fn schedule(&self, n_players: usize) -> Schedule {
        let or_one = |number: Option<NonZeroUsize>| number.map_or(1, NonZeroUsize::get);
        let cycles = or_one(self.cycles);
        match self.schedule.unwrap_or(Form::RoundRobin) {
            Form::RoundRobin => Schedule::RoundRobin { cycles },
            Form::Gauntlet => Schedule::Gauntlet { challengers: or_one(self.challengers), cycles },
            Form::Swiss => {
                let enough = n_players.next_power_of_two().trailing_zeros() as usize;
                Schedule::Swiss { rounds: self.rounds.map_or(enough, NonZeroUsize::get) }
            }
            Form::Knockout => Schedule::Knockout { replays: REPLAYS },
        }
    }

    pub(super) fn n_pairs(&self) -> usize {
        self.pairs.map_or(1, NonZeroUsize::get)
    }

    pub(super) fn clock(&self) -> Clock {
        self.clock.unwrap_or_default()
    }

    pub(super) fn limits(&self) -> TimeLimits {
        let limits = TimeLimits::default();
        TimeLimits {
            start: self.start_time.unwrap_or(limits.start),
            margin: self.margin.unwrap_or(limits.margin),
            ..limits
        }
    }

    pub(super) fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    pub(super) fn patience(&self) -> usize {
        self.patience.map_or(5, NonZeroUsize::get)
    }

    pub(super) fn size(&self) -> Result<AnySize> {
        let size = self.size.unwrap_or_default();
        let size = size.with_connect(self.connect.unwrap_or(4));
        size.map_err(|error| UsageError(error.to_string()).into())
    }

    /// Where openings come from, for these players.
    pub(super) fn openings(&self, entrants: &[Entrant]) -> Result<OpeningSource> {
        let deaf = entrants
            .iter()
            .find(|entrant| entrant.dialect().is_some_and(|dialect| !dialect.takes_openings()));
        match (&self.openings, deaf) {
            // Where no book helps, what is balanced takes too long to find out.
            (None, None) if !self.steal && self.size()? == AnySize::default() => {
                Ok(OpeningSource::Balanced(6))
            }
            (None, None) if !self.steal => Ok(OpeningSource::Random(6)),
            (
                Some(
                    OpeningSource::Random(_) | OpeningSource::Balanced(_) | OpeningSource::File(_),
                ),
                _,
            ) if self.steal => {
                Err(UsageError("--steal: only an empty board has a first disc to take".to_owned())
                    .into())
            }
            (None | Some(OpeningSource::None), _) => Ok(OpeningSource::None),
            (Some(_), Some(player)) => Err(UsageError(format!(
                "--openings: {player} speaks a dialect that cannot be told an opening; use none"
            ))
            .into()),
            (Some(openings), None) => Ok(openings.clone()),
        }
    }
}

/// Reads what the command line would read.
fn from_text<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: std::str::FromStr<Err: std::fmt::Display>,
{
    let text = String::deserialize(deserializer)?;
    text.parse().map(Some).map_err(serde::de::Error::custom)
}

/// Reads a duration such as `10s`.
fn duration_from_text<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Duration>, D::Error> {
    match toml::Value::deserialize(deserializer)? {
        toml::Value::String(text) => {
            duration::read(&text).map(Some).map_err(serde::de::Error::custom)
        }
        other => {
            let message =
                format!("expected a duration such as \"10s\", not the {}", other.type_str());
            Err(serde::de::Error::custom(message))
        }
    }
}
