//! The parts into which `pickle` and `copy` take an object apart.

use pyo3::PyTypeInfo;
use pyo3::prelude::*;

/// A Python function that makes an equal object, and its arguments.
pub(crate) type Reduced<'py, T> = PyResult<(Bound<'py, PyAny>, T)>;

/// An object that a static method of its class makes from `arguments`.
pub(crate) fn reduced<'py, C: PyTypeInfo, T>(
    object: &Bound<'py, C>,
    method: &str,
    arguments: T,
) -> Reduced<'py, T> {
    Ok((object.py().get_type::<C>().getattr(method)?, arguments))
}
