//! Rubrics: the criteria for marks.

use std::path::Path;
use std::str::FromStr;

use foursight::AnySize;
use serde::Deserialize;

use super::criterion::{Check, Criterion, CriterionEntry, optional_number};
use crate::board_class::{BoardInterface, CaseGroup, InterfaceTable};
use crate::error::Result;
use crate::settings::from_text;
use crate::{ArenaError, Clock};

/// The kind of work that a rubric grades.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, strum::Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Kind {
    /// Programs that play.
    Bot,
    /// Classes that represent the board.
    Board,
}

impl Kind {
    /// The rubric that applies if no other is given.
    pub fn default_rubric(self) -> &'static str {
        match self {
            Self::Bot => include_str!("bot-rubric.toml"),
            Self::Board => include_str!("board-rubric.toml"),
        }
    }
}

/// A rubric.
#[derive(Clone, Debug)]
pub struct Rubric {
    pub(crate) title: String,
    pub(crate) kind: Kind,
    pub(crate) criteria: Vec<Criterion>,
    size: Option<AnySize>,
    clock: Option<Clock>,
    /// The calls that a board class must understand.
    pub(crate) board: BoardInterface,
}

/// A rubric as written in its file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RubricFile {
    title: Option<String>,
    kind: Option<Kind>,
    #[serde(default, deserialize_with = "optional_number")]
    points: Option<f64>,
    games: Option<GamesTable>,
    class: Option<InterfaceTable>,
    #[serde(default, rename = "criterion")]
    criteria: Vec<CriterionEntry>,
}

/// The conditions of the games that bots play.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct GamesTable {
    #[serde(default, deserialize_with = "from_text")]
    clock: Option<Clock>,
    #[serde(default, deserialize_with = "from_text")]
    size: Option<AnySize>,
}

/// The largest rubric that is read, in bytes.
const MAX_BYTES: u64 = 1 << 20;

impl Rubric {
    /// Reads a rubric, or the default one for bots.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is wrong; the error says what would be right.
    pub fn read(path: Option<&Path>) -> Result<Self> {
        let Some(path) = path else {
            return Kind::Bot.default_rubric().parse().map_err(ArenaError::Usage);
        };
        let name = path.display();
        let text = foursight_files::read_text(path, MAX_BYTES).map_err(|error| {
            ArenaError::Usage(format!("{name}: {}", foursight_files::reason(&error)))
        })?;
        text.parse().map_err(|error| ArenaError::Usage(format!("{name}: {error}")))
    }
}

impl FromStr for Rubric {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let file: RubricFile = toml::from_str(text).map_err(|error| error.to_string())?;
        let kind = file.kind.unwrap_or(Kind::Bot);
        match kind {
            Kind::Bot if file.class.is_some() => {
                return Err(
                    "[class] is for board classes; add kind = \"board\" at the top, or remove it"
                        .to_owned(),
                );
            }
            Kind::Board if file.games.is_some() => {
                return Err(
                    "[games] is only for bots, because board classes play no games; remove it"
                        .to_owned(),
                );
            }
            _ => {}
        }
        let criteria = (1..).zip(file.criteria).map(|(number, entry)| {
            entry.criterion(kind).map_err(|error| format!("criterion {number} {error}"))
        });
        let criteria: Vec<Criterion> = criteria.collect::<Result<_, _>>()?;
        let board = file.class.unwrap_or_default().interface()?;
        check_criteria(&criteria, file.points, &board)?;
        let games = file.games.unwrap_or_default();
        Ok(Self {
            title: file.title.unwrap_or_else(|| "Connect Four".to_owned()),
            kind,
            criteria,
            size: games.size,
            clock: games.clock,
            board,
        })
    }
}

impl Rubric {
    /// The rubric with the board and the clock of a `class.toml`, unless it has its own.
    pub(crate) fn in_class(&self, size: AnySize, clock: Clock) -> Self {
        let (size, clock) = (self.size.or(Some(size)), self.clock.or(Some(clock)));
        Self { size, clock, ..self.clone() }
    }

    /// The board that bots play on.
    pub(crate) fn size(&self) -> AnySize {
        self.size.unwrap_or_default()
    }

    /// The clock of a bot.
    pub(crate) fn clock(&self) -> Clock {
        self.clock.unwrap_or_default()
    }

    /// The points of all criteria.
    pub fn points(&self) -> f64 {
        self.criteria.iter().map(|criterion| criterion.points).sum()
    }

    /// The number of games against each level, in the order of the criteria.
    pub(crate) fn opponents(&self) -> Vec<(usize, usize)> {
        let mut opponents: Vec<(usize, usize)> = Vec::new();
        let mut needed = 0;
        for criterion in &self.criteria {
            match criterion.check {
                Check::Beats { level, games, .. } => {
                    match opponents.iter_mut().find(|(known, _)| *known == level) {
                        Some((_, n_games)) => *n_games = games.max(*n_games),
                        None => opponents.push((level, games)),
                    }
                }
                Check::NoFaults { games } => needed = needed.max(games),
                Check::Wins { .. } | Check::Blocks { .. } | Check::KeepsResult { .. } => {
                    needed = needed.max(MIN_GAMES);
                }
                Check::Valid | Check::Cases(_) => {}
            }
        }
        let n_games: usize = opponents.iter().map(|(_, n_games)| n_games).sum();
        let missing = needed.saturating_sub(n_games).next_multiple_of(2);
        match opponents.iter_mut().find(|(level, _)| *level == FILLER) {
            Some((_, n_games)) => *n_games += missing,
            None if missing > 0 => opponents.push((FILLER, missing)),
            None => {}
        }
        opponents
    }
}

