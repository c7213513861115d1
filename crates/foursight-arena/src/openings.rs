//! Openings: imposed first moves that make deterministic players play different games.

use std::fs;
use std::path::Path;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

use fastrand::Rng;
use foursight::notation::{Expected, Notation, lines};
use foursight::{AnySize, Column, OpeningRule, Position, Size};

use crate::error::Result;
use crate::{ArenaError, Entrant, Judge, fingerprint};

/// A source of openings.
#[derive(Clone, Debug, PartialEq, Eq, strum::Display)]
pub enum OpeningSource {
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
pub const MAX_OPENING: usize = 20;

/// Number of openings to try until one is balanced.
const MAX_TRIES: usize = 1000;

/// The openings of a tournament.
pub struct Openings<'a> {
    source: OpeningSource,
    size: AnySize,
    seed: u64,
    /// The openings listed in the file.
    listed: Vec<Vec<Column>>,
    judge: &'a dyn Judge,
    stop: &'a AtomicBool,
}

impl<'a> Openings<'a> {
    /// The openings from a source; `stop` ends the search for a balanced one.
    ///
    /// # Errors
    ///
    /// If the source is a file that cannot be read, or has an opening that cannot be played.
    pub fn new(
        source: OpeningSource,
        size: AnySize,
        seed: u64,
        judge: &'a dyn Judge,
        stop: &'a AtomicBool,
    ) -> Result<Self, ArenaError> {
        let listed = match &source {
            OpeningSource::File(path) => read(path, size)?,
            _ => Vec::new(),
        };
        // Opening numbers are added to the seed, which must not lead to a neighboring seed.
        let seed = Rng::with_seed(seed).u64(..);
        Ok(Self { source, size, seed, listed, judge, stop })
    }

    /// The opening with this number; the same number always gives the same opening.
    pub fn get(&self, number: usize) -> Vec<Column> {
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
            if self.judge.is_balanced(&position, self.stop) || self.stop.load(Ordering::Relaxed) {
                break;
            }
        }
        opening
    }
}

/// An opening of `plies` random moves after which the game is open and nobody has an immediate win.
///
/// The same random numbers give the same opening. On boards too small for this many moves it is shorter.
pub fn random_opening(size: AnySize, plies: usize, random: &mut Rng) -> Vec<Column> {
    (0..=plies.min(size.n_cells()))
        .rev()
        .find_map(|plies| (0..100).find_map(|_| attempt(size, plies, random)))
        .expect("nobody wins at once on an empty board")
}

fn attempt(size: AnySize, plies: usize, random: &mut Rng) -> Option<Vec<Column>> {
    let mut position = Position::empty(size);
    let mut columns = Vec::new();
    for _ in 0..plies {
        let column = random.choice(position.moves().collect::<Vec<_>>())?;
        position = position.play(column).expect("the move is legal");
        columns.push(column);
    }
    let playable = position.playable_cells();
    let wins = position.winning_cells() | position.opponent_winning_cells();
    (position.outcome().is_none() && (playable & wins).is_empty()).then_some(columns)
}

/// The source of openings for these players: the given one or, where openings are possible, the usual one.
///
/// # Errors
///
/// If a player or the opening rule does not allow the given openings.
pub fn choose(
    given: Option<&OpeningSource>,
    usual: OpeningSource,
    contestants: &[Entrant],
    rule: OpeningRule,
) -> Result<OpeningSource> {
    check(given, rule)?;
    match (given, deaf(contestants)) {
        (None, None) if rule == OpeningRule::None => Ok(usual),
        (None | Some(OpeningSource::None), _) => Ok(OpeningSource::None),
        (Some(_), Some(player)) => Err(ArenaError::Usage(format!(
            "--openings: {player} speaks a dialect without openings; use none"
        ))),
        (Some(openings), None) => Ok(openings.clone()),
    }
}

