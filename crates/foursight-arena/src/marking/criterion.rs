//! A criterion of a rubric: what is measured, and for how many points.

use foursight::counted;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

use super::rubric::Kind;
use crate::board_class::CaseGroup;
use crate::entrant::PERFECT;

/// A criterion.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Criterion {
    pub(crate) check: Check,
    pub(crate) points: f64,
    pub(crate) title: String,
    /// Whether partial success earns partial points.
    pub(crate) partial: bool,
}

/// The measurement of a criterion.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Check {
    /// `arena check` finds no fault.
    Valid,
    /// Completes a line whenever it can.
    Wins { at_most: usize },
    /// Blocks whenever the opponent could win at once.
    Blocks { at_most: usize },
    /// Wins games against a level.
    Beats { level: usize, wins: usize, games: usize },
    /// Plays moves that keep the result, by the exact scores.
    KeepsResult { at_least: f64 },
    /// Plays the last games without a fault.
    NoFaults { games: usize },
    /// A group of the cases of a board class.
    Cases(CaseGroup),
}

/// A criterion as written in a rubric.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct CriterionEntry {
    check: String,
    #[serde(deserialize_with = "number")]
    points: f64,
    title: Option<String>,
    partial: Option<bool>,
    #[serde(default, deserialize_with = "whole")]
    at_most: Option<usize>,
    #[serde(default, deserialize_with = "optional_number")]
    at_least: Option<f64>,
    #[serde(default, deserialize_with = "whole")]
    level: Option<usize>,
    #[serde(default, deserialize_with = "whole")]
    wins: Option<usize>,
    #[serde(default, deserialize_with = "whole")]
    games: Option<usize>,
}

/// The maximum number of games that a criterion may require: grading one takes less than a minute.
const MAX_GAMES: usize = 100;

const BOT_CHECKS: [&str; 6] = ["valid", "wins", "blocks", "beats", "keeps-result", "no-faults"];

impl Kind {
    /// The names of the available checks.
    fn checks(self) -> Vec<String> {
        match self {
            Self::Bot => BOT_CHECKS.map(str::to_owned).to_vec(),
            Self::Board => CaseGroup::ALL.iter().map(ToString::to_string).collect(),
        }
    }
}

impl CriterionEntry {
    /// The criterion; the error says what is wrong and what would be right.
    pub(crate) fn criterion(self, kind: Kind) -> Result<Criterion, String> {
        let of_check = |message: String| format!("({}): {message}", self.check);
        if !self.points.is_finite() || self.points < 0.0 {
            return Err(of_check("points must be 0 or more".to_owned()));
        }
        let check = self.checked(kind).map_err(of_check)?;
        self.refuse_others(&check).map_err(of_check)?;
        let can_share =
            matches!(check, Check::Beats { .. } | Check::KeepsResult { .. } | Check::Cases(_));
        if self.partial == Some(true) && !can_share {
            return Err(of_check("it does not give partial points; remove partial".to_owned()));
        }
        let partial = self.partial.unwrap_or(matches!(check, Check::Cases(_)));
        let title = self.title.unwrap_or_else(|| check.title());
        Ok(Criterion { check, points: self.points, title, partial })
    }

    fn checked(&self, kind: Kind) -> Result<Check, String> {
        let games = self.games;
        if games.is_some_and(|games| games > MAX_GAMES) {
            return Err(format!("games must be at most {MAX_GAMES}"));
        }
        Ok(match (kind, &*self.check) {
            (Kind::Bot, "valid") => Check::Valid,
            (Kind::Bot, "wins") => Check::Wins { at_most: self.at_most.unwrap_or(0) },
            (Kind::Bot, "blocks") => Check::Blocks { at_most: self.at_most.unwrap_or(0) },
            (Kind::Bot, "beats") => self.beats()?,
            (Kind::Bot, "keeps-result") => {
                let at_least =
                    self.at_least.ok_or("it needs at-least, a percentage of moves such as 80")?;
                if !(0.0..=100.0).contains(&at_least) {
                    return Err("at-least must be a percentage from 0 to 100".to_owned());
                }
                Check::KeepsResult { at_least }
            }
            (Kind::Bot, "no-faults") => match games.unwrap_or(20) {
                0 => return Err("games must be 1 or more".to_owned()),
                games => Check::NoFaults { games },
            },
            (Kind::Board, name) => {
                name.parse().map(Check::Cases).map_err(|_| unknown(name, kind))?
            }
            (Kind::Bot, name) => return Err(unknown(name, kind)),
        })
    }

