//! The settings of a tournament, as options of a command and in a `class.toml`.

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use clap::{Args, ValueEnum};
use foursight::{AnySize, OpeningRule, duration};
use serde::Deserialize;

use crate::error::Result;
use crate::openings::check;
use crate::{ArenaError, ClockRule, Entrant, OpeningSource, Schedule, TimeLimits, choose};

/// The settings of a tournament, as options of a command and as a table of `class.toml`. Those that are missing have a
/// default value.
#[derive(Args, Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Settings {
    /// Report title.
    #[arg(long, value_name = "TITLE")]
    pub name: Option<String>,
    /// Tournament format: round-robin, gauntlet, swiss or knockout [default: round-robin].
    #[arg(long, value_name = "FORMAT")]
    pub schedule: Option<Form>,
    /// Number of meetings per pairing in a round robin or gauntlet [default: 1].
    #[arg(long, value_name = "N")]
    pub cycles: Option<NonZeroUsize>,
    /// Number of rounds in a Swiss tournament [default: enough for one winner].
    #[arg(long, value_name = "N")]
    pub rounds: Option<NonZeroUsize>,
    /// Number of challengers in a gauntlet: the first N players, who meet all others [default: 1].
    #[arg(long, value_name = "N")]
    pub challengers: Option<NonZeroUsize>,
    /// Pairs of games per meeting; players swap sides within a pair [default: 1, or 10000 with --sprt].
    #[arg(long, value_name = "N")]
    pub pairs: Option<NonZeroUsize>,
    #[allow(missing_docs, reason = "the help text says it")]
    #[arg(long, value_name = "OPENINGS", help = openings_help("balanced:6; none for dialects without openings and with an opening rule"))]
    #[serde(deserialize_with = "from_text", default)]
    pub openings: Option<OpeningSource>,
    /// Each player's clock: 1s (per move), 60s+1s (per game, plus an increment per move), kaggle, theaigames or
    /// codingame; or dialect, which gives each player the clock of its dialect. PLAYER@CLOCK gives that player its own
    /// clock [default: 1s].
    #[arg(long, value_name = "CLOCK")]
    #[serde(deserialize_with = "from_text", default)]
    pub clock: Option<ClockRule>,
    /// Time a player has to start and give its first answer [default: 10s].
    #[arg(long, value_name = "DURATION", value_parser = duration::read)]
    #[serde(deserialize_with = "duration_from_text", default)]
    pub start_time: Option<Duration>,
    /// Grace period per move for machine delays [default: 50ms].
    #[arg(long, value_name = "DURATION", value_parser = duration::read)]
    #[serde(deserialize_with = "duration_from_text", default)]
    pub margin: Option<Duration>,
    /// Seed for random choices of openings and levels; the same seed repeats them [default: 1].
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Number of games to play at the same time [default: half the number of cores].
    #[arg(long, value_name = "N")]
    pub concurrency: Option<NonZeroUsize>,
    /// Bench a player after this many faults in a row [default: 5].
    #[arg(long, value_name = "N")]
    pub patience: Option<NonZeroUsize>,
    /// Opening rule: none; pie: red places one disc, then yellow may swap sides; swap: red places three discs (red,
    /// yellow, red), then yellow may swap.
    #[arg(long, value_name = "RULE")]
    pub opening_rule: Option<OpeningRule>,
    /// Columns x rows, each from 3 to 10 [default: 7x6].
    #[arg(long, value_name = "WxH")]
    #[serde(deserialize_with = "from_text", default)]
    pub size: Option<AnySize>,
    /// Discs in a row needed to win, 3 to 6 [default: 4].
    #[arg(long, value_name = "N")]
    pub connect: Option<usize>,
    /// The Python interpreter for all players of a class; only a `class.toml` can set it.
    #[arg(skip)]
    pub python: Option<String>,
}

/// The form of a tournament.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// Challengers meet all others.
    Gauntlet,
    /// Players with equal points meet.
    Swiss,
    /// The loser is out.
    Knockout,
}

/// The help of an option for openings.
pub fn openings_help(default: &str) -> String {
    format!(
        "Openings: none; random:N (N random moves); balanced:N (N random moves that leave a position that is drawn or \
         hard to win; on boards of more than 30 cells other than 7x6, one that is likely to be); or a file with a move \
         string on each line [default: {default}]"
    )
}

/// Maximum number of times that two players in a knockout replay a tie.
const REPLAYS: usize = 3;

