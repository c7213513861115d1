//! Data sets, their plans and shards, and the labels of their rows.

use std::error::Error;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use foursight::notation::Expected;
use foursight_label::{
    Bytes, Cell, ClaimFiles, Claims, LEASE, Labels, OutlineError, Plan, Problem, Row, Settings,
    Shard, Texts, Turn, Value,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFloat, PyInt, PyList, PyString};
use sha2::{Digest, Sha256};

use crate::errors::{failure, value_error};
use crate::options::Options;
use crate::positions::Positions;
use crate::reading;
use crate::search::Watch;

/// A plan of what to label.
#[pyclass(frozen, name = "_Plan", module = "foursight")]
pub(crate) struct LabelPlan {
    plan: Plan,
    /// Its ID; computing it takes time proportional to the number of shards.
    id: String,
}

impl From<Plan> for LabelPlan {
    fn from(plan: Plan) -> Self {
        Self { id: plan.id(), plan }
    }
}

#[pymethods]
impl LabelPlan {
    /// A new plan with this content as JSON.
    #[new]
    fn new(json: &str) -> PyResult<Self> {
        serde_json::from_str(json).map(Plan::into).map_err(value_error)
    }

    /// The plan in a file with these bytes.
    #[staticmethod]
    fn read(bytes: &[u8]) -> PyResult<Self> {
        Plan::from_json(bytes).map(Plan::into).map_err(value_error)
    }

    /// Its content as JSON.
    fn json(&self) -> String {
        self.plan.to_json()
    }

    #[getter]
    fn n_shards(&self) -> usize {
        self.plan.n_shards()
    }

    /// How this plan differs from the requested one, apart from limits that may differ.
    fn difference(&self, asked: &Self, limits_may: bool) -> Option<String> {
        self.plan.difference(&asked.plan, limits_may)
    }

    /// The numbers of a shard's first row, and of the first row after it.
    fn rows(&self, shard: usize) -> (usize, usize) {
        let first = self.plan.first_row(shard);
        (first, first + self.plan.n_rows(shard))
    }

    /// The name of a shard's file.
    #[staticmethod]
    fn shard_name(shard: usize) -> String {
        Plan::shard_name(shard)
    }

    /// The file of a book.
    #[staticmethod]
    fn book_name(book: &[u8]) -> String {
        Plan::book_name(book)
    }

    /// The description of the shard in these bytes, as JSON, and its table.
    fn read_shard<'a>(&self, contents: &'a [u8], shard: usize) -> PyResult<(String, &'a [u8])> {
        let (head, table) = Shard::read(contents, &self.id, shard).map_err(value_error)?;
        Ok((json(&head), table))
    }

    /// Labels rows with these numbers.
    #[pyo3(signature = (rows, numbers, others, options))]
    fn label(
        &self,
        py: Python<'_>,
        rows: Py<Rows>,
        numbers: Vec<usize>,
        others: Vec<String>,
        options: &Bound<'_, PyDict>,
    ) -> PyResult<LabeledRows> {
        let options = Options::read(Some(options))?;
        let read = |name: &String| name.parse().map_err(value_error);
        let settings = Settings {
            values: self.plan.values.iter().map(read).collect::<PyResult<_>>()?,
            books: options.books.books.clone(),
            n_threads: options.threads,
            table_size: options.table_size.unwrap_or_default(),
            nodes: self.plan.nodes,
            time_limit: self.plan.time_limit.and_then(|s| Duration::try_from_secs_f64(s).ok()),
        };
        let all = &rows.get().0;
        let began = Instant::now();
        let labels = py.detach(|| {
            let cancel = AtomicBool::new(false);
            let mut watch = Watch::new(&cancel, options.progress.as_ref());
            let mut n_done = 0;
            let labels = foursight_label::label(all, &settings, &cancel, |n| {
                n_done = n;
                watch.look(|callback| callback.call1((n_done, all.len())).map(|_| ()));
            });
            watch.look_now(|callback| callback.call1((n_done, all.len())).map(|_| ()));
            watch.end()?;
            labels.map_err(|error| failure(&error))
        })?;
        let labels = labels.expect("only an exception cancels");
        let (took, values) = (began.elapsed(), settings.values);
        Ok(LabeledRows { plan: self.id.clone(), numbers, rows, labels, values, others, took })
    }
}

