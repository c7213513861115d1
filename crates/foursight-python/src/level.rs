//! Levels as players.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::sync::{Mutex, MutexGuard, PoisonError};

use foursight::{AnySize, Column, Position, STANDARD, Score, Size, Standard};
use foursight_engine::{Control, Goal, LevelPlayer, Solution, Solve, TableSize, Ties};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::value_error;
use crate::options::Options;
use crate::pickle::{Reduced, reduced};
use crate::positions::Positions;
use crate::reading;
use crate::search::{Solver, search, search_many};

/// The Elo of each level, with level 0 at 0: from the results in `docs/levels.md`, each level against the one below.
const ELO: [i64; 11] = [0, 226, 328, 438, 592, 743, 888, 976, 1065, 1163, 1253];

/// The highest level that rarely calculates.
const QUICK: u8 = 5;

/// The least number of its choices for which another thread is worth its start.
const CHOICES_PER_THREAD: usize = 256;

/// A player of a level from 0 (random) to 10 (perfect). The same seed plays the same moves.
///
/// `elo` names the level whose strength is nearest, on a scale where level 0 has 0 and level 10 has 1253.
///
/// A level is a function from positions to columns, counted from 0: `level(position, **options)`, with the options of
/// `solve`. When a limit is reached, it plays the best move that it has found, proved or not; Ctrl-C raises
/// `KeyboardInterrupt`.
///
/// >>> level = foursight.Level(10)
/// >>> level("112233")
/// 3
/// >>> level.name, level.description
/// ('perfect', 'wins as fast as possible, loses as slowly as possible')
#[pyclass(frozen, module = "foursight")]
pub(crate) struct Level {
    level: foursight_engine::Level,
    player: Mutex<LevelPlayer>,
}

impl Level {
    fn player(&self) -> MutexGuard<'_, LevelPlayer> {
        self.player.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Level {
    #[new]
    #[pyo3(signature = (number = None, *, elo = None, seed = 0, random_ties = false))]
    fn new(number: Option<i64>, elo: Option<f64>, seed: u64, random_ties: bool) -> PyResult<Self> {
        let number = match (number, elo) {
            (Some(number), None) => number,
            (None, Some(elo)) => nearest(elo)?,
            _ => return Err(PyTypeError::new_err("give a level either by its number or by elo")),
        };
        let level = foursight_engine::Level::new(number).map_err(value_error)?;
        let ties = if random_ties { Ties::Random } else { Ties::Center };
        Ok(Self { level, player: Mutex::new(LevelPlayer::new(level, seed).with_ties(ties)) })
    }

    /// The number, from 0 to 10.
    #[getter]
    fn number(&self) -> u8 {
        self.level.number()
    }

    /// The strength on the standard board, from 0 for level 0 to 1253, by the games in docs/levels.md.
    #[getter]
    fn elo(&self) -> i64 {
        ELO[usize::from(self.level.number())]
    }

    /// A name for people.
    #[getter]
    fn name(&self) -> &'static str {
        self.level.name()
    }