    fn beats(&self) -> Result<Check, String> {
        let level = self.level.ok_or("it needs level, from 0 to 10")?;
        if level > usize::from(PERFECT) {
            return Err(format!("there is no level {level}; levels range from 0 to 10"));
        }
        let games = self.games.ok_or("it needs games, such as 10")?;
        let wins = self.wins.ok_or("it needs wins, such as 6")?;
        if games == 0 || games % 2 == 1 {
            return Err("games must be even: the players swap sides".to_owned());
        }
        if wins == 0 || wins > games {
            return Err(format!("wins must be from 1 to {games}, the number of games"));
        }
        Ok(Check::Beats { level, wins, games })
    }

    /// Refuses options that belong to other checks.
    fn refuse_others(&self, check: &Check) -> Result<(), String> {
        let given = [
            ("at-most", self.at_most.is_some()),
            ("at-least", self.at_least.is_some()),
            ("level", self.level.is_some()),
            ("wins", self.wins.is_some()),
            ("games", self.games.is_some()),
        ];
        let own: &[&str] = match check {
            Check::Wins { .. } | Check::Blocks { .. } => &["at-most"],
            Check::Beats { .. } => &["level", "wins", "games"],
            Check::KeepsResult { .. } => &["at-least"],
            Check::NoFaults { .. } => &["games"],
            Check::Valid | Check::Cases(_) => &[],
        };
        match given.into_iter().find(|(name, is_given)| *is_given && !own.contains(name)) {
            None => Ok(()),
            Some((name, _)) if own.is_empty() => Err(format!("it has no {name}; remove it")),
            Some((name, _)) => Err(format!("it has no {name}; its options are {}", own.join(", "))),
        }
    }
}

/// The message that there is no such check.
fn unknown(name: &str, kind: Kind) -> String {
    let checks = kind.checks().join(", ");
    format!("there is no check {name:?}; the checks of a {kind} rubric are {checks}")
}

impl Check {
    /// The title of a criterion that has none.
    fn title(&self) -> String {
        match self {
            Self::Valid => "Plays the check games without a fault".to_owned(),
            Self::Wins { at_most: 0 } => "Never misses four in a row".to_owned(),
            Self::Wins { at_most } => {
                format!("Misses four in a row at most {}", counted(*at_most, "time"))
            }
            Self::Blocks { at_most: 0 } => "Never misses a block".to_owned(),
            Self::Blocks { at_most } => {
                format!("Misses a block at most {}", counted(*at_most, "time"))
            }
            Self::Beats { level, wins, games } => {
                format!("Beats level {level} in {wins} of {}", counted(*games, "game"))
            }
            Self::KeepsResult { at_least } => {
                format!("Keeps the result with {at_least}% of its moves")
            }
            Self::NoFaults { games } => format!("No fault in the last {}", counted(*games, "game")),
            Self::Cases(group) => match group {
                CaseGroup::Drop => "Discs fall to the lowest free cell",
                CaseGroup::FullColumn => "Refuses columns that cannot be played",
                CaseGroup::Row => "Finds four in a row",
                CaseGroup::Column => "Finds four in a column",
                CaseGroup::Rising => "Finds four in a rising diagonal",
                CaseGroup::Falling => "Finds four in a falling diagonal",
                CaseGroup::NoLine => "Takes nothing else for a line",
                CaseGroup::Draw => "Recognizes a draw",
            }
            .to_owned(),
        }
    }

    /// A name for programs, such as `beats_level_2`.
    pub(crate) fn slug(&self) -> String {
        match self {
            Self::Valid => "valid".to_owned(),
            Self::Wins { .. } => "wins".to_owned(),
            Self::Blocks { .. } => "blocks".to_owned(),
            Self::Beats { level, .. } => format!("beats_level_{level}"),
            Self::KeepsResult { .. } => "keeps_result".to_owned(),
            Self::NoFaults { .. } => "no_faults".to_owned(),
            Self::Cases(group) => group.to_string().replace('-', "_"),
        }
    }
}

/// A number such as 20 or 2.5.
pub(super) fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    match toml::Value::deserialize(deserializer)? {
        toml::Value::Integer(number) => Ok(number as f64),
        toml::Value::Float(number) if number.is_finite() => Ok(number),
        other => Err(D::Error::custom(wrong("a number such as 20", &other))),
    }
}

/// The same for an optional number.
pub(super) fn optional_number<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<f64>, D::Error> {
    number(deserializer).map(Some)
}

/// A whole number, 0 or more.
pub(super) fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<usize>, D::Error> {
    match toml::Value::deserialize(deserializer)? {
        toml::Value::Integer(number) if number >= 0 => Ok(Some(number as usize)),
        other => Err(D::Error::custom(wrong("a whole number, 0 or more", &other))),
    }
}

fn wrong(expected: &str, found: &toml::Value) -> String {
    let found = match found {
        toml::Value::Integer(number) => number.to_string(),
        toml::Value::Float(number) => number.to_string(),
        other => format!("a {}", other.type_str()),
    };
    format!("expected {expected}; found {found}")
}
