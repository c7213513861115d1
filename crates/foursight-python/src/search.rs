//! Searches that leave the interpreter free, and that Ctrl-C ends.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use foursight::AnySize;
use foursight_engine::{
    AnySolver, BookSolver, Control, Limits, OfSize, Progress, TableError, TableSize,
};
use foursight_label::in_parallel;
use pyo3::prelude::*;

use crate::errors::{failure, memory_error};
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
#[derive(Clone, Copy, PartialEq)]
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
        let mut lent = Lent::new(size, options, options.threads).map_err(memory_error)?;
        let cancel = AtomicBool::new(false);
        let mut watch = Watch::new(&cancel, options.progress.as_ref());
        let mut report = |progress: &Progress| {
            let Progress { lower, upper, nodes, elapsed } = *progress;
            let report = (lower.value(), upper.value(), nodes, elapsed.as_secs_f64());
            watch.look(|callback| callback.call1(report).map(|_| ()));
        };
        let limits =
            Limits { deadline: options.deadline(), cancel: Some(&cancel), nodes: options.nodes };
        let value = work(lent.solver(), &mut Control { limits, progress: Some(&mut report) });
        watch.end()?;
        Ok(value)
    })
}

/// Does `work` for the items from 0 to `n_items`, without the interpreter's lock. Each of several threads has a solver of
/// its own, and takes a few consecutive items at a time. A single thread is the caller's, because quick work takes less
/// time than the start of another. `size` is the board of an item.
pub(crate) fn search_many<T: Send>(
    py: Python<'_>,
    n_items: usize,
    options: &Options,
    size: impl Fn(usize) -> AnySize + Sync,
    work: impl Fn(usize, &mut Solver, &mut Control<'_>) -> T + Sync,
) -> PyResult<Vec<T>> {
    py.detach(|| {
        let cancel = AtomicBool::new(false);
        let mut watch = Watch::new(&cancel, options.progress.as_ref());
        let limits =
            Limits { deadline: options.deadline(), cancel: Some(&cancel), nodes: options.nodes };
        let one = |solvers: &mut OfSize<Lent>, place, control: &mut Control<'_>| {
            let size = size(place);
            let lent = solvers.try_get(size, || Lent::new(size, options, NonZeroUsize::MIN))?;
            Ok::<T, TableError>(work(place, lent.solver(), control))
        };
        if options.threads == NonZeroUsize::MIN {
            let (mut found, mut solvers) = (Vec::new(), OfSize::default());
            while found.len() < n_items && !limits.are_canceled() {
                let done = (found.len(), n_items);
                let mut look = || watch.look(|callback| callback.call1(done).map(|_| ()));
                look();
                let mut report = |_: &Progress| look();
                let mut control = Control { limits, progress: Some(&mut report) };
                found.push(one(&mut solvers, found.len(), &mut control).map_err(memory_error)?);
            }
            watch.look_now(|callback| callback.call1((found.len(), n_items)).map(|_| ()));
            return watch.end().map(|()| found);
        }
        let new_worker = || {
            let (mut solvers, one) = (OfSize::default(), &one);
            move |places: Range<usize>| {
                let one = |place| one(&mut solvers, place, &mut Control::limited(limits));
                places.map(one).collect::<Result<Vec<T>, TableError>>()
            }
        };
        let (mut found, mut n_done) = (Vec::new(), 0);
        found.resize_with(n_items, || None);
        let ended = in_parallel(n_items, options.threads, &cancel, new_worker, |done| {
            if let Some((first, done)) = done {
                n_done += done.len();
                for (place, one) in found[first..].iter_mut().zip(done) {
                    *place = Some(one);
                }
            }
            watch.look(|callback| callback.call1((n_done, n_items)).map(|_| ()));
        });
        watch.look_now(|callback| callback.call1((n_done, n_items)).map(|_| ()));
        watch.end()?;
        ended.map_err(|error| failure(&error))?;
        Ok(found.into_iter().map(|one| one.expect("only an exception cancels")).collect())
    })
}

/// A solver in use, which is idle again when it is dropped.
struct Lent {
    kind: Kind,
    solver: Option<Solver>,
}

impl Lent {
    fn new(size: AnySize, options: &Options, threads: NonZeroUsize) -> Result<Self, TableError> {
        let table_size = options.table_size.unwrap_or(TableSize::for_threads(threads));
        let kind = Kind { size, books: options.books.id, n_threads: threads.get(), table_size };
        let mut idle = idle();
        let known = idle.iter().rposition(|(other, _)| *other == kind);
        if let Some(place) = known {
            let solver = Some(idle.swap_remove(place).1);
            return Ok(Self { kind, solver });
        }
        drop(idle);
        let solver = AnySolver::try_with_threads(size, table_size, threads)?;
        let solver = Some(BookSolver::new(options.books.books.clone(), solver));
        Ok(Self { kind, solver })
    }

    fn solver(&mut self) -> &mut Solver {
        self.solver.as_mut().expect("only dropping takes it")
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let mut idle = idle();
        idle.extend(self.solver.take().map(|solver| (self.kind, solver)));
        let mib = |(kind, _): &(Kind, Solver)| kind.table_size.mib();
        while idle.len() > MAX_IDLE
            || idle.len() > 1 && idle.iter().map(mib).sum::<usize>() > MAX_IDLE_MIB
        {
            idle.remove(0);
        }
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
