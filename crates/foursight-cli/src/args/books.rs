//! `--no-book` and `--book`.

use std::fs;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
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
    /// The books that are compiled in, and those of the data folder and of files that can be used.
    pub(crate) fn books(&self) -> Result<OpeningBooks> {
        Ok(books::for_solver(self.named()?))
    }

    /// The same, with the names of their files.
    pub(crate) fn named(&self) -> Result<Vec<NamedBook>> {
        if self.no_book {
            return Ok(Vec::new());
        }
        let mut named = books::all(data::folder().as_deref());
        for path in &self.book {
            let bytes = fs::read(path)
                .map_err(|error| UsageError(format!("--book {}: {error}", path.display())))?;
            named.extend(NamedBook::read(path.clone(), bytes));
        }
        Ok(named)
    }
}
