//! The settings of a tournament, as options of a command and in a `class.toml`.

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use foursight::{AnySize, OpeningRule, duration};
use serde::Deserialize;

use crate::error::Result;
use crate::openings::check;
use crate::{ArenaError, ClockRule, Entrant, OpeningSource, Schedule, TimeLimits, choose};

/// The settings of a tournament. Those that are missing have a default value.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Settings {
    /// The title of the report.
    pub name: Option<String>,
    /// The form of the tournament.
    pub schedule: Option<Form>,
    /// The number of meetings per pairing in a round robin or gauntlet.
    pub cycles: Option<NonZeroUsize>,
    /// The number of rounds in a Swiss tournament.
    pub rounds: Option<NonZeroUsize>,
    /// The number of challengers in a gauntlet: the first players, who meet all others.
    pub challengers: Option<NonZeroUsize>,
    /// The pairs of games per meeting.
    pub pairs: Option<NonZeroUsize>,
    /// The openings.
    #[serde(deserialize_with = "from_text", default)]
    pub openings: Option<OpeningSource>,
    /// The clock of players without one of their own.
    #[serde(deserialize_with = "from_text", default)]
    pub clock: Option<ClockRule>,
    /// The time that a player has to start and give its first answer.
    #[serde(deserialize_with = "duration_from_text", default)]
    pub start_time: Option<Duration>,
    /// The grace period per move for delays of the machine.
    #[serde(deserialize_with = "duration_from_text", default)]
    pub margin: Option<Duration>,
    /// The seed of openings and levels.
    pub seed: Option<u64>,
    /// The number of games played at the same time.
    pub concurrency: Option<NonZeroUsize>,
    /// The number of faults in a row after which a player is benched.
    pub patience: Option<NonZeroUsize>,
    /// The opening rule.
    pub opening_rule: Option<OpeningRule>,
    /// The columns and rows of the board.
    #[serde(deserialize_with = "from_text", default)]
    pub size: Option<AnySize>,
    /// The number of discs in a row that win.
    pub connect: Option<usize>,
    /// The Python interpreter for all players of a class; only a `class.toml` can set it.
    pub python: Option<String>,
}

/// The form of a tournament.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
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
