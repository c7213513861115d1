//! The labels of a batch of positions.

use std::sync::atomic::AtomicBool;

use foursight::notation::{Expected, Notation};
use foursight_label::{Cell, Labels, Row, Settings, Value};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};

use crate::errors::{failure, value_error};
use crate::options::Options;
use crate::positions::Positions;
use crate::reading;
use crate::search::Watch;

/// The columns `error` and `values` of these positions: texts, or boards.
#[pyfunction]
#[pyo3(signature = (positions, values, size, connect, notation, options))]
pub(crate) fn _label<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
    values: &Bound<'_, PyList>,
    size: Option<&str>,
    connect: Option<reading::Connect>,
    notation: Option<&str>,
    options: &Bound<'_, PyDict>,
) -> PyResult<Bound<'py, PyDict>> {
    let options = Options::read(Some(options))?;
    let read = |name: Bound<'_, PyAny>| name.extract::<&str>()?.parse().map_err(value_error);
    let settings = Settings {
        values: values.iter().map(read).collect::<PyResult<Vec<Value>>>()?,
        books: options.books.books.clone(),
        n_threads: options.threads,
        table_size: options.table_size.unwrap_or_default(),
        nodes: options.nodes,
        time_limit: options.time_limit,
    };
    let rows = rows(positions, reading::expected(size, connect)?, notation)?;
    let labels = py.detach(|| {
        let cancel = AtomicBool::new(false);
        let mut watch = Watch::new(&cancel, options.progress.as_ref());
        let labels = foursight_label::label(&rows, &settings, &cancel, |n| {
            watch.look(|callback| callback.call1((n, rows.len())).map(|_| ()));
        });
        watch.look_now(|callback| callback.call1((rows.len(), rows.len())).map(|_| ()));
        watch.end()?;
        labels.map_err(|error| failure(&error))
    })?;
    let labels = labels.expect("only an exception cancels");
    let columns = PyDict::new(py);
    columns.set_item("error", PyList::new(py, labels.iter().map(Labels::error))?)?;
    for value in settings.values {
        let cells = labels.iter().map(|labels| cell(py, labels.cell(value)));
        columns.set_item(value.name(), cells.collect::<PyResult<Vec<_>>>()?)?;
    }
    Ok(columns)
}

fn rows(
    positions: &Bound<'_, PyAny>,
    expected: Expected,
    notation: Option<&str>,
) -> PyResult<Vec<Row>> {
    if let Ok(positions) = positions.cast::<Positions>() {
        let read =
            |position: &Result<_, String>| Row { position: position.clone(), ..Row::of_nothing() };
        return Ok(positions.get().positions.iter().map(read).collect());
    }
    let notation = notation.map(str::parse::<Notation>).transpose().map_err(value_error)?;
    let read = |value: PyResult<Bound<'_, PyAny>>| {
        let value = value?;
        Ok(if value.is_none() {
            Row::of_nothing()
        } else if let Ok(bytes) = value.cast::<PyBytes>() {
            Row::of_bytes(bytes.as_bytes(), expected, notation)
        } else {
            // Characters that have no UTF-8 form become a replacement mark, which no position contains.
            Row::of_text(&value.str()?.to_string_lossy(), expected, notation)
        })
    };
    positions.try_iter()?.map(read).collect()
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
