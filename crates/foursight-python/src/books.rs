//! Opening books.

use std::path::PathBuf;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fs, io};

use foursight::Size;
use foursight_engine::{OpeningBook, OpeningBooks};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::value_error;
use crate::pickle::{Reduced, reduced};

/// Opening books: exact scores of early positions, which need no search.
///
/// `Books()` are those in the package, for up to 12 discs on the standard board. `Books([bytes, ...])` adds books from
/// the contents of files that `foursight book build` made for other boards; `Books.read` reads the files.
///
/// >>> Books().plies
/// [4, 8, 12]
#[pyclass(frozen, module = "foursight")]
#[derive(Clone)]
pub(crate) struct Books {
    pub(crate) books: OpeningBooks,
    /// A different number for each object.
    pub(crate) id: u64,
}

static EMBEDDED: LazyLock<Books> =
    LazyLock::new(|| Books { books: OpeningBooks::embedded(), id: 1 });
static NONE: LazyLock<Books> = LazyLock::new(|| Books { books: OpeningBooks::none(), id: 0 });

impl Books {
    /// The books in the package.
    pub(crate) fn embedded() -> &'static Self {
        &EMBEDDED
    }

    pub(crate) fn none() -> &'static Self {
        &NONE
    }
}

#[pymethods]
impl Books {
    #[new]
    #[pyo3(signature = (files = Vec::new(), *, embedded = true))]
    fn new(files: Vec<Vec<u8>>, embedded: bool) -> PyResult<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(2);
        let mut books = if embedded { OpeningBooks::embedded() } else { OpeningBooks::none() };
        for bytes in files {
            books.add(OpeningBook::from_bytes(bytes).map_err(value_error)?);
        }
        Ok(Self { books, id: NEXT.fetch_add(1, Ordering::Relaxed) })
    }

    /// The books in these files and those in the package.
    #[staticmethod]
    #[pyo3(signature = (*paths))]
    fn read(paths: Vec<PathBuf>) -> PyResult<Self> {
        Self::new(paths.into_iter().map(fs::read).collect::<io::Result<_>>()?, true)
    }

    /// The number of discs of the positions that each book stores.
    #[getter]
    fn plies(&self) -> Vec<usize> {
        self.books.all().map(OpeningBook::plies).collect()
    }

    /// The files of the books besides those in the package, and whether the package's books are used.
    #[pyo3(name = "_parts")]
    fn parts<'py>(&self, py: Python<'py>) -> (Vec<Bound<'py, PyBytes>>, bool) {
        let embedded = Self::embedded().books.all().map(OpeningBook::as_bytes);
        let embedded: Vec<&[u8]> = embedded.collect();
        let is_embedded = |bytes: &&[u8]| embedded.iter().any(|other| std::ptr::eq(*other, *bytes));
        let all = self.books.all().map(OpeningBook::as_bytes);
        let (known, files): (Vec<_>, Vec<_>) = all.partition(is_embedded);
        (files.into_iter().map(|bytes| PyBytes::new(py, bytes)).collect(), !known.is_empty())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (Vec<Bound<'py, PyBytes>>, bool)> {
        reduced(slf, "_of_files", slf.get().parts(slf.py()))
    }

    #[staticmethod]
    fn _of_files(files: Vec<Vec<u8>>, embedded: bool) -> PyResult<Self> {
        Self::new(files, embedded)
    }

    fn __repr__(&self) -> String {
        let book =
            |book: &OpeningBook| format!("{} of {} discs", book.size().to_any(), book.plies());
        let books: Vec<String> = self.books.all().map(book).collect();
        format!("<Books: {}>", books.join(", "))
    }
}
