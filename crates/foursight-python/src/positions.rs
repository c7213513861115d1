//! Many positions at once, solved by all cores.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use foursight::{AnySize, Score, Size, counted};
use foursight_engine::{
    AnySolver, BookSolver, Control, Goal, Limits, OfSize, Solution, Solve, TableError, ThreadBudget,
};
use foursight_label::{Row, in_parallel};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict, PyString};

use crate::errors::{failure, value_error};
use crate::layout::Layout;
use crate::options::Options;
use crate::pickle::{Reduced, reduced};
use crate::position::{Position, of_board, size_of};
use crate::reading;
use crate::search::{Solver, Watch};
use crate::vector::{Step, play};

type AnyPosition = foursight::Position<AnySize>;

/// Stands for a score in arrays where there is none.
const UNKNOWN: i8 = i8::MIN;

/// Many positions, some of which may be impossible: the input of the functions with `many` in their names.
///
/// `positions` is a list of anything that `Position` takes, or other `Positions`. If `size` or `connect` is
/// given, a position on any other board counts as impossible.
///
/// >>> positions = foursight.Positions(["4455", "44444448"])
/// >>> len(positions), positions.errors
/// (2, {1: 'move 7: column d is full'})
#[pyclass(frozen, sequence, module = "foursight")]
pub(crate) struct Positions {
    pub(crate) positions: Vec<Result<AnyPosition, String>>,
}

#[pymethods]
impl Positions {
    #[new]
    #[pyo3(signature = (positions, *, size = None, connect = None, notation = None))]
    fn new(
        positions: &Bound<'_, PyAny>,
        size: Option<&str>,
        connect: Option<reading::Connect>,
        notation: Option<&str>,
    ) -> PyResult<Self> {
        let expected = reading::expected(size, connect)?;
        if positions.is_instance_of::<PyString>() {
            let message = "one string is one position: pass a list of them";
            return Err(PyTypeError::new_err(message));
        }
        if let Ok(known) = positions.cast::<Self>() {
            let fitting = |read: &Result<AnyPosition, String>| {
                let position = read.clone()?;
                let fits = reading::fits(expected, position.size());
                fits.map(|()| position).map_err(|error| error.value(positions.py()).to_string())
            };
            return Ok(Self { positions: known.get().positions.iter().map(fitting).collect() });
        }
        let mut read = Vec::new();
        for object in positions.try_iter()? {
            let object = object?;
            if object.is_none() {
                read.push(Row::of_nothing().position);
                continue;
            }
            read.push(match reading::game(&object, expected, notation) {
                Ok(game) => Ok(*game.position()),
                Err(error)
                    if error.is_instance_of::<pyo3::exceptions::PyValueError>(positions.py()) =>
                {
                    Err(error.value(positions.py()).to_string())
                }
                Err(error) => return Err(error),
            });
        }
        Ok(Self { positions: read })
    }

    /// The positions of boards of one size, one after another in `cells`, rows from the top.
    #[staticmethod]
    fn _of_boards(
        cells: &[u8],
        width: usize,
        height: usize,
        connect: reading::Connect,
    ) -> PyResult<Self> {
        let size = size_of(width, height, connect.0)?;
        let boards = cells.chunks_exact(size.n_cells());
        if !boards.remainder().is_empty() {
            return Err(value_error(format!(
                "{} cannot fill {size} boards",
                counted(cells.len(), "cell")
            )));
        }
        Ok(Self { positions: boards.map(|board| of_board(board, size)).collect() })
    }

    /// Why some positions are impossible, by index.
    #[getter]
    fn errors(&self) -> BTreeMap<usize, String> {
        let numbered = self.positions.iter().enumerate();
        numbered.filter_map(|(place, read)| Some((place, read.clone().err()?))).collect()
    }

    fn __len__(&self) -> usize {
        self.positions.len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<Position> {
        let place = if index < 0 { index + self.positions.len() as isize } else { index };
        let read = usize::try_from(place).ok().and_then(|place| self.positions.get(place));
        let read = read.ok_or_else(|| PyIndexError::new_err("there is no such position"))?;
        read.clone().map(Position).map_err(value_error)
    }

    /// One byte for each position: 1 if it is possible.
    fn _valid<'py>(&self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        let valid: Vec<u8> = self.positions.iter().map(|read| u8::from(read.is_ok())).collect();
        PyByteArray::new(py, &valid)
    }

