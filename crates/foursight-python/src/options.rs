//! The options that all searches share: `book`, `threads`, `table_mib`, `time_limit`, `nodes` and `progress`.

use std::num::NonZeroUsize;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use foursight_engine::{TableSize, n_cores};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};

use crate::books::Books;
use crate::errors::value_error;

/// The first lines of a function's documentation, from which Python reads its signature: `$beginning`, then all options.
macro_rules! with_options {
    ($beginning:literal) => {
        concat!(
            $beginning,
            "book=True, threads=None, table_mib=None, time_limit=None, nodes=None, weak=False, \
             progress=None)\n--\n"
        )
    };
}
pub(crate) use with_options;

/// The resources and limits of a search.
pub(crate) struct Options {
    pub(crate) books: Books,
    pub(crate) threads: NonZeroUsize,
    pub(crate) table_size: Option<TableSize>,
    pub(crate) time_limit: Option<Duration>,
    pub(crate) nodes: Option<u64>,
    pub(crate) progress: Option<Py<PyAny>>,
    /// Only whether the side to move wins, draws or loses.
    pub(crate) is_weak: bool,
}

impl Options {
    /// The options among keyword arguments.
    pub(crate) fn read(arguments: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut options = Self {
            books: Books::embedded().clone(),
            threads: *N_CORES,
            table_size: None,
            time_limit: None,
            nodes: None,
            progress: None,
            is_weak: false,
        };
        for (name, value) in arguments.into_iter().flatten() {
            if !value.is_none() {
                options.set(name.extract()?, &value)?;
            }
        }
        Ok(options)
    }

    /// The end of a search that begins now.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.time_limit.and_then(|limit| Instant::now().checked_add(limit))
    }

    fn set(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        match name {
            "book" => self.books = read_books(value)?,
            "threads" => {
                let wrong = || {
                    value_error(format!("threads is {value}; it must be a whole number, 1 or more"))
                };
                self.threads = value.extract().map_err(|_| wrong())?;
            }
            "table_mib" => {
                let most = TableSize::MAX_MIB;
                let mib = value.extract().ok().filter(|mib| (1..=most).contains(mib));
                let wrong = || {
                    value_error(format!(
                        "table_mib is {value}; it must be a whole number, 1 to {most}"
                    ))
                };
                self.table_size = Some(TableSize::from_mib(mib.ok_or_else(wrong)?));
            }
            "time_limit" => {
                let limit = value.extract().ok().and_then(|s| Duration::try_from_secs_f64(s).ok());
                let wrong = || {
                    value_error(format!(
                        "time_limit is {value}; it must be a number of seconds, 0 or more"
                    ))
                };
                self.time_limit = Some(limit.ok_or_else(wrong)?);
            }
            "nodes" => {
                let wrong = || {
                    value_error(format!("nodes is {value}; it must be a whole number, 0 or more"))
                };
                self.nodes = Some(value.extract().map_err(|_| wrong())?);
            }
            "progress" => self.progress = Some(value.clone().unbind()),
            "weak" => self.is_weak = value.extract()?,
            _ => return Err(PyTypeError::new_err(format!("there is no option {name:?}"))),
        }
        Ok(())
    }
}

fn read_books(value: &Bound<'_, PyAny>) -> PyResult<Books> {
    if let Ok(books) = value.cast::<Books>() {
        return Ok(books.get().clone());
    }
    let wrong = |_| PyTypeError::new_err("book must be True, False or Books");
    let uses_embedded = value.cast::<PyBool>().map_err(wrong)?.is_true();
    Ok(if uses_embedded { Books::embedded() } else { Books::none() }.clone())
}

/// The number of threads that run at once on this machine. Asking the system takes longer than many searches.
static N_CORES: LazyLock<NonZeroUsize> = LazyLock::new(n_cores);
