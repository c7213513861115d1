//! Many positions at once, solved by all cores.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;

use foursight::{AnySize, Score, Size};
use foursight_engine::{
    AnySolver, BookSolver, Control, Goal, Limits, OfSize, SEARCH_STACK_BYTES, Solution, Solve,
    TableError, ThreadBudget,
};
use pyo3::exceptions::{PyIndexError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict};

use crate::errors::{memory_error, value_error};
use crate::options::Options;
use crate::position::{Position, board_of, of_board, size_of};
use crate::reading;
use crate::search::{BETWEEN_LOOKS, Solver, Watch};

type AnyPosition = foursight::Position<AnySize>;

/// Stands for a score in arrays where there is none.
const UNKNOWN: i8 = i8::MIN;

/// The most positions that a thread takes at a time.
const MAX_CHUNK: usize = 256;

/// Many positions, some of which may be impossible: what the functions with `many` in their names work on.
///
/// `positions` are those that `Position` takes, one by one.
///
/// >>> positions = foursight.Positions(["4455", "44444448"])
/// >>> len(positions), positions.errors
/// (2, {1: 'move 7: column 4 is full'})
#[pyclass(frozen, sequence, module = "foursight")]
pub(crate) struct Positions {
    positions: Vec<Result<AnyPosition, String>>,
}

#[pymethods]
impl Positions {
    #[new]
    #[pyo3(signature = (positions, *, size = None, connect = None, notation = None))]
    fn new(
        positions: &Bound<'_, PyAny>,
        size: Option<&str>,
        connect: Option<usize>,
        notation: Option<&str>,
    ) -> PyResult<Self> {
        let expected = reading::expected(size, connect)?;
        let mut read = Vec::new();
        for object in positions.try_iter()? {
            read.push(match reading::game(&object?, expected, notation) {
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
    fn _of_boards(cells: &[u8], width: usize, height: usize, connect: usize) -> PyResult<Self> {
        let size = size_of(width, height, connect)?;
        let boards = cells.chunks_exact(size.n_cells());
        if !boards.remainder().is_empty() {
            return Err(value_error(format!("{} cells are not boards of {size}", cells.len())));
        }
        Ok(Self { positions: boards.map(|board| of_board(board, size)).collect() })
    }

    /// Why some are impossible, by place.
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

    /// One byte for each: 1 if it is possible.
    fn _valid<'py>(&self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        let valid: Vec<u8> = self.positions.iter().map(|read| u8::from(read.is_ok())).collect();
        PyByteArray::new(py, &valid)
    }

    /// The boards of all one after another, rows from the top; 0 for what is impossible.
    fn _boards<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyByteArray>, usize, usize)> {
        let size = self.size().unwrap_or_default();
        let mut cells = Vec::with_capacity(self.positions.len() * size.n_cells());
        for read in &self.positions {
            match read {
                Ok(position) if position.size() == size => cells.extend(board_of(position)),
                Ok(_) => return Err(value_error("the positions are on boards of several sizes")),
                Err(_) => cells.resize(cells.len() + size.n_cells(), 0),
            }
        }
        Ok((PyByteArray::new(py, &cells), size.width(), size.height()))
    }

    /// For the score of each, how many moves the winner still has to play, as signed bytes.
    fn _moves_to_end<'py>(
        &self,
        py: Python<'py>,
        scores: &[u8],
    ) -> PyResult<Bound<'py, PyByteArray>> {
        if scores.len() != self.positions.len() {
            return Err(value_error("there is one score for each position"));
        }
        let moves = |(read, &score): (&Result<AnyPosition, String>, &u8)| {
            let score = Some(score.cast_signed()).filter(|&score| score != UNKNOWN)?;
            Score::new(score).moves_to_end(read.as_ref().ok()?).map(|moves| moves as i8)
        };
        let all = self.positions.iter().zip(scores).map(moves);
        let bytes: Vec<u8> = all.map(|moves| moves.unwrap_or(UNKNOWN).cast_unsigned()).collect();
        Ok(PyByteArray::new(py, &bytes))
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
        let batch = Batch { positions: &self.positions, n_columns, each_move, options: &options };
        let [lower, upper] = batch.run(py)?.map(|bounds| {
            let bytes: Vec<u8> = bounds.into_iter().map(i8::cast_unsigned).collect();
            PyByteArray::new(py, &bytes)
        });
        Ok((lower, upper, n_columns))
    }
}

impl Positions {
    fn size(&self) -> Option<AnySize> {
        self.positions.iter().flatten().next().map(foursight::Position::size)
    }
}

/// Positions to solve.
struct Batch<'a> {
    positions: &'a [Result<AnyPosition, String>],
    /// Of the answer.
    n_columns: usize,
    each_move: bool,
    options: &'a Options,
}

/// The bounds of some positions that follow one another.
struct Chunk {
    first: usize,
    lower: Vec<i8>,
    upper: Vec<i8>,
}

