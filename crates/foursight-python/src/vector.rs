//! Many games at a time, one move in each: for agents that learn by self-play.

use foursight::{AnySize, Column, Outcome, Position, STANDARD, Size};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use crate::errors::{memory_error, value_error};
use crate::pickle::{Reduced, reduced};
use crate::position::{self, size_of};

/// Games that restart when they end: the part of `foursight.vector` that is written in Rust.
#[pyclass(module = "foursight._foursight")]
pub(crate) struct _Vector {
    n_games: usize,
    size: AnySize,
    games: Box<dyn ManyGames>,
}

type Bytes<'py> = PyResult<Bound<'py, PyByteArray>>;

/// Two arrays with one byte for each game.
type Stepped<'py> = (Bound<'py, PyByteArray>, Bound<'py, PyByteArray>);

#[pymethods]
impl _Vector {
    #[new]
    fn new(n_games: usize, width: usize, height: usize, connect: usize) -> PyResult<Self> {
        let size = size_of(width, height, connect)?;
        let games: Box<dyn ManyGames> = if size == STANDARD.to_any() {
            Box::new(Games::new(STANDARD, n_games)?)
        } else {
            Box::new(Games::new(size, n_games)?)
        };
        Ok(Self { n_games, size, games })
    }

    /// Restarts all games.
    fn reset(&mut self) {
        self.games.reset();
    }

    /// Plays a move in each game; returns the reward of each, and whether it has ended.
    fn step<'py>(&mut self, py: Python<'py>, columns: &[u8]) -> PyResult<Stepped<'py>> {
        if columns.len() != self.n_games {
            let error = format!("{} actions for {} games", columns.len(), self.n_games);
            return Err(value_error(error));
        }
        let (rewards, ends) = self.games.step(columns);
        Ok((PyByteArray::new(py, &rewards), PyByteArray::new(py, &ends)))
    }

    /// For each game, 1 for each column that has room.
    fn mask<'py>(&self, py: Python<'py>) -> Bytes<'py> {
        self.filled(py, self.size.width(), |cells| self.games.mask(cells))
    }

    /// For each game, rows from the top, each cell as two bytes: whether the side to move has it, and whether the other
    /// side has it.
    fn observe<'py>(&self, py: Python<'py>) -> Bytes<'py> {
        self.filled(py, 2 * self.size.n_cells(), |cells| self.games.observe(cells))
    }

    /// The position of each game.
    fn positions(&self) -> Vec<position::Position> {
        self.games.positions().into_iter().map(position::Position).collect()
    }

    #[staticmethod]
    fn _going_on(
        width: usize,
        height: usize,
        connect: usize,
        positions: Vec<PyRef<'_, position::Position>>,
    ) -> PyResult<Self> {
        let mut games = Self::new(positions.len(), width, height, connect)?;
        games.games.set(&positions.into_iter().map(|position| position.0).collect::<Vec<_>>());
        Ok(games)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, Parts> {
        let games = slf.borrow();
        let size = games.size;
        let parts = (size.width(), size.height(), size.connect(), games.positions());
        reduced(slf, "_going_on", parts)
    }
}

/// The arguments of `_going_on`.
type Parts = (usize, usize, usize, Vec<position::Position>);

impl _Vector {
    /// New bytes, `n_bytes` for each game, which begin as 0; an exception if there is no memory for them.
    fn filled<'py>(
        &self,
        py: Python<'py>,
        n_bytes: usize,
        fill: impl FnOnce(&mut [u8]),
    ) -> Bytes<'py> {
        PyByteArray::new_with(py, self.n_games * n_bytes, |bytes| {
            fill(bytes);
            Ok(())
        })
    }
}

/// Games on boards of one size.
trait ManyGames: Send + Sync {
    fn reset(&mut self);
    fn step(&mut self, columns: &[u8]) -> (Vec<u8>, Vec<u8>);
    fn mask(&self, cells: &mut [u8]);
    fn observe(&self, cells: &mut [u8]);
    fn set(&mut self, positions: &[Position<AnySize>]);
    fn positions(&self) -> Vec<Position<AnySize>>;
}

struct Games<S: Size> {
    size: S,
    positions: Vec<Position<S>>,
}

/// The effect of a move on its game, for the side that played it.
#[derive(Clone, Copy)]
enum Step {
    GoesOn,
    Wins,
    Draws,
    IsIllegal,
}

impl<S: Size> Games<S> {
    fn new(size: S, n_games: usize) -> PyResult<Self> {
        let mut positions = Vec::new();
        let no_room = |_| memory_error(format!("not enough memory for {n_games} games"));
        positions.try_reserve_exact(n_games).map_err(no_room)?;
        positions.resize(n_games, Position::empty(size));
        Ok(Self { size, positions })
    }
}

impl<S: Size> ManyGames for Games<S> {
    fn reset(&mut self) {
        self.positions.fill(Position::empty(self.size));
    }

    fn step(&mut self, columns: &[u8]) -> (Vec<u8>, Vec<u8>) {
        let step = |(position, &column): (&mut Position<S>, &u8)| {
            let step = play(position, column);
            let reward = match step {
                Step::Wins => 1,
                Step::IsIllegal => -1_i8,
                Step::GoesOn | Step::Draws => 0,
            };
            let ends = !matches!(step, Step::GoesOn);
            if ends {
                *position = Position::empty(self.size);
            }
            (reward.cast_unsigned(), u8::from(ends))
        };
        self.positions.iter_mut().zip(columns).map(step).unzip()
    }

    fn mask(&self, cells: &mut [u8]) {
        let rows = cells.chunks_exact_mut(self.size.width());
        for (position, row) in self.positions.iter().zip(rows) {
            let playable = position.playable_cells();
            for (column, cell) in self.size.columns().zip(row) {
                *cell = u8::from(!playable.in_column(column).is_empty());
            }
        }
    }

    fn observe(&self, cells: &mut [u8]) {
        let (width, height) = (self.size.width(), self.size.height());
        let boards = cells.chunks_exact_mut(2 * self.size.n_cells());
        for (position, cells) in self.positions.iter().zip(boards) {
            for (plane, discs) in [position.mover(), position.opponent()].into_iter().enumerate() {
                for cell in discs.cells() {
                    let row = height - 1 - cell.row;
                    cells[2 * (row * width + cell.column.index()) + plane] = 1;
                }
            }
        }
    }

    fn set(&mut self, positions: &[Position<AnySize>]) {
        for (own, position) in self.positions.iter_mut().zip(positions) {
            *own = position.with_size(self.size).expect("all games are on boards of this size");
        }
    }

    fn positions(&self) -> Vec<Position<AnySize>> {
        self.positions.iter().map(Position::to_any).collect()
    }
}

fn play<S: Size>(position: &mut Position<S>, column: u8) -> Step {
    let next = Column::checked(column.into()).and_then(|column| position.play(column).ok());
    let Some(next) = next else { return Step::IsIllegal };
    *position = next;
    match next.outcome() {
        None => Step::GoesOn,
        Some(Outcome::Win(_)) => Step::Wins,
        Some(Outcome::Draw) => Step::Draws,
    }
}