impl Settings {
    /// These settings, with gaps filled from `file`, except those of another schedule.
    pub(crate) fn over(self, file: Self) -> Self {
        let is_same = self.schedule.is_none_or(|form| form == file.schedule.unwrap_or_default());
        let of_schedule = |number: Option<NonZeroUsize>| number.filter(|_| is_same);
        Self {
            name: self.name.or(file.name),
            schedule: self.schedule.or(file.schedule),
            cycles: self.cycles.or(of_schedule(file.cycles)),
            rounds: self.rounds.or(of_schedule(file.rounds)),
            challengers: self.challengers.or(of_schedule(file.challengers)),
            pairs: self.pairs.or(file.pairs),
            openings: self.openings.or(file.openings),
            clock: self.clock.or(file.clock),
            start_time: self.start_time.or(file.start_time),
            margin: self.margin.or(file.margin),
            seed: self.seed.or(file.seed),
            concurrency: self.concurrency.or(file.concurrency),
            patience: self.patience.or(file.patience),
            opening_rule: self.opening_rule.or(file.opening_rule),
            size: self.size.or(file.size),
            connect: self.connect.or(file.connect),
            python: None,
        }
    }

    /// The settings of a file in `folder`; its paths are relative to that folder.
    #[must_use]
    pub(crate) fn in_folder(self, folder: &Path) -> Self {
        Self { openings: self.openings.map(|source| source.in_folder(folder)), ..self }
    }

    /// The file of openings, so that it is not taken for a player.
    pub(crate) fn openings_file(&self) -> Option<&Path> {
        match &self.openings {
            Some(OpeningSource::File(path)) => Some(Path::new(path)),
            _ => None,
        }
    }

    /// The schedule for this many players.
    ///
    /// # Errors
    ///
    /// If a setting belongs to another schedule, or there are too few players for the challengers.
    pub(crate) fn schedule(&self, n_players: usize) -> Result<Schedule> {
        let form = self.schedule.unwrap_or_default();
        let ignored = [
            (
                "cycles",
                self.cycles,
                &[Form::RoundRobin, Form::Gauntlet][..],
                "a round robin or gauntlet",
            ),
            ("rounds", self.rounds, &[Form::Swiss], "a Swiss tournament"),
            ("challengers", self.challengers, &[Form::Gauntlet], "a gauntlet"),
        ];
        for (name, number, forms, of) in ignored {
            if number.is_some() && !forms.contains(&form) {
                let message =
                    format!("{name} is for {of}; leave it out, or choose another schedule");
                return Err(ArenaError::Usage(message));
            }
        }
        let or_one = |number: Option<NonZeroUsize>| number.map_or(1, NonZeroUsize::get);
        let (cycles, challengers) = (or_one(self.cycles), or_one(self.challengers));
        if challengers >= n_players {
            let most = n_players - 1;
            let message = format!(
                "challengers: of {n_players} players, at most {most} can challenge the others"
            );
            return Err(ArenaError::Usage(message));
        }
        Ok(match form {
            Form::RoundRobin => Schedule::RoundRobin { cycles },
            Form::Gauntlet => Schedule::Gauntlet { challengers, cycles },
            Form::Swiss => {
                let enough = n_players.next_power_of_two().trailing_zeros() as usize;
                Schedule::Swiss { rounds: self.rounds.map_or(enough, NonZeroUsize::get) }
            }
            Form::Knockout => Schedule::Knockout { replays: REPLAYS },
        })
    }

    pub(crate) fn n_pairs(&self) -> usize {
        self.pairs.map_or(1, NonZeroUsize::get)
    }

    pub(crate) fn clock(&self) -> ClockRule {
        self.clock.unwrap_or_default()
    }

    pub(crate) fn limits(&self) -> TimeLimits {
        let limits = TimeLimits::default();
        TimeLimits {
            start: self.start_time.unwrap_or(limits.start),
            margin: self.margin.unwrap_or(limits.margin),
            ..limits
        }
    }

    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    pub(crate) fn patience(&self) -> usize {
        self.patience.map_or(5, NonZeroUsize::get)
    }

    pub(crate) fn size(&self) -> Result<AnySize> {
        let size = self.size.unwrap_or_default();
        let size = size.with_connect(self.connect.unwrap_or(4));
        size.map_err(|error| ArenaError::Usage(error.to_string()))
    }

    pub(crate) fn opening_rule(&self) -> OpeningRule {
        self.opening_rule.unwrap_or_default()
    }

    /// Rejects openings of games that the players open by a rule.
    pub(crate) fn check_openings(&self) -> Result<()> {
        check(self.openings.as_ref(), self.opening_rule())
    }

    /// The source of openings for these players.
    pub(crate) fn openings(&self, contestants: &[Entrant]) -> Result<OpeningSource> {
        let usual = OpeningSource::Balanced(6);
        choose(self.openings.as_ref(), usual, contestants, self.opening_rule())
    }
}

/// Reads a value as the command line does.
pub(crate) fn from_text<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
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
