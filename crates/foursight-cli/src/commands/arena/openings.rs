//! Chooses the openings of a tournament.

use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::Result;
use fastrand::Rng;
use foursight::notation::{Expected, Notation, lines};
use foursight::{AnySize, Column, OpeningRule, Position, Size};
use foursight_arena::{fingerprint, random_opening};
use foursight_engine::{
    AnySolver, BookSolver, Control, Goal, Guess, Limits, OpeningBooks, Solve, TableSize,
};

use crate::args::Solver;
use crate::contestant::ContestantArg;
use crate::failure::{InvalidPosition, UsageError};
use crate::interrupt;

/// The help of `--openings`.
pub(crate) fn openings_help(default: &str) -> String {
    format!(
        "Openings: none; random:N (N random moves); balanced:N (N random moves that leave a position that is drawn or \
         hard to win; on boards of more than 30 cells other than 7x6, one that is likely to be); or a file with a move \
         string on each line [default: {default}]"
    )
}

/// A source of openings.
#[derive(Clone, Debug, PartialEq, Eq, strum::Display)]
pub(crate) enum OpeningSource {
    /// Games start with an empty board.
    #[strum(to_string = "none")]
    None,
    /// This many random moves.
    #[strum(to_string = "random:{0}")]
    Random(usize),
    /// This many random moves, which leave a game that is drawn or hard to win, or that is likely to be so.
    #[strum(to_string = "balanced:{0}")]
    Balanced(usize),
    /// A file with a move string on each line.
    #[strum(to_string = "{0}")]
    File(String),
}

/// The maximum number of random moves at the start of a game.
pub(crate) const MAX_OPENING: usize = 20;

/// A balanced opening can only be won with the last discs.
const MAX_SCORE: i32 = 2;

/// The share of the points, in percent, that an estimate gives the side to move after a balanced opening.
const EVEN_SHARES: RangeInclusive<u8> = 45..=55;

/// The maximum number of cells of a board whose openings are solved; on larger boards, they are estimated. Openings of
/// the standard board are always solved, because there are books for it.
const MAX_SOLVED: usize = 30;

/// Number of openings to try until one is balanced.
const MAX_TRIES: usize = 1000;

/// Time limit for solving one opening.
const TIME: Duration = Duration::from_secs(1);

/// The openings of a tournament.
pub(crate) struct Openings {
    source: OpeningSource,
    size: AnySize,
    seed: u64,
    /// The openings listed in the file.
    listed: Vec<Vec<Column>>,
    solver: Mutex<Solver>,
}

impl Openings {
    pub(crate) fn new(source: OpeningSource, size: AnySize, seed: u64) -> Result<Self> {
        let listed = match &source {
            OpeningSource::File(path) => read(path, size)?,
            _ => Vec::new(),
        };
        let solver = AnySolver::new(size, TableSize::default());
        let solver = Mutex::new(BookSolver::new(OpeningBooks::embedded(), solver));
        // Opening numbers are added to the seed, which must not lead to a neighboring seed.
        let seed = Rng::with_seed(seed).u64(..);
        Ok(Self { source, size, seed, listed, solver })
    }

    /// The opening with this number; the same number always gives the same opening.
    pub(crate) fn get(&self, number: usize) -> Vec<Column> {
        let mut random = Rng::with_seed(self.seed.wrapping_add(number as u64));
        match self.source {
            OpeningSource::None => Vec::new(),
            OpeningSource::Random(plies) => random_opening(self.size, plies, &mut random),
            OpeningSource::Balanced(plies) => self.balanced(plies, &mut random),
            OpeningSource::File(_) => self.listed[number % self.listed.len()].clone(),
        }
    }

    /// A balanced opening, or the last opening tried if balanced ones are rare.
    fn balanced(&self, plies: usize, random: &mut Rng) -> Vec<Column> {
        let mut opening = Vec::new();
        for _ in 0..MAX_TRIES {
            opening = random_opening(self.size, plies, random);
            let columns = opening.iter().copied();
            let position = Position::from_columns(self.size, columns).expect("it can be played");
            let is_balanced = if is_estimated(self.size) {
                Guess::new(&position).is_some_and(|guess| EVEN_SHARES.contains(&guess.share()))
            } else {
                self.is_solved_as_balanced(&position)
            };
            if is_balanced || interrupt::is_set() {
                break;
            }
        }
        opening
    }

    fn is_solved_as_balanced(&self, position: &Position<AnySize>) -> bool {
        let mut solver = self.solver.lock().unwrap_or_else(PoisonError::into_inner);
        let limits = Limits::canceled_by(interrupt::flag()).within(TIME);
        let solution = solver.solve(position, Goal::Score, &mut Control::limited(limits));
        solution.score().is_some_and(|score| (0..=MAX_SCORE).contains(&score.value()))
    }
}

/// The source of openings for these players: the given one or, where openings are possible, the usual one.
pub(crate) fn choose(
    given: Option<&OpeningSource>,
    usual: OpeningSource,
    contestants: &[ContestantArg],
    rule: OpeningRule,
) -> Result<OpeningSource, UsageError> {
    check(given, rule)?;
    match (given, deaf(contestants)) {
        (None, None) if rule == OpeningRule::None => Ok(usual),
        (None | Some(OpeningSource::None), _) => Ok(OpeningSource::None),
        (Some(_), Some(player)) => Err(UsageError(format!(
            "--openings: {player} speaks a dialect without openings; use none"
        ))),
        (Some(openings), None) => Ok(openings.clone()),
    }
}