fn json(head: &Shard) -> String {
    serde_json::to_string(head).expect("it has texts and numbers")
}

/// A shard's description as JSON, from the beginning of its file.
#[pyfunction]
pub(crate) fn _shard_head(contents: &[u8]) -> PyResult<String> {
    Shard::read_head(contents).map(|(head, _)| json(&head)).map_err(value_error)
}

/// The header of a CSV file of labels, and its rows.
#[pyfunction]
pub(crate) fn _header_and_rows(table: &[u8]) -> (&[u8], &[u8]) {
    foursight_label::header_and_rows(table)
}

/// The numbers of the rows of a CSV file of labels that have an error.
#[pyfunction]
pub(crate) fn _rows_with_errors(table: &[u8]) -> PyResult<Vec<usize>> {
    foursight_label::rows_with_errors(table).map_err(value_error)
}

/// A CSV file of labels, with some rows replaced by another file's.
#[pyfunction]
pub(crate) fn _with_rows<'py>(
    py: Python<'py>,
    table: &[u8],
    other: &[u8],
    numbers: &Bound<'py, PyList>,
    first: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let numbers: Vec<usize> = numbers.extract()?;
    Ok(PyBytes::new(py, &foursight_label::with_rows(table, other, &numbers, first)))
}

/// The names of a data set's other columns in its labels.
#[pyfunction]
pub(crate) fn _other_names(
    names: &Bound<'_, PyList>,
    column: &str,
    values: &Bound<'_, PyList>,
) -> PyResult<Vec<String>> {
    let names: Vec<String> = names.extract()?;
    let read = |name: Bound<'_, PyAny>| name.extract::<&str>()?.parse().map_err(value_error);
    let values = values.iter().map(read).collect::<PyResult<Vec<Value>>>()?;
    Ok(foursight_label::other_names(&names, column, &values))
}

/// The claims of this process, in the folder `claims` of a store.
#[pyclass(name = "_Claims", module = "foursight")]
pub(crate) struct LabelClaims(Claims<Store>);

#[pymethods]
impl LabelClaims {
    /// The number of seconds for which a claim stays valid without renewal.
    #[classattr]
    const LEASE: f64 = LEASE.as_secs() as f64;

    #[new]
    fn new(store: Py<PyAny>, lease: f64) -> PyResult<Self> {
        let lease = Duration::try_from_secs_f64(lease).map_err(value_error)?;
        Ok(Self(Claims::new(Store(store), lease)))
    }

    /// Claims an item; returns its number, or the seconds to wait for other processes, or None if all items are
    /// finished. `missing` lists the unfinished items.
    fn take<'py>(
        &mut self,
        py: Python<'py>,
        missing: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let missing = || Ok(missing.call0()?.extract()?);
        Ok(match self.0.take(missing)? {
            Turn::Mine(item) => Some(PyInt::new(py, item).into_any()),
            Turn::Wait(pause) => Some(PyFloat::new(py, pause.as_secs_f64()).into_any()),
            Turn::Over => None,
        })
    }

    /// Renews the claim on the current item when due.
    fn renew(&mut self) -> PyResult<()> {
        Ok(self.0.renew()?)
    }

    /// Gives up the current, unfinished item.
    fn give_up(&mut self) -> PyResult<()> {
        Ok(self.0.give_up()?)
    }
}

/// A Python store.
struct Store(Py<PyAny>);

impl Store {
    fn call<T: for<'a, 'py> FromPyObject<'a, 'py>>(
        &self,
        method: &str,
        name: &str,
        contents: Option<&[u8]>,
    ) -> io::Result<T> {
        Python::attach(|py| {
            let store = self.0.bind(py);
            let name = format!("claims{name}");
            let found = match contents {
                None => store.call_method1(method, (name,)),
                Some(contents) => store.call_method1(method, (name, PyBytes::new(py, contents))),
            };
            found.and_then(|found| found.extract().map_err(Into::into))
        })
        .map_err(Into::into)
    }
}