    /// A description of how the level plays, for people.
    #[getter]
    fn description(&self) -> &'static str {
        self.level.description()
    }

    #[pyo3(signature = (position, **options))]
    fn __call__(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<usize> {
        let position = reading::position(position)?;
        let options = Options::read(options)?;
        // The callback may ask the same level.
        let mut player = self.player().clone();
        let column = search(py, position.size(), &options, |solver, control| {
            choose(&mut player, &position, solver, control)
        })?;
        *self.player() = player;
        column.map(Column::index).ok_or_else(|| PyValueError::new_err("the game is over"))
    }

    /// A column for each of many positions, counted from 0, on all cores; the options are those of `solve`.
    ///
    /// The moves do not depend on the number of threads. They are not those of single calls, which use other random
    /// numbers.
    ///
    /// >>> foursight.Level(10).choose_many(["112233", "445566"])
    /// [3, 2]
    #[pyo3(signature = (positions, **options))]
    fn choose_many(
        &self,
        py: Python<'_>,
        positions: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<usize>> {
        let mut options = Options::read(options)?;
        let positions = Positions::of(positions)?;
        let wrong =
            |place: usize, why: &str| value_error(format!("positions: number {place}: {why}"));
        let mut known = Vec::new();
        for (place, read) in positions.get().positions.iter().enumerate() {
            known.push(read.as_ref().map_err(|error| wrong(place, error))?);
        }
        let (level, ties, seed) = {
            let mut player = self.player();
            let (level, ties, seed) = (player.level(), player.ties(), player.seed());
            *player = LevelPlayer::new(level, mixed(seed, known.len())).with_ties(ties);
            (level, ties, seed)
        };
        if level.number() <= QUICK {
            let worth_it = NonZeroUsize::MIN.saturating_add(known.len() / CHOICES_PER_THREAD);
            options.threads = options.threads.min(worth_it);
            // The table of its short searches stays in the processor's nearest caches.
            options.table_size.get_or_insert(TableSize::from_mib(1));
        }
        let size = |place: usize| known[place].size();
        let columns = search_many(py, known.len(), &options, size, |place, solver, control| {
            let mut player = LevelPlayer::new(level, mixed(seed, place)).with_ties(ties);
            choose(&mut player, known[place], solver, control)
        })?;
        let index = |(place, column): (usize, Option<Column>)| {
            column.map(Column::index).ok_or_else(|| wrong(place, "the game is over"))
        };
        columns.into_iter().enumerate().map(index).collect()
    }

    #[staticmethod]
    fn _going_on(number: i64, seed: u64, random_ties: bool) -> PyResult<Self> {
        Self::new(Some(number), None, seed, random_ties)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (u8, u64, bool)> {
        let player = slf.get().player();
        let has_random_ties = player.ties() == Ties::Random;
        reduced(slf, "_going_on", (player.level().number(), player.seed(), has_random_ties))
    }

    fn __repr__(&self) -> String {
        format!("<Level {}: {}>", self.level, self.level.name())
    }
}

/// The number of the level whose Elo is nearest.
fn nearest(elo: f64) -> PyResult<i64> {
    let [lowest, highest] = [ELO[0], ELO[ELO.len() - 1]];
    if !(lowest as f64..=highest as f64).contains(&elo) {
        return Err(value_error(format!("elo is {elo}; the levels have {lowest} to {highest}")));
    }
    let distance = |number: &i64| (ELO[*number as usize] as f64 - elo).abs();
    let nearest = (0..ELO.len() as i64).min_by(|a, b| distance(a).total_cmp(&distance(b)));
    Ok(nearest.expect("there are levels"))
}

/// The seed for one of many choices: neighbors have unlike ones (`SplitMix64`).
pub(crate) fn mixed(seed: u64, place: usize) -> u64 {
    let mut z = seed.wrapping_add((place as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A level's choice. It looks ahead several times as fast where the size of the board is known when this is compiled.
fn choose(
    player: &mut LevelPlayer,
    position: &Position<AnySize>,
    solver: &mut Solver,
    control: &mut Control<'_>,
) -> Option<Column> {
    match position.with_size(STANDARD).filter(|_| position.size() == STANDARD.to_any()) {
        Some(position) => player.choose(&position, &mut OnStandard(solver), control),
        None => player.choose(position, solver, control),
    }
}

/// A solver for positions whose size is known when this is compiled.
struct OnStandard<'a>(&'a mut Solver);

impl Solve<Standard> for OnStandard<'_> {
    fn solve_within(
        &mut self,
        position: &Position,
        known: RangeInclusive<Score>,
        goal: Goal,
        control: &mut Control<'_>,
    ) -> Solution {
        self.0.solve_within(&position.to_any(), known, goal, control)
    }

    fn known_score(&self, position: &Position) -> Option<Score> {
        self.0.known_score(&position.to_any())
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}