impl Batch<'_> {
    fn run(&self, py: Python<'_>) -> PyResult<[Vec<i8>; 2]> {
        py.detach(|| {
            let cancel = AtomicBool::new(false);
            let mut watch = Watch::new(&cancel, self.options.progress.as_ref());
            let budget = ThreadBudget::new(self.options.threads);
            let n_threads = self.options.threads.get();
            let size = (self.positions.len() / (n_threads * 16)).clamp(1, MAX_CHUNK);
            let queue = Queue { next: AtomicUsize::new(0), chunk_size: size };
            let (mut lower, mut upper) = self.unsolved();
            let (sender, receiver) = mpsc::channel();
            let (mut failure, mut n_done) = (None, 0);
            let n_all = self.positions.len();
            thread::scope(|scope| {
                for _ in 0..n_threads.min(self.positions.len()) {
                    let (sender, queue, budget, cancel) =
                        (sender.clone(), &queue, &budget, &cancel);
                    let work = move || self.work(queue, budget, cancel, &sender);
                    let thread = thread::Builder::new().stack_size(SEARCH_STACK_BYTES);
                    if let Err(error) = thread.spawn_scoped(scope, work) {
                        failure = Some(PyRuntimeError::new_err(error.to_string()));
                        cancel.store(true, Ordering::Relaxed);
                    }
                }
                drop(sender);
                loop {
                    match receiver.recv_timeout(BETWEEN_LOOKS) {
                        Ok(Ok(chunk)) => {
                            let start = chunk.first * self.n_columns;
                            lower[start..start + chunk.lower.len()].copy_from_slice(&chunk.lower);
                            upper[start..start + chunk.upper.len()].copy_from_slice(&chunk.upper);
                            n_done += chunk.lower.len() / self.n_columns;
                        }
                        Ok(Err(error)) => {
                            failure = Some(memory_error(error));
                            cancel.store(true, Ordering::Relaxed);
                        }
                        Err(RecvTimeoutError::Timeout) => {}
                        Err(RecvTimeoutError::Disconnected) => break,
                    }
                    watch.look(|callback| callback.call1((n_done, n_all)).map(|_| ()));
                }
            });
            watch.look_now(|callback| callback.call1((n_done, n_all)).map(|_| ()));
            watch.end()?;
            failure.map_or(Ok([lower, upper]), Err)
        })
    }

    /// What is known of each position before any search.
    fn unsolved(&self) -> (Vec<i8>, Vec<i8>) {
        let mut chunk = Chunk { first: 0, lower: Vec::new(), upper: Vec::new() };
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
            self.add(&mut chunk, &solutions);
        }
        (chunk.lower, chunk.upper)
    }

    /// Adds the bounds of one position.
    fn add(&self, chunk: &mut Chunk, solutions: &[Option<Solution>]) {
        for column in 0..self.n_columns {
            let bounds = solutions.get(column).copied().flatten();
            let value = |score: Score| score.value() as i8;
            chunk.lower.push(bounds.map_or(UNKNOWN, |solution| value(solution.lower)));
            chunk.upper.push(bounds.map_or(UNKNOWN, |solution| value(solution.upper)));
        }
    }

    /// Solves positions until none is left or `cancel` is set.
    fn work(
        &self,
        queue: &Queue,
        budget: &ThreadBudget,
        cancel: &AtomicBool,
        sender: &Sender<Result<Chunk, TableError>>,
    ) {
        let mut solver = OfSize::default();
        while let Some(first) = queue.take(self.positions.len()) {
            let mut chunk = Chunk { first, lower: Vec::new(), upper: Vec::new() };
            for read in self.positions[first..].iter().take(queue.chunk_size) {
                if cancel.load(Ordering::Relaxed) {
                    break;
                }
                let Ok(position) = read else {
                    self.add(&mut chunk, &[]);
                    continue;
                };
                let solver = match self.solver(&mut solver, position.size(), budget) {
                    Ok(solver) => solver,
                    Err(error) => {
                        // The receiver waits for all threads.
                        let _ = sender.send(Err(error));
                        return;
                    }
                };
                let solutions = self.solve(position, solver, cancel);
                self.add(&mut chunk, &solutions);
            }
            if sender.send(Ok(chunk)).is_err() || cancel.load(Ordering::Relaxed) {
                return;
            }
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
        let Options { deadline, nodes, is_weak, .. } = *self.options;
        let limits = Limits { deadline, cancel: Some(cancel), nodes };
        let goal = if is_weak { Goal::Verdict } else { Goal::Score };
        let control = &mut Control::limited(limits);
        if self.each_move {
            solver.solve_moves(position, goal, control).columns().to_vec()
        } else {
            vec![Some(solver.solve(position, goal, control))]
        }
    }
}

/// What is left to do.
struct Queue {
    next: AtomicUsize,
    chunk_size: usize,
}

impl Queue {
    /// The place of the next chunk.
    fn take(&self, n_positions: usize) -> Option<usize> {
        let first = self.next.fetch_add(self.chunk_size, Ordering::Relaxed);
        (first < n_positions).then_some(first)
    }
}
