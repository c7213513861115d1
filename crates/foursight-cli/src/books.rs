//! `--no-book` and `--book`; `--data`, the folder that holds books and what servers and players keep; the books there, and
//! their file names.

mod pons;

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::sync::OnceLock;

use anyhow::{Result, ensure};
use clap::Args;
use foursight::{AnySize, STANDARD, Size};
use foursight_engine::{OpeningBook, OpeningBooks};

pub(crate) use self::pons::PonsBook;
use crate::failure::UsageError;
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

/// The opening books to use.
#[derive(Args, Clone, Debug)]
pub(crate) struct BookArgs {
    /// Do not use the opening books.
    #[arg(long)]
    no_book: bool,
    /// Also use the opening book in this file.
    #[arg(long, value_name = "FILE", conflicts_with = "no_book")]
    book: Vec<PathBuf>,
}

impl BookArgs {
    /// The built-in books, and the usable ones from the data folder and `--book`.
    pub(crate) fn books(&self) -> Result<OpeningBooks> {
        Ok(for_solver(self.named()?))
    }

    /// The same books, with their file names.
    pub(crate) fn named(&self) -> Result<Vec<NamedBook>> {
        if self.no_book {
            return Ok(Vec::new());
        }
        let mut named = all(data_folder().as_deref());
        for path in &self.book {
            let book = NamedBook::read(path)
                .map_err(|error| UsageError(format!("--book {}: {error}", path.display())))?;
            named.push(book);
        }
        Ok(named)
    }
}

/// The books of `size` in the data folder, as arguments for an engine that does not know the folder. Only the first
/// call reads them; books deleted since then are left out.
#[cfg(unix)]
pub(crate) fn book_options(size: AnySize) -> impl Iterator<Item = &'static str> {
    static FILES: OnceLock<Vec<(AnySize, String)>> = OnceLock::new();
    let files = FILES.get_or_init(|| {
        let data = data_folder().and_then(|folder| std::path::absolute(folder).ok());
        let named = all(data.as_deref()).into_iter();
        let file = |NamedBook { path, book }: NamedBook| {
            Some((book.size(), path?.into_os_string().into_string().ok()?))
        };
        named.filter_map(file).collect()
    });
    let of_size = files.iter().filter(move |(of, file)| *of == size && Path::new(file).exists());
    of_size.flat_map(|(_, file)| ["--book", file])
}

#[derive(Args, Clone, Debug)]
pub(crate) struct DataArgs {
    /// Folder for the database, opening books and progress [default: foursight in your data folder].
    #[arg(long, env = VARIABLE, hide_env_values = true, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl DataArgs {
    /// The folder given on the command line, or the default.
    pub(crate) fn folder(&self) -> Result<PathBuf> {
        let folder = self.data.clone().or_else(default_folder);
        let message = "your account has no data folder; choose one with --data";
        Ok(folder.ok_or_else(|| UsageError(message.to_owned()))?)
    }
}

const VARIABLE: &str = "FOURSIGHT_DATA";

/// The folder for commands without an option for it.
fn data_folder() -> Option<PathBuf> {
    std::env::var_os(VARIABLE).filter(|v| !v.is_empty()).map(PathBuf::from).or_else(default_folder)
}

/// `foursight` in the account's data folder.
fn default_folder() -> Option<PathBuf> {
    let folder = |variable| std::env::var_os(variable).filter(|v| !v.is_empty()).map(PathBuf::from);
    let data = folder("XDG_DATA_HOME").or_else(|| folder("LOCALAPPDATA"));
    let data = data.or_else(|| Some(folder("HOME")?.join(".local/share")));
    Some(data?.join("foursight"))
}