/// Rejects openings of games that the players open by a rule.
pub(crate) fn check(given: Option<&OpeningSource>, rule: OpeningRule) -> Result<()> {
    if given.is_some_and(|source| *source != OpeningSource::None) && rule != OpeningRule::None {
        let message = "opening-rule: the players open on an empty board; set openings to none";
        return Err(ArenaError::Usage(message.to_owned()));
    }
    Ok(())
}

/// A player whose dialect has no openings.
pub fn deaf(contestants: &[Entrant]) -> Option<&Entrant> {
    let takes_none = |contestant: &&Entrant| {
        contestant.dialect().is_some_and(|dialect| !dialect.takes_openings())
    };
    contestants.iter().find(takes_none)
}

impl OpeningSource {
    /// The same source, with its file name relative to `folder`.
    pub(crate) fn in_folder(self, folder: &Path) -> Self {
        match self {
            Self::File(path) => Self::File(folder.join(path).display().to_string()),
            other => other,
        }
    }

    /// The source in words that do not depend on the current folder, with its file's hash.
    pub(crate) fn identity(&self, size: AnySize, judge: &dyn Judge) -> Result<String> {
        let path = match self {
            Self::File(path) => path,
            Self::Balanced(_) if judge.estimates_balance(size) => {
                return Ok(format!("{self} by estimates"));
            }
            _ => return Ok(self.to_string()),
        };
        let file = fs::canonicalize(path)
            .map_err(|error| ArenaError::Usage(format!("--openings: {path}: {error}")))?;
        let hash = fingerprint(std::slice::from_ref(&file))
            .map_err(|error| ArenaError::Usage(format!("--openings: {error}")))?;
        Ok(format!("{} ({hash})", file.display()))
    }
}

/// The largest file of openings that is read.
const MAX_BYTES: u64 = 1 << 26;

fn read(path: &str, size: AnySize) -> Result<Vec<Vec<Column>>> {
    let text = foursight_files::read_text(path.as_ref(), MAX_BYTES)
        .map_err(|error| ArenaError::Usage(format!("--openings: {path}: {error}")))?;
    let lines = (1..)
        .zip(lines(text.trim_start_matches('\u{feff}')).map(str::trim))
        .filter(|(_, line)| !line.starts_with('#'));
    let mut openings = Vec::new();
    for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
        let place =
            |error| ArenaError::Opening(format!("--openings: {path}, line {number}: {error}"));
        openings.push(read_opening(line, size).map_err(place)?);
    }
    if openings.is_empty() {
        return Err(ArenaError::Usage(format!("--openings: {path} has no openings")));
    }
    Ok(openings)
}

/// The moves of an opening that leaves the game undecided.
///
/// # Errors
///
/// If it cannot be played, or decides the game.
pub fn read_opening(moves: &str, size: AnySize) -> Result<Vec<Column>, String> {
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
    use crate::judge::TestJudge;

    #[test]
    fn neighboring_seeds_share_no_openings() {
        let (source, size) = (OpeningSource::Random(12), AnySize::default());
        let never = AtomicBool::new(false);
        let of_seed = |seed| {
            let openings = Openings::new(source.clone(), size, seed, &TestJudge, &never).unwrap();
            (0..50).map(move |number| openings.get(number))
        };
        let all: HashSet<Vec<Column>> = (1..=4).flat_map(of_seed).collect();
        assert_eq!(all.len(), 4 * 50);
    }

    #[test]
    fn openings_are_open_and_can_be_had_again() {
        for plies in [0, 1, 4, 8, 12, 40] {
            for seed in 0..9 {
                let draw = || random_opening(AnySize::default(), plies, &mut Rng::with_seed(seed));
                let opening = draw();
                assert!(opening.len() == plies || plies == 40);
                assert_eq!(opening, draw());
                let position = Position::from_columns(AnySize::default(), opening).unwrap();
                assert_eq!(position.outcome(), None);
                let wins = position.winning_cells() | position.opponent_winning_cells();
                assert!((position.playable_cells() & wins).is_empty(), "{position:?}");
            }
        }
    }
}
