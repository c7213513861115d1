//! `--no-book` and `--book`; `--data`, the folder that holds them and what servers and players keep.

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
        let mut named = books::all(folder().as_deref());
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
        let data = folder().and_then(|folder| path::absolute(folder).ok());
        let named = books::all(data.as_deref()).into_iter();
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
fn folder() -> Option<PathBuf> {
    std::env::var_os(VARIABLE).filter(|v| !v.is_empty()).map(PathBuf::from).or_else(default_folder)
}

/// `foursight` in the account's data folder.
fn default_folder() -> Option<PathBuf> {
    let folder = |variable| std::env::var_os(variable).filter(|v| !v.is_empty()).map(PathBuf::from);
    let data = folder("XDG_DATA_HOME").or_else(|| folder("LOCALAPPDATA"));
    let data = data.or_else(|| Some(folder("HOME")?.join(".local/share")));
    Some(data?.join("foursight"))
}
