//! Levels as players.

use std::sync::{Mutex, MutexGuard, PoisonError};

use foursight::Column;
use foursight_engine::{LevelPlayer, Ties};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::value_error;
use crate::options::Options;
use crate::pickle::{Reduced, reduced};
use crate::reading;
use crate::search::search;

/// A player of a level from 0 (random) to 10 (perfect). The same seed plays the same moves.
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
    #[pyo3(signature = (number, *, seed = 0, random_ties = false))]
    fn new(number: i64, seed: u64, random_ties: bool) -> PyResult<Self> {
        let level = foursight_engine::Level::new(number).map_err(value_error)?;
        let ties = if random_ties { Ties::Random } else { Ties::Center };
        Ok(Self { level, player: Mutex::new(LevelPlayer::new(level, seed).with_ties(ties)) })
    }

    /// The number, from 0 to 10.
    #[getter]
    fn number(&self) -> u8 {
        self.level.number()
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
            player.choose(&position, solver, control)
        })?;
        *self.player() = player;
        column.map(Column::index).ok_or_else(|| PyValueError::new_err("the game is over"))
    }

    #[staticmethod]
    fn _going_on(number: i64, seed: u64, random_ties: bool) -> PyResult<Self> {
        Self::new(number, seed, random_ties)
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
