//! `--no-book` and `--book`.

use std::fs;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use foursight_engine::{OpeningBook, OpeningBooks};

use crate::failure::UsageError;
use crate::output::complain;

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
    /// The books that are compiled in, and those of the files that can be used.
    pub(crate) fn books(&self) -> Result<OpeningBooks> {
        if self.no_book {
            return Ok(OpeningBooks::none());
        }
        let mut books = OpeningBooks::embedded();
        for path in &self.book {
            let name = path.display();
            let bytes =
                fs::read(path).map_err(|error| UsageError(format!("--book {name}: {error}")))?;
            match OpeningBook::from_bytes(bytes) {
                Ok(book) => books.add(book),
                Err(error) => complain(&format!("{name}: {error}; continuing without it")),
            }
        }
        Ok(books)
    }
}