impl ClaimFiles for Store {
    fn names(&self) -> io::Result<Vec<String>> {
        self.call("names", "", None)
    }

    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        self.call("read", &format!("/{name}"), None)
    }

    fn create(&self, name: &str, contents: &[u8]) -> io::Result<bool> {
        self.call("claim", &format!("/{name}"), Some(contents))
    }

    fn write(&self, name: &str, contents: &[u8]) -> io::Result<()> {
        // The method of the store returns None.
        self.call::<Option<bool>>("write", &format!("/{name}"), Some(contents)).map(drop)
    }
}

/// The text files of a data set. `open` opens the file with a name at an offset, up to another offset.
#[pyclass(frozen, name = "_Texts", module = "foursight")]
pub(crate) struct LabelTexts(Mutex<Texts>);

#[pymethods]
impl LabelTexts {
    #[new]
    #[pyo3(signature = (names, column, open))]
    fn new(names: Vec<String>, column: Option<&str>, open: Py<PyAny>) -> Self {
        let open = move |name: &str, start: u64, end: Option<u64>| {
            Python::attach(|py| {
                let file = open.call1(py, (name, start, end))?;
                let read = file.getattr(py, "read")?;
                Ok(Box::new(Reader(read)) as Bytes)
            })
            .map_err(|error: PyErr| error.into())
        };
        Self(Mutex::new(Texts::new(names, column, Box::new(open))))
    }

    /// The outline of the files, as JSON.
    fn outline(&self, py: Python<'_>, rows_per_shard: NonZeroUsize) -> PyResult<String> {
        let outline = py.detach(|| self.texts().outline(rows_per_shard)).map_err(outline_error)?;
        Ok(serde_json::to_string(&outline).expect("it has texts and numbers"))
    }

    /// The column names of the files.
    fn names(&self, py: Python<'_>, plan: &LabelPlan) -> PyResult<Vec<String>> {
        let header = py.detach(|| self.texts().header(&plan.plan.outline))?;
        Ok(foursight_label::header_names(&header))
    }

    /// The rows of a shard; none if they have changed.
    fn rows(&self, py: Python<'_>, plan: &LabelPlan, shard: usize) -> PyResult<Option<Rows>> {
        let expected = expected(&plan.plan)?;
        let rows = py.detach(|| self.texts().rows(&plan.plan.outline, shard, expected))?;
        Ok(rows.map(Rows))
    }
}

impl LabelTexts {
    fn texts(&self) -> std::sync::MutexGuard<'_, Texts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn expected(plan: &Plan) -> PyResult<Expected> {
    reading::expected(plan.size.as_deref(), plan.connect)
}

fn outline_error(error: OutlineError) -> PyErr {
    match error.problem {
        Problem::Io(io) if io.get_ref().is_some_and(<dyn Error + Send + Sync>::is::<PyErr>) => {
            io.into()
        }
        _ => value_error(error),
    }
}

/// A Python file object.
struct Reader(Py<PyAny>);

impl Read for Reader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Python::attach(|py| {
            py.check_signals()?;
            let read = self.0.call1(py, (buffer.len(),))?;
            let bytes: &[u8] = read.extract(py).map_err(PyErr::from)?;
            buffer[..bytes.len()].copy_from_slice(bytes);
            Ok(bytes.len())
        })
    }
}

/// Rows of a data set.
#[pyclass(frozen, name = "_Rows", module = "foursight")]
pub(crate) struct Rows(Vec<Row>);

#[pymethods]
impl Rows {
    /// The rows of a column of values, with the texts of the other columns.
    #[staticmethod]
    fn of_values(
        values: &Bound<'_, PyList>,
        others: Vec<Vec<String>>,
        plan: &LabelPlan,
    ) -> PyResult<Self> {
        let expected = expected(&plan.plan)?;
        let mut others: Vec<_> = others.into_iter().map(Vec::into_iter).collect();
        let read = |value: Bound<'_, PyAny>| {
            let row = match text(&value)? {
                None => Row::of_nothing(),
                Some(bytes) => Row::of_bytes(&bytes, expected),
            };
            let others = others.iter_mut().filter_map(Iterator::next).map(String::into_bytes);
            Ok(Row { others: others.collect(), ..row })
        };
        values.iter().map(read).collect::<PyResult<_>>().map(Self)
    }

    /// Rows from boards.
    #[staticmethod]
    fn of_positions(positions: &Positions) -> Self {
        let read =
            |position: &Result<_, String>| Row { position: position.clone(), ..Row::of_nothing() };
        Self(positions.positions.iter().map(read).collect())
    }

    /// The rows at these indices.
    fn take(&self, places: Vec<usize>) -> Self {
        Self(places.into_iter().map(|place| self.0[place].clone()).collect())
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }
}