/// With fewer games, wins, blocks and good moves show too little; level 3 is the opponent in the games that no
/// criterion asks for.
const MIN_GAMES: usize = 20;
const FILLER: usize = 3;

fn check_criteria(
    criteria: &[Criterion],
    points: Option<f64>,
    board: &BoardInterface,
) -> Result<(), String> {
    if criteria.is_empty() {
        return Err(
            "there is no [[criterion]]; `foursight arena grade --print-rubric bot` prints an example"
                .to_owned(),
        );
    }
    let sum: f64 = criteria.iter().map(|criterion| criterion.points).sum();
    if sum <= 0.0 {
        return Err("the criteria have no points".to_owned());
    }
    if let Some(points) = points.filter(|points| (points - sum).abs() > 1e-6) {
        return Err(format!("points = {points}, but the criteria add up to {sum}"));
    }
    let asks_cells =
        criteria.iter().any(|criterion| criterion.check == Check::Cases(CaseGroup::Drop));
    if asks_cells && board.cell.is_none() {
        return Err(
            "the check drop reads cells: give [class] a cell, such as cell = \"cell(column, row)\""
                .to_owned(),
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_rubrics_are_worth_a_hundred_points() {
        for kind in [Kind::Bot, Kind::Board] {
            let rubric = Rubric::from_str(kind.default_rubric()).unwrap();
            assert_eq!((rubric.kind, rubric.points()), (kind, 100.0));
        }
        let board = Rubric::from_str(Kind::Board.default_rubric()).unwrap();
        let interface = InterfaceTable::default().interface().unwrap();
        assert_eq!(board.board, interface, "the file shows what applies without it");
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let error = Rubric::from_str(text).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }

    #[test]
    fn wrong_rubrics_say_what_would_be_right() {
        let criterion = |lines: &str| format!("[[criterion]]\npoints = 5\n{lines}");
        for (text, expected) in [
            ("", "there is no [[criterion]]"),
            ("titel = \"x\"", "expected one of `title`"),
            ("kind = \"bots\"", "expected `bot` or `board`"),
            (&criterion("check = \"win\""), "criterion 1 (win): there is no check \"win\";"),
            (&criterion("check = \"drop\""), "the checks of a bot rubric are valid, wins"),
            (&criterion("check = \"valid\"\npoint = 1"), "unknown field `point`"),
            (&criterion("check = \"beats\""), "(beats): it needs level, from 0 to 10"),
            (
                &criterion("check = \"beats\"\nlevel = 11\ngames = 4\nwins = 2"),
                "there is no level 11",
            ),
            (&criterion("check = \"beats\"\nlevel = 1\ngames = 5\nwins = 2"), "games must be even"),
            (
                &criterion("check = \"beats\"\nlevel = 1\ngames = 4\nwins = 5"),
                "wins must be from 1 to 4",
            ),
            (
                &criterion("check = \"beats\"\nlevel = 1\ngames = 102\nwins = 5"),
                "games must be at most 100",
            ),
            (&criterion("check = \"wins\"\nlevel = 1"), "it has no level; its options are at-most"),
            (&criterion("check = \"wins\"\npartial = true"), "it does not give partial points"),
            (&criterion("check = \"keeps-result\"\nat-least = 101"), "from 0 to 100"),
            (
                &criterion("check = \"valid\"\n[class]\nnew = \"Board()\""),
                "[class] is for board classes",
            ),
            (
                "[[criterion]]\ncheck = \"valid\"\npoints = \"20\"",
                "expected a number such as 20; found a string",
            ),
            ("[[criterion]]\ncheck = \"valid\"\npoints = -1", "points must be 0 or more"),
            (
                "points = 6\n[[criterion]]\ncheck = \"valid\"\npoints = 5",
                "points = 6, but the criteria add up to 5",
            ),
            ("kind = \"board\"\n[games]", "[games] is only for bots"),
        ] {
            check(text, expected);
        }
    }

    #[test]
    fn levels_play_as_many_games_as_the_criteria_need() {
        let opponents = |text: &str| Rubric::from_str(text).unwrap().opponents();
        let beats =
            "[[criterion]]\ncheck = \"beats\"\npoints = 5\nlevel = 4\ngames = 6\nwins = 2\n";
        assert_eq!(opponents(beats), [(4, 6)]);
        let blocks = format!("{beats}[[criterion]]\ncheck = \"blocks\"\npoints = 5");
        assert_eq!(opponents(&blocks), [(4, 6), (3, 14)]);
        assert_eq!(opponents("[[criterion]]\ncheck = \"valid\"\npoints = 5"), []);
    }
}
