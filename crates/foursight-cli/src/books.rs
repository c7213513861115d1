//! Opening books as files: the books in the data folder, and their file names.

mod pons;

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use foursight::{AnySize, STANDARD, Size};
use foursight_engine::{OpeningBook, OpeningBooks};

pub(crate) use self::pons::PonsBook;
use crate::output::complain;

/// An opening book and its file; `None` if it is built in.
pub(crate) struct NamedBook {
    pub(crate) path: Option<PathBuf>,
    pub(crate) book: OpeningBook,
}

/// The largest file that is read.
const MAX_BYTES: u64 = 1 << 30;

impl NamedBook {
    /// The book in a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or is not a usable book.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let mut bytes = Vec::new();
        foursight_files::open(path, MAX_BYTES)?.read_to_end(&mut bytes)?;
        ensure!(
            PonsBook::read(&bytes).is_err(),
            "this is a book of Pons's solver; convert it with `foursight book import pons {}`",
            path.display()
        );
        let book = OpeningBook::from_bytes(bytes)?;
        Ok(Self { path: Some(path.to_owned()), book })
    }
}

/// The built-in books, followed by all books in the data folder, if there is one.
pub(crate) fn all(data: Option<&Path>) -> Vec<NamedBook> {
    let embedded = OpeningBooks::embedded();
    let embedded = embedded.all().map(|book| NamedBook { path: None, book: book.clone() });
    embedded.chain(data.into_iter().flat_map(in_data_folder)).collect()
}

/// The books for a solver; if two cover the same positions, it asks the later one.
pub(crate) fn for_solver(named: Vec<NamedBook>) -> OpeningBooks {
    let mut books = OpeningBooks::none();
    for NamedBook { book, .. } in named {
        books.add(book);
    }
    books
}

/// The folder of books in the data folder.
pub(crate) fn folder(data: &Path) -> PathBuf {
    data.join("books")
}

/// The name of a book's file in the data folder. Any other name that ends in `.book` works too.
pub(crate) fn file_name(size: AnySize, plies: usize) -> String {
    let connect = size.connect();
    let lines =
        if connect == STANDARD.connect() { String::new() } else { format!("-connect{connect}") };
    format!("{size}{lines}-{plies}.book")
}

fn in_data_folder(data: &Path) -> Vec<NamedBook> {
    let folder = folder(data);
    let entries = match fs::read_dir(&folder) {
        Ok(entries) => entries,
        Err(error) => {
            if error.kind() != io::ErrorKind::NotFound {
                complain(&format!("{}: {error}; continuing without it", folder.display()));
            }
            return Vec::new();
        }
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|name| name == "book")).collect();
    paths.sort();
    let read = |path: &PathBuf| match NamedBook::read(path) {
        Ok(book) => Some(book),
        Err(error) => {
            complain(&format!("{}: {error}; continuing without it", path.display()));
            None
        }
    };
    paths.iter().filter_map(read).collect()
}