    /// All boards in a layout, one after another, and the width and height; an impossible one is empty.
    fn _boards<'py>(
        &self,
        py: Python<'py>,
        layout: &str,
    ) -> PyResult<(Bound<'py, PyByteArray>, usize, usize)> {
        let (layout, size) = (Layout::named(layout)?, self.size().unwrap_or_default());
        if self.positions.iter().flatten().any(|position| position.size() != size) {
            return Err(value_error("the positions must all be on boards of the same size"));
        }
        let n_bytes = layout.n_bytes(size);
        let cells = PyByteArray::new_with(py, self.positions.len() * n_bytes, |cells| {
            for (read, cells) in self.positions.iter().zip(cells.chunks_exact_mut(n_bytes)) {
                let empty = AnyPosition::empty(size);
                layout.write(read.as_ref().unwrap_or(&empty), cells);
            }
            Ok(())
        })?;
        Ok((cells, size.width(), size.height()))
    }

    /// The positions after a move in each for which `plays` has a 1, and a byte for each: 0 if the game goes on, 1 after a
    /// win, 2 after a draw, and 3 if the move is illegal, which changes nothing.
    fn _play<'py>(
        &self,
        py: Python<'py>,
        columns: &[u8],
        plays: &[u8],
    ) -> PyResult<(Self, Bound<'py, PyByteArray>)> {
        self.check(columns.len())?;
        self.check(plays.len())?;
        let mut after = Self { positions: self.positions.clone() };
        let mut steps = vec![Step::GoesOn as u8; columns.len()];
        let moves = columns.iter().zip(plays).zip(&mut steps);
        for (read, ((&column, _), step)) in
            after.positions.iter_mut().zip(moves).filter(|(_, ((_, plays), _))| **plays == 1)
        {
            *step = read.as_mut().map_or(Step::IsIllegal, |position| play(position, column)) as u8;
        }
        Ok((after, PyByteArray::new(py, &steps)))
    }

    /// The positions, with `start` where `begins` has a 1.
    fn _begin(&self, start: &Position, begins: &[u8]) -> PyResult<Self> {
        self.check(begins.len())?;
        let after = self
            .positions
            .iter()
            .zip(begins)
            .map(|(read, begins)| if *begins == 1 { Ok(start.0) } else { read.clone() });
        Ok(Self { positions: after.collect() })
    }

    /// The positions at these places.
    fn _take(&self, places: Vec<usize>) -> PyResult<Self> {
        let read = |place: usize| {
            let read = self.positions.get(place).cloned();
            read.ok_or_else(|| PyIndexError::new_err("there is no such position"))
        };
        Ok(Self { positions: places.into_iter().map(read).collect::<PyResult<_>>()? })
    }

    #[staticmethod]
    fn _of(
        positions: Vec<Option<PyRef<'_, Position>>>,
        mut errors: BTreeMap<usize, String>,
    ) -> Self {
        let read = |(place, position): (usize, Option<PyRef<'_, Position>>)| {
            let error = || errors.remove(&place).unwrap_or_default();
            position.map(|position| position.0).ok_or_else(error)
        };
        Self { positions: positions.into_iter().enumerate().map(read).collect() }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, Parts> {
        let positions = slf.get().positions.iter();
        let positions = positions.map(|read| read.as_ref().ok().copied().map(Position)).collect();
        reduced(slf, "_of", (positions, slf.get().errors()))
    }

    /// The bounds of each position, or of each of its columns if `each_move` is set, as signed bytes: lower and upper,
    /// and the number of columns.
    #[pyo3(signature = (each_move, options = None))]
    fn _solve<'py>(
        &self,
        py: Python<'py>,
        each_move: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<(Bound<'py, PyByteArray>, Bound<'py, PyByteArray>, usize)> {
        let options = Options::read(options)?;
        let width = self.positions.iter().flatten().map(|p| p.size().width()).max();
        let n_columns = if each_move { width.unwrap_or(AnySize::default().width()) } else { 1 };
        let batch = Batch {
            positions: &self.positions,
            n_columns,
            each_move,
            deadline: options.deadline(),
            options: &options,
        };
        let [lower, upper] = batch.run(py)?.map(|bounds| {
            let bytes: Vec<u8> = bounds.into_iter().map(i8::cast_unsigned).collect();
            PyByteArray::new(py, &bytes)
        });
        Ok((lower, upper, n_columns))
    }
}

/// The arguments of `_of`.
type Parts = (Vec<Option<Position>>, BTreeMap<usize, String>);

impl Positions {
    /// Refuses values for another number of positions.
    fn check(&self, n_values: usize) -> PyResult<()> {
        if n_values == self.positions.len() {
            return Ok(());
        }
        let positions = counted(self.positions.len(), "position");
        Err(value_error(format!("{} for {positions}", counted(n_values, "value"))))
    }

    /// These positions, or those that a list of positions stands for.
    pub(crate) fn of<'py>(positions: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Self>> {
        match positions.cast::<Self>() {
            Ok(positions) => Ok(positions.clone()),
            Err(_) => Bound::new(positions.py(), Self::new(positions, None, None, None)?),
        }
    }

    fn size(&self) -> Option<AnySize> {
        self.positions.iter().flatten().next().map(foursight::Position::size)
    }
}

