//! `--no-book` and `--book`.

use std::path::PathBuf;
#[cfg(unix)]
use std::{
    path::{self, Path},
    sync::OnceLock,
};

use anyhow::Result;
use clap::Args;
#[cfg(unix)]
use foursight::AnySize;
use foursight_engine::OpeningBooks;

use super::data;
use crate::books::{self, NamedBook};
use crate::failure::UsageError;

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
        Ok(books::for_solver(self.named()?))
    }

    /// The same books, with their file names.
    pub(crate) fn named(&self) -> Result<Vec<NamedBook>> {
        if self.no_book {
            return Ok(Vec::new());
        }
        let mut named = books::all(data::folder().as_deref());
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
        let data = data::folder().and_then(|folder| path::absolute(folder).ok());
        let named = books::all(data.as_deref()).into_iter();
        let file = |NamedBook { path, book }: NamedBook| {
            Some((book.size(), path?.into_os_string().into_string().ok()?))
        };
        named.filter_map(file).collect()
    });
    let of_size = files.iter().filter(move |(of, file)| *of == size && Path::new(file).exists());
    of_size.flat_map(|(_, file)| ["--book", file])
}