/// A column value as text: None, text, bytes, or any object with a text form.
fn text(value: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u8>>> {
    Ok(if value.is_none() {
        None
    } else if let Ok(bytes) = value.cast::<PyBytes>() {
        Some(bytes.as_bytes().to_vec())
    } else {
        // Characters that have no UTF-8 form become a replacement mark, which no position contains.
        Some(value.str()?.to_string_lossy().into_owned().into_bytes())
    })
}

/// A hash of a column's values.
#[pyfunction]
pub(crate) fn _hash_of_values(values: &Bound<'_, PyList>) -> PyResult<String> {
    let mut hash = Sha256::new();
    for value in values {
        let text = text(&value)?;
        let length = text.as_ref().map_or(u64::MAX, |text| text.len() as u64);
        hash.update(length.to_le_bytes());
        hash.update(text.unwrap_or_default());
    }
    Ok(foursight_label::short_hash(hash))
}

/// The labels of some rows.
#[pyclass(frozen, name = "_Labels", module = "foursight")]
pub(crate) struct LabeledRows {
    plan: String,
    numbers: Vec<usize>,
    rows: Py<Rows>,
    labels: Vec<Labels>,
    values: Vec<Value>,
    others: Vec<String>,
    took: Duration,
}

#[pymethods]
impl LabeledRows {
    /// As a CSV file.
    fn csv<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let (numbers, rows) = (self.numbers.iter().copied(), &self.rows.get().0);
        let table = foursight_label::table(numbers, rows, &self.labels, &self.values, &self.others);
        PyBytes::new(py, &table)
    }

    /// The columns of the table, by name.
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = PyDict::new(py);
        let rows = &self.rows.get().0;
        columns.set_item("row", PyList::new(py, &self.numbers)?)?;
        let texts = rows.iter().map(|row| row.text.as_deref());
        columns.set_item("position", PyList::new(py, texts)?)?;
        let errors = self.labels.iter().map(Labels::error);
        columns.set_item("error", PyList::new(py, errors)?)?;
        for &value in &self.values {
            let cells = self.labels.iter().map(|labels| cell(py, labels.cell(value)));
            columns.set_item(value.name(), cells.collect::<PyResult<Vec<_>>>()?)?;
        }
        for (place, name) in self.others.iter().enumerate() {
            let texts = rows.iter().map(|row| String::from_utf8_lossy(&row.others[place]));
            columns.set_item(name, texts.collect::<Vec<_>>())?;
        }
        Ok(columns)
    }

    /// The file for a shard with these labels in this table. If only some rows were labeled again, `old` describes how
    /// the others were labeled.
    #[pyo3(signature = (shard, table, old))]
    fn shard<'py>(
        &self,
        py: Python<'py>,
        shard: usize,
        table: &[u8],
        old: Option<&str>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let mut head = Shard::of_labels(&self.plan, shard, &self.labels, self.took);
        if let Some(old) = old {
            let old: Shard = serde_json::from_str(old).map_err(value_error)?;
            head.rows = old.rows;
            head.seconds += old.seconds;
        }
        Ok(PyBytes::new(py, &head.with_table(table)))
    }
}

fn cell(py: Python<'_>, cell: Cell) -> PyResult<Bound<'_, PyAny>> {
    Ok(match cell {
        Cell::Nothing => py.None().into_bound(py),
        Cell::Number(number) => number.into_pyobject(py)?.into_any(),
        Cell::Numbers(numbers) => PyList::new(py, numbers)?.into_any(),
        Cell::Key(key) => PyString::new(py, &key.to_string()).into_any(),
        Cell::Word(word) => PyString::new(py, word).into_any(),
    })
}