/// Positions to solve.
struct Batch<'a> {
    positions: &'a [Result<AnyPosition, String>],
    /// The number of columns in the answer.
    n_columns: usize,
    each_move: bool,
    deadline: Option<Instant>,
    options: &'a Options,
}

/// The bounds of some consecutive positions.
#[derive(Default)]
struct Bounds {
    lower: Vec<i8>,
    upper: Vec<i8>,
}

impl Batch<'_> {
    fn run(&self, py: Python<'_>) -> PyResult<[Vec<i8>; 2]> {
        py.detach(|| {
            let cancel = AtomicBool::new(false);
            let mut watch = Watch::new(&cancel, self.options.progress.as_ref());
            let budget = ThreadBudget::new(self.options.threads);
            let new_worker = || self.worker(&budget, &cancel);
            let (n_threads, n_all) = (self.options.threads, self.positions.len());
            let (mut lower, mut upper) = self.unsolved();
            let mut n_done = 0;
            let ended = in_parallel(n_all, n_threads, &cancel, new_worker, |done| {
                if let Some((first, bounds)) = done {
                    let start = first * self.n_columns;
                    lower[start..start + bounds.lower.len()].copy_from_slice(&bounds.lower);
                    upper[start..start + bounds.upper.len()].copy_from_slice(&bounds.upper);
                    n_done += bounds.lower.len() / self.n_columns;
                }
                watch.look(|callback| callback.call1((n_done, n_all)).map(|_| ()));
            });
            watch.look_now(|callback| callback.call1((n_done, n_all)).map(|_| ()));
            watch.end()?;
            ended.map_or_else(|error| Err(failure(&error)), |()| Ok([lower, upper]))
        })
    }

    /// The known bounds of each position before any search.
    fn unsolved(&self) -> (Vec<i8>, Vec<i8>) {
        let mut bounds = Bounds::default();
        for read in self.positions {
            let solutions = match read {
                Err(_) => Vec::new(),
                Ok(position) if self.each_move => {
                    foursight_engine::MoveScores::unproved(position).columns().to_vec()
                }
                Ok(position) => vec![Some(
                    Score::at_end(position)
                        .map_or_else(|| Solution::unproved(position), Solution::exact),
                )],
            };
            self.add(&mut bounds, &solutions);
        }
        (bounds.lower, bounds.upper)
    }

    /// Adds the bounds of one position.
    fn add(&self, all: &mut Bounds, solutions: &[Option<Solution>]) {
        for column in 0..self.n_columns {
            let bounds = solutions.get(column).copied().flatten();
            let value = |score: Score| score.value() as i8;
            all.lower.push(bounds.map_or(UNKNOWN, |solution| value(solution.lower)));
            all.upper.push(bounds.map_or(UNKNOWN, |solution| value(solution.upper)));
        }
    }

    /// Solves the positions at these indices, until `cancel` is set.
    fn worker(
        &self,
        budget: &ThreadBudget,
        cancel: &AtomicBool,
    ) -> impl FnMut(Range<usize>) -> Result<Bounds, TableError> {
        let mut solver = OfSize::default();
        move |places| {
            let mut bounds = Bounds::default();
            for read in &self.positions[places] {
                if cancel.load(Ordering::Relaxed) {
                    break;
                }
                let solutions = match read {
                    Ok(position) => {
                        let solver = self.solver(&mut solver, position.size(), budget)?;
                        self.solve(position, solver, cancel)
                    }
                    Err(_) => Vec::new(),
                };
                self.add(&mut bounds, &solutions);
            }
            Ok(bounds)
        }
    }

    fn solver<'s>(
        &self,
        known: &'s mut OfSize<Solver>,
        size: AnySize,
        budget: &ThreadBudget,
    ) -> Result<&'s mut Solver, TableError> {
        known.try_get(size, || {
            let table_size = self.options.table_size.unwrap_or_default();
            let solver = AnySolver::try_with_threads(size, table_size, budget.clone())?;
            Ok(BookSolver::new(self.options.books.books.clone(), solver))
        })
    }

    fn solve(
        &self,
        position: &AnyPosition,
        solver: &mut Solver,
        cancel: &AtomicBool,
    ) -> Vec<Option<Solution>> {
        let Options { nodes, is_weak, .. } = *self.options;
        let limits = Limits { deadline: self.deadline, cancel: Some(cancel), nodes };
        let goal = if is_weak { Goal::Verdict } else { Goal::Score };
        let control = &mut Control::limited(limits);
        if self.each_move {
            solver.solve_moves(position, goal, control).columns().to_vec()
        } else {
            vec![Some(solver.solve(position, goal, control))]
        }
    }
}
