//! Errors as Python exceptions.

use std::fmt::Display;

use foursight::{PlayError, Size};
use foursight_label::Failure;
use pyo3::PyErr;
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};

/// A `ValueError` with the error's message.
pub(crate) fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A `MemoryError` with the error's message.
pub(crate) fn memory_error(error: impl Display) -> PyErr {
    PyMemoryError::new_err(error.to_string())
}

/// The reason why work on many rows or positions ended early.
pub(crate) fn failure(failure: &Failure) -> PyErr {
    match failure {
        Failure::Memory(error) => memory_error(error),
        Failure::Thread(_) => PyRuntimeError::new_err(failure.to_string()),
    }
}

/// The reason why a disc cannot be played, in words that count columns as the caller does: from 0.
pub(crate) fn play_error(error: PlayError, size: impl Size) -> PyErr {
    match error {
        PlayError::ColumnFull(column) => {
            value_error(format!("column {} (counted from 0) is full", column.index()))
        }
        PlayError::NoSuchColumn { column, .. } => no_such_column(column.index(), size),
        _ => value_error(error),
    }
}

/// There is no column with this index.
pub(crate) fn no_such_column(index: impl Display, size: impl Size) -> PyErr {
    let last = size.width() - 1;
    value_error(format!("there is no column {index}; the board has columns 0 to {last}"))
}
