//! A game between people and machines at one terminal, independent of how it is displayed: players, start, record and
//! solver.

mod local_game;
mod why;

use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use foursight::AnySize;
use foursight_engine::{AnySolver, BookSolver, Level, OpeningBooks, TableSize};

pub use local_game::{Asked, Choices, LocalGame, summary};
pub use why::{WhyAnswer, WhyQuestion, overlay};

/// The answer to a person who wants a hint while placing discs by the opening rule.
pub const NO_HINT: &str = "no hint here: place discs so that neither side is better";

/// The start of a game.
pub struct Setup {
    /// The players and the moves so far.
    pub local: LocalGame,
    /// Decides the random choices of machines.
    pub seed: u64,
    /// The perfect level's time limit per move.
    pub move_time: Duration,
    /// The opening books that the solver asks.
    pub books: OpeningBooks,
    /// The file that the game comes from.
    pub path: Option<PathBuf>,
}

/// A solver that looks positions up in opening books before it searches.
pub type Solver = BookSolver<AnySolver>;

/// A solver that uses `n_threads` threads for one position.
pub fn solver(size: AnySize, books: OpeningBooks, n_threads: NonZeroUsize) -> Solver {
    let solver = AnySolver::with_threads(size, TableSize::for_threads(n_threads), n_threads);
    BookSolver::new(books, solver)
}

/// A kind of player, as people name it: `human`, `random`, `level:0` to `level:10`, or `perfect`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// A person at this terminal.
    Human,
    /// The engine at this level.
    Machine(Level),
}

impl PlayerKind {
    /// The level, if it is a machine.
    pub fn level(self) -> Option<Level> {
        match self {
            Self::Human => None,
            Self::Machine(level) => Some(level),
        }
    }
}

impl FromStr for PlayerKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "human" => Ok(Self::Human),
            "random" => Ok(Self::Machine(Level::RANDOM)),
            "perfect" => Ok(Self::Machine(Level::PERFECT)),
            _ => {
                let level = text
                    .strip_prefix("level:")
                    .ok_or("a player is human, random, level:0 to level:10, or perfect")?;
                level.parse().map(Self::Machine).map_err(|error| format!("{error}"))
            }
        }
    }
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Human => f.write_str("human"),
            Self::Machine(Level::RANDOM) => f.write_str("random"),
            Self::Machine(Level::PERFECT) => f.write_str("perfect"),
            Self::Machine(level) => write!(f, "level:{level}"),
        }
    }
}
