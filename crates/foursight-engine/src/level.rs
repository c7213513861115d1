//! Playing levels: from random moves to perfect play.

mod opening;
mod sight;

use std::fmt;
use std::str::FromStr;

use fastrand::Rng;
use foursight::{Column, Position, Size};

use crate::estimate::{self, CALCULABLE, estimate, limits_to_prove};
use crate::lookahead::rate_moves_within;
use crate::{Control, Limits, Solve};

/// The machine's strength, from 0 to 10.
///
/// Level 0 plays at random. In a careless move, a level only glances at the board: like a child, it overlooks some
/// threats, more often on diagonals than along rows, and more often far from the last disc. Otherwise, it prefers the
/// center and looks ahead. Higher levels are less often careless, look further ahead, and calculate to the end more
/// often. Level 10 is perfect: it wins as fast as possible and loses as slowly as possible. Where the end is too far to
/// calculate, levels 5 to 10 play by estimates instead. On the standard board and on large ones, each level scores more
/// than 60 % against the one below (`docs/levels.md`, which also has the share of threats that each overlooks).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// The skill of a level below the perfect one.
struct Skill {
    /// The number of plies it looks ahead.
    depth: usize,
    /// The number of moves in a hundred for which it only glances at the board.
    careless: u8,
    /// The number of moves in a hundred for which it calculates to the end, as far as `MAX_NODES` allow, or estimates if
    /// more than `CALCULABLE` cells are empty.
    insight: u8,
}

const SKILLS: [Skill; 10] = [
    Skill { depth: 0, careless: 100, insight: 0 },
    Skill { depth: 2, careless: 100, insight: 0 },
    Skill { depth: 2, careless: 70, insight: 0 },
    Skill { depth: 3, careless: 46, insight: 0 },
    Skill { depth: 4, careless: 27, insight: 0 },
    Skill { depth: 4, careless: 11, insight: 6 },
    Skill { depth: 4, careless: 0, insight: 31 },
    Skill { depth: 6, careless: 0, insight: 57 },
    Skill { depth: 8, careless: 0, insight: 77 },
    Skill { depth: 8, careless: 0, insight: 91 },
];

/// The name of each level and a description of its play, for people.
const WORDS: [(&str, &str); 11] = [
    ("random", "drops its discs anywhere"),
    ("newcomer", "overlooks most of your threats, diagonals above all"),
    ("beginner", "overlooks every second threat of yours"),
    ("learner", "likes the center, overlooks every third threat"),
    ("casual", "likes the center, overlooks every fifth threat"),
    ("steady", "sees nearly all threats, rarely sees a win coming"),
    ("club", "looks four plies ahead, a third of the time to the end"),
    ("strong", "looks six plies ahead, most of the time to the end"),
    ("expert", "calculates to the end in three moves of four"),
    ("master", "calculates to the end in nine moves of ten"),
    ("perfect", "wins as fast as possible, loses as slowly as possible"),
];

/// The nodes a level below the perfect one searches for a move; on large boards this limits its depth.
const MAX_NODES: u64 = 500_000;

impl Level {
    /// Random moves.
    pub const RANDOM: Self = Self(0);
    /// Perfect play.
    pub const PERFECT: Self = Self(10);

    /// The level of this number.
    ///
    /// # Errors
    ///
    /// If the number is above 10.
    pub fn new(number: impl Into<i64>) -> Result<Self, LevelError> {
        let number = number.into();
        let level = u8::try_from(number).ok().map(Self).filter(|&level| level <= Self::PERFECT);
        level.ok_or_else(|| LevelError(number.to_string()))
    }

    /// Every level, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=Self::PERFECT.0).map(Self)
    }

    /// The number, from 0 to 10.
    pub fn number(self) -> u8 {
        self.0
    }

    /// A name for people: `club`.
    pub fn name(self) -> &'static str {
        WORDS[usize::from(self.0)].0
    }

    /// A description of its play, for people: `calculates to the end in nine moves of ten`.
    pub fn description(self) -> &'static str {
        WORDS[usize::from(self.0)].1
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Self, LevelError> {
        text.parse::<u8>()
            .ok()
            .and_then(|n| Self::new(n).ok())
            .ok_or_else(|| LevelError(text.to_owned()))
    }
}

/// A text or number that is not a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelError(String);

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a level from 0 (random) to 10 (perfect)", self.0)
    }
}

impl std::error::Error for LevelError {}

/// The choice among several perfect moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// The one nearest the center; at equal distance, the left one.
    #[default]
    Center,
    /// Any of them.
    Random,
}

/// A machine player of some level. With the same seed, it plays the same moves.
///
/// ```
/// use foursight::{Column, Position, STANDARD};
/// use foursight_engine::{Control, Level, LevelPlayer, Solver};
///
/// let mut player = LevelPlayer::new(Level::new(6)?, 7);
/// let position: Position = "112233".parse()?;
/// let column = player.choose(&position, &mut Solver::new(STANDARD), &mut Control::default());
/// assert_eq!(column, Some(Column::new(3)), "it sees the win");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LevelPlayer {
    level: Level,
    ties: Ties,
    random: Rng,
    /// The column of the last disc, if it is known.
    last: Option<Column>,
}