/// Rejects openings of games that the players open by a rule.
pub(super) fn check(given: Option<&OpeningSource>, rule: OpeningRule) -> Result<(), UsageError> {
    if given.is_some_and(|source| *source != OpeningSource::None) && rule != OpeningRule::None {
        let message = "opening-rule: the players open on an empty board; set openings to none";
        return Err(UsageError(message.to_owned()));
    }
    Ok(())
}

/// A player whose dialect has no openings.
pub(crate) fn deaf(contestants: &[ContestantArg]) -> Option<&ContestantArg> {
    let takes_none = |contestant: &&ContestantArg| {
        contestant.dialect().is_some_and(|dialect| !dialect.takes_openings())
    };
    contestants.iter().find(takes_none)
}

/// Whether balanced openings of this board are only estimated.
fn is_estimated(size: AnySize) -> bool {
    size != AnySize::default() && size.n_cells() > MAX_SOLVED
}

impl OpeningSource {
    /// The same source, with its file name relative to `folder`.
    pub(super) fn in_folder(self, folder: &Path) -> Self {
        match self {
            Self::File(path) => Self::File(folder.join(path).display().to_string()),
            other => other,
        }
    }

    /// The source in words that do not depend on the current folder, with its file's hash.
    pub(super) fn identity(&self, size: AnySize) -> Result<String> {
        let path = match self {
            Self::File(path) => path,
            Self::Balanced(_) if is_estimated(size) => return Ok(format!("{self} by estimates")),
            _ => return Ok(self.to_string()),
        };
        let file = fs::canonicalize(path)
            .map_err(|error| UsageError(format!("--openings: {path}: {error}")))?;
        let hash = fingerprint(std::slice::from_ref(&file))
            .map_err(|error| UsageError(format!("--openings: {error}")))?;
        Ok(format!("{} ({hash})", file.display()))
    }
}

/// The largest file of openings that is read.
const MAX_BYTES: u64 = 1 << 26;

fn read(path: &str, size: AnySize) -> Result<Vec<Vec<Column>>> {
    let text = foursight_files::read_text(path.as_ref(), MAX_BYTES)
        .map_err(|error| UsageError(format!("--openings: {path}: {error}")))?;
    let lines = (1..)
        .zip(lines(text.trim_start_matches('\u{feff}')).map(str::trim))
        .filter(|(_, line)| !line.starts_with('#'));
    let mut openings = Vec::new();
    for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
        let place = |error| InvalidPosition(format!("--openings: {path}, line {number}: {error}"));
        openings.push(read_opening(line, size).map_err(place)?);
    }
    if openings.is_empty() {
        return Err(UsageError(format!("--openings: {path} has no openings")).into());
    }
    Ok(openings)
}

/// The moves of an opening that leaves the game undecided.
pub(crate) fn read_opening(moves: &str, size: AnySize) -> Result<Vec<Column>, String> {
    let game = Notation::Moves.read(moves, Expected::of_size(size));
    let game = game.map_err(|error| error.to_string())?;
    match game.outcome() {
        None => Ok(game.moves().to_vec()),
        Some(outcome) => Err(format!("the game is over: {outcome}")),
    }
}

impl FromStr for OpeningSource {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let plies = |plies: &str| {
            let plies = plies.parse().ok().filter(|&plies| plies <= MAX_OPENING);
            plies.ok_or_else(|| format!("{text:?}: an opening must have 0 to {MAX_OPENING} moves"))
        };
        match text.split_once(':') {
            None if text == "none" => Ok(Self::None),
            Some(("random", n)) => plies(n).map(Self::Random),
            Some(("balanced", n)) => plies(n).map(Self::Balanced),
            None if ["random", "balanced"].contains(&text) => {
                Err(format!("{text:?} needs a number of moves, as in {text}:4"))
            }
            _ => Ok(Self::File(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn neighboring_seeds_share_no_openings() {
        let of_seed = |seed| {
            let openings =
                Openings::new(OpeningSource::Random(12), AnySize::default(), seed).unwrap();
            (0..50).map(move |number| openings.get(number))
        };
        let all: HashSet<Vec<Column>> = (1..=4).flat_map(of_seed).collect();
        assert_eq!(all.len(), 4 * 50);
    }

    /// Six random moves on this board leave one side better in most cases.
    #[test]
    fn balanced_openings_of_large_boards_are_estimated() {
        let size: AnySize = "8x8".parse().unwrap();
        let source = OpeningSource::Balanced(6);
        assert_eq!(source.identity(size).unwrap(), "balanced:6 by estimates");
        let openings = |source| Openings::new(source, size, 1).unwrap();
        let is_even = |opening| {
            let position = Position::from_columns(size, opening).unwrap();
            EVEN_SHARES.contains(&Guess::new(&position).unwrap().share())
        };
        let random = openings(OpeningSource::Random(6));
        assert!((0..20).any(|number| !is_even(random.get(number))));
        let balanced = openings(source);
        let [first, second] = [0, 1].map(|number| balanced.get(number));
        assert_eq!(first, balanced.get(0), "the same number, the same opening");
        assert!(is_even(first) && is_even(second));
        let standard = OpeningSource::Balanced(6).identity(AnySize::default());
        assert_eq!(standard.unwrap(), "balanced:6");
    }
}
