//! Searches that leave the interpreter free, and that Ctrl-C ends.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use foursight::AnySize;
use foursight_engine::{AnySolver, BookSolver, Control, Limits, Progress, TableError, TableSize};
use pyo3::prelude::*;

use crate::errors::memory_error;
use crate::options::Options;

pub(crate) type Solver = BookSolver<AnySolver>;

/// The interval at which a search asks Python whether Ctrl-C was pressed, and reports its progress.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// The maximum number of idle solvers kept, with their results, for the next search.
const MAX_IDLE: usize = 8;

/// The maximum memory for the tables of several idle solvers. The most recent solver is always
/// kept.
const MAX_IDLE_MIB: usize = 256;

/// The features that distinguish solvers.
#[derive(PartialEq)]
struct Kind {
    size: AnySize,
    books: u64,
    n_threads: usize,
    table_size: TableSize,
}

/// Idle solvers, the most recent last.
static IDLE: Mutex<Vec<(Kind, Solver)>> = Mutex::new(Vec::new());

fn idle() -> MutexGuard<'static, Vec<(Kind, Solver)>> {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Forget what earlier searches have proved, and give back the memory of their tables.
///
/// Scores never depend on it; the next search starts cold, as for a measurement.
#[pyfunction]
pub(crate) fn clear() {
    idle().clear();
}

/// Runs `work` with a solver for boards of `size`, without the interpreter's lock.
pub(crate) fn search<T: Send>(
    py: Python<'_>,
    size: AnySize,
    options: &Options,
    work: impl FnOnce(&mut Solver, &mut Control<'_>) -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        let table_size = options.table_size.unwrap_or(TableSize::for_threads(options.threads));
        let (books, n_threads) = (options.books.id, options.threads.get());
        let kind = Kind { size, books, n_threads, table_size };
        let mut solver = take(&kind, options).map_err(memory_error)?;
        let cancel = AtomicBool::new(false);
        let mut watch = Watch::new(&cancel, options.progress.as_ref());
        let mut report = |progress: &Progress| {
            let Progress { lower, upper, nodes, elapsed } = *progress;
            let report = (lower.value(), upper.value(), nodes, elapsed.as_secs_f64());
            watch.look(|callback| callback.call1(report).map(|_| ()));
        };
        let limits =
            Limits { deadline: options.deadline(), cancel: Some(&cancel), nodes: options.nodes };
        let value = work(&mut solver, &mut Control { limits, progress: Some(&mut report) });
        give_back(kind, solver);
        watch.end()?;
        Ok(value)
    })
}

fn take(kind: &Kind, options: &Options) -> Result<Solver, TableError> {
    let mut idle = idle();
    if let Some(place) = idle.iter().rposition(|(other, _)| other == kind) {
        return Ok(idle.swap_remove(place).1);
    }
    drop(idle);
    let solver = AnySolver::try_with_threads(kind.size, kind.table_size, options.threads)?;
    Ok(BookSolver::new(options.books.books.clone(), solver))
}

fn give_back(kind: Kind, solver: Solver) {
    let mut idle = idle();
    idle.push((kind, solver));
    let mib = |(kind, _): &(Kind, Solver)| kind.table_size.mib();
    while idle.len() > MAX_IDLE
        || idle.len() > 1 && idle.iter().map(mib).sum::<usize>() > MAX_IDLE_MIB
    {
        idle.remove(0);
    }
}

/// Checks from time to time for Ctrl-C, and whether to report the progress.
pub(crate) struct Watch<'a> {
    cancel: &'a AtomicBool,
    callback: Option<&'a Py<PyAny>>,
    next: Instant,
    error: Option<PyErr>,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(cancel: &'a AtomicBool, callback: Option<&'a Py<PyAny>>) -> Self {
        Self { cancel, callback, next: Instant::now() + BETWEEN_LOOKS, error: None }
    }

    /// Ends the search if Python raises something; `report` calls the callback.
    pub(crate) fn look(&mut self, report: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<()>) {
        if Instant::now() >= self.next {
            self.look_now(report);
        }
    }

    /// The same, regardless of when it last checked.
    pub(crate) fn look_now(&mut self, report: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<()>) {
        if self.error.is_some() {
            return;
        }
        let looked = Python::attach(|py| {
            py.check_signals()?;
            self.callback.map_or(Ok(()), |callback| report(callback.bind(py)))
        });
        if let Err(error) = looked {
            self.error = Some(error);
            self.cancel.store(true, Ordering::Relaxed);
        }
        self.next = Instant::now() + BETWEEN_LOOKS;
    }

    /// Raises the exception that ended the search: Ctrl-C, or the callback's.
    pub(crate) fn end(self) -> PyResult<()> {
        self.error.map_or(Ok(()), Err)
    }
}
