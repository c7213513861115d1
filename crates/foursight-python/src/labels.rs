//! Rows of data sets, and their labels.

use std::io::{self, BufReader, Read};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use foursight_label::{Cell, Form, Labels, Outline, OutlineError, Row, Settings, Value};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};

use crate::errors::{failure, value_error};
use crate::options::Options;
use crate::positions::Positions;
use crate::reading;
use crate::search::Watch;

/// How much of a file is read at a time.
const BUFFER_BYTES: usize = 1 << 20;

/// The outline of a text, read by the method `read` of a file: its number of rows, where its shards begin, the hashes of
/// these, and that of the text.
#[pyfunction]
#[pyo3(signature = (read, column, rows_per_shard))]
pub(crate) fn _outline(
    read: &Bound<'_, PyAny>,
    column: Option<&str>,
    rows_per_shard: NonZeroUsize,
) -> PyResult<(usize, Vec<u64>, Vec<String>, String)> {
    let text = BufReader::with_capacity(BUFFER_BYTES, Reader(read));
    let outline = Outline::read(text, column, rows_per_shard).map_err(outline_error)?;
    let Outline { n_rows, offsets, hashes, sha256, .. } = outline;
    Ok((n_rows, offsets, hashes, sha256))
}

fn outline_error(error: OutlineError) -> PyErr {
    match error {
        OutlineError::Io(error) => error.into(),
        error => value_error(error),
    }
}

/// A file of Python.
struct Reader<'a, 'py>(&'a Bound<'py, PyAny>);

impl Read for Reader<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.py().check_signals()?;
        let read = self.0.call1((buffer.len(),))?;
        let bytes: &[u8] = read.extract().map_err(PyErr::from)?;
        buffer[..bytes.len()].copy_from_slice(bytes);
        Ok(bytes.len())
    }
}

/// Whether these are the header and the bytes of a shard with this hash.
#[pyfunction]
pub(crate) fn _is_shard(hash: &str, header: &[u8], bytes: &[u8]) -> bool {
    Outline::is_shard(hash, header, bytes)
}

/// The header of a CSV file of labels, and its rows, which must be these.
#[pyfunction]
pub(crate) fn _shard_body(table: &[u8], first: usize, n_rows: usize) -> PyResult<(&[u8], &[u8])> {
    foursight_label::shard_body(table, first, n_rows).map_err(value_error)
}

/// Rows of a data set.
#[pyclass(frozen, name = "_Rows", module = "foursight")]
pub(crate) struct Rows(Vec<Row>);

#[pymethods]
impl Rows {
    /// The rows of a text; `header` is the first record of a CSV file.
    #[staticmethod]
    #[pyo3(signature = (bytes, header, column, size, connect))]
    fn of_file(
        bytes: &[u8],
        header: Option<&[u8]>,
        column: &str,
        size: Option<&str>,
        connect: Option<usize>,
    ) -> PyResult<Self> {
        let form = header.map_or(Ok(Form::Lines), |header| Form::of_header(header, column));
        let expected = reading::expected(size, connect)?;
        Ok(Self(form.map_err(outline_error)?.rows(bytes, expected)))
    }

    /// The rows of a column: None, text, bytes, or whatever has a text.
    #[staticmethod]
    #[pyo3(signature = (values, size, connect))]
    fn of_values(
        values: &Bound<'_, PyList>,
        size: Option<&str>,
        connect: Option<usize>,
    ) -> PyResult<Self> {
        let expected = reading::expected(size, connect)?;
        let read = |value: Bound<'_, PyAny>| {
            Ok(if value.is_none() {
                Row::of_nothing()
            } else if let Ok(bytes) = value.cast::<PyBytes>() {
                Row::of_bytes(bytes.as_bytes(), expected)
            } else {
                // What has no UTF-8 has a mark instead, and is no position.
                Row::of_text(&value.str()?.to_string_lossy(), expected)
            })
        };
        values.iter().map(read).collect::<PyResult<_>>().map(Self)
    }

    /// The rows of boards.
    #[staticmethod]
    fn of_positions(positions: &Positions) -> Self {
        let read = |position: &Result<_, String>| Row { text: None, position: position.clone() };
        Self(positions.positions.iter().map(read).collect())
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// Labels the rows, the first of which is number `first` of the data set.
    fn label(
        slf: &Bound<'_, Self>,
        first: usize,
        values: &Bound<'_, PyList>,
        options: &Bound<'_, PyDict>,
    ) -> PyResult<LabeledRows> {
        let read = |name: Bound<'_, PyAny>| name.extract::<&str>()?.parse().map_err(value_error);
        let options = Options::read(Some(options))?;
        let settings = Settings {
            values: values.iter().map(read).collect::<PyResult<_>>()?,
            books: options.books.books.clone(),
            n_threads: options.threads,
            table_size: options.table_size.unwrap_or_default(),
            nodes: options.nodes,
        };
        let rows = &slf.get().0;
        let labels = slf.py().detach(|| {
            let cancel = AtomicBool::new(false);
            let mut watch = Watch::new(&cancel, options.progress.as_ref());
            let mut n_done = 0;
            let labels = foursight_label::label(rows, &settings, &cancel, |n| {
                n_done = n;
                watch.look(|callback| callback.call1((n_done, rows.len())).map(|_| ()));
            });
            watch.look_now(|callback| callback.call1((n_done, rows.len())).map(|_| ()));
            watch.end()?;
            labels.map_err(|error| failure(&error))
        })?;
        let labels = labels.expect("only an exception cancels");
        Ok(LabeledRows { first, rows: slf.clone().unbind(), labels, values: settings.values })
    }
}

/// The labels of some rows.
#[pyclass(frozen, name = "_Labels", module = "foursight")]
pub(crate) struct LabeledRows {
    first: usize,
    rows: Py<Rows>,
    labels: Vec<Labels>,
    values: Vec<Value>,
}

#[pymethods]
impl LabeledRows {
    /// As a CSV file.
    fn csv<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let mut table = Vec::new();
        let rows = &self.rows.get().0;
        foursight_label::write_table(&mut table, self.first, rows, &self.labels, &self.values);
        PyBytes::new(py, &table)
    }

    /// The columns of the table, by name.
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = PyDict::new(py);
        let rows = &self.rows.get().0;
        columns.set_item("row", PyList::new(py, self.first..self.first + rows.len())?)?;
        let texts = rows.iter().map(|row| row.text.as_deref());
        columns.set_item("position", PyList::new(py, texts)?)?;
        let errors = self.labels.iter().map(Labels::error);
        columns.set_item("error", PyList::new(py, errors)?)?;
        for &value in &self.values {
            let cells = self.labels.iter().map(|labels| cell(py, labels.cell(value)));
            columns.set_item(value.name(), cells.collect::<PyResult<Vec<_>>>()?)?;
        }
        Ok(columns)
    }
}

fn cell(py: Python<'_>, cell: Cell) -> PyResult<Bound<'_, PyAny>> {
    Ok(match cell {
        Cell::Nothing => py.None().into_bound(py),
        Cell::Number(number) => number.into_pyobject(py)?.into_any(),
        Cell::Numbers(numbers) => PyList::new(py, numbers)?.into_any(),
        Cell::Word(word) => PyString::new(py, word).into_any(),
    })
}