impl LevelPlayer {
    /// A player of `level` whose random choices are determined by `seed`.
    pub fn new(level: Level, seed: u64) -> Self {
        Self { level, ties: Ties::default(), random: Rng::with_seed(seed), last: None }
    }

    /// The same player, but with another way to choose among perfect moves.
    #[must_use]
    pub fn with_ties(self, ties: Ties) -> Self {
        Self { ties, ..self }
    }

    /// Tells it the column of the last disc: far from there, a careless level overlooks more.
    pub fn look_at(&mut self, last: Option<Column>) -> &mut Self {
        self.last = last;
        self
    }

    /// A seed with which another player continues exactly as this one would.
    pub fn seed(&self) -> u64 {
        self.random.get_seed()
    }

    /// The way it chooses among perfect moves.
    pub fn ties(&self) -> Ties {
        self.ties
    }

    /// The level.
    pub fn level(&self) -> Level {
        self.level
    }

    /// A move in `position`, or `None` if the game is over.
    ///
    /// The perfect level calculates for half of what `control` allows, or for an eighth while an answer is unlikely. If
    /// it has none by then, it plays by an estimate that uses the rest, or at least a few milliseconds.
    pub fn choose<S: Size>(
        &mut self,
        position: &Position<S>,
        solver: &mut impl Solve<S>,
        control: &mut Control<'_>,
    ) -> Option<Column> {
        position.moves().next()?;
        if self.level == Level::PERFECT {
            let limits = control.limits;
            let to_prove = limits_to_prove(position, limits);
            control.limits = to_prove;
            let proved = self.choose_perfect(position, solver, control);
            control.limits = limits;
            let nodes_left = limits.nodes.zip(to_prove.nodes).map(|(all, spent)| all - spent);
            let rest = Limits { nodes: nodes_left, ..limits };
            return proved.or_else(|| Some(estimate(position, rest)?.0));
        }
        let skill = &SKILLS[usize::from(self.level.0)];
        let at_most = |most: u64| {
            let nodes = control.limits.nodes.map_or(most, |nodes| nodes.min(most));
            Limits { nodes: Some(nodes), ..control.limits }
        };
        let limits = at_most(MAX_NODES);
        let chance = self.random.u8(0..100);
        if chance < skill.careless {
            return Some(self.choose_at_a_glance(position));
        }
        if chance >= 100 - skill.insight {
            let chosen = if position.n_empty() > CALCULABLE {
                estimate(position, at_most(estimate::NODES)).map(|(column, _)| column)
            } else {
                self.choose_perfect(position, solver, &mut Control::limited(limits))
            };
            if chosen.is_some() {
                return chosen;
            }
        }
        Some(self.choose_by_looking_ahead(position, skill, limits))
    }

    fn choose_perfect<S: Size>(
        &mut self,
        position: &Position<S>,
        solver: &mut impl Solve<S>,
        control: &mut Control<'_>,
    ) -> Option<Column> {
        let forced = forced_move(position);
        match self.ties {
            Ties::Center => {
                forced.or_else(|| solver.best_move(position, control).map(|(column, _)| column))
            }
            Ties::Random => {
                let best = forced.map(|column| vec![column]);
                let best = best.or_else(|| solver.best_moves(position, control))?;
                self.pick(&best)
            }
        }
    }

    fn choose_by_looking_ahead<S: Size>(
        &mut self,
        position: &Position<S>,
        skill: &Skill,
        limits: Limits<'_>,
    ) -> Column {
        let size = position.size();
        let ratings = rate_moves_within(position, skill.depth, limits);
        let from_center = |column: Column| (2 * column.index() + 1).abs_diff(size.width());
        let (mut best, mut best_moves) = (None, Vec::new());
        for (column, rating) in size.columns().zip(ratings) {
            let value = rating.map(|rating| (rating, -(from_center(column) as isize)));
            if value > best {
                best = value;
                best_moves.clear();
            }
            if value.is_some() && value == best {
                best_moves.push(column);
            }
        }
        self.pick(&best_moves).expect("there is a legal move")
    }

    /// One of `columns`, chosen by a 64-bit number: with a number as wide as a pointer, WebAssembly would choose
    /// differently.
    fn pick(&mut self, columns: &[Column]) -> Option<Column> {
        let last = columns.len().checked_sub(1)?;
        Some(columns[self.random.u64(..=last as u64) as usize])
    }
}

/// The only move after which the opponent does not win at once, if no move wins; such a move needs no search.
fn forced_move<S: Size>(position: &Position<S>) -> Option<Column> {
    let wins = position.playable_cells() & position.winning_cells();
    let safe = position.non_losing_moves();
    safe.columns().next().filter(|_| wins.is_empty() && safe.count() == 1)
}
