//! The arguments that commands share.

use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use foursight::notation::Expected;
use foursight::{AnySize, Game, Size};
use foursight_engine::{AnySolver, BookSolver, Limits, OpeningBook, OpeningBooks, TableSize};

use crate::failure::{InvalidPosition, UsageError};
use crate::format::Format;
use crate::interrupt;
use crate::output::complain;

/// The board that is played on.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct BoardArgs {
    /// Columns x rows, each from 3 to 10 [default: that of the position, or 7x6].
    #[arg(long, value_name = "WxH")]
    size: Option<AnySize>,
    /// Discs in a row needed to win, 3 to 6; longer lines also win [default: that of the position,
    /// or 4].
    #[arg(long, value_name = "N")]
    connect: Option<usize>,
}

impl BoardArgs {
    /// The board, the standard one unless asked otherwise.
    pub(crate) fn size(self) -> Result<AnySize> {
        let size = self.size.unwrap_or_default();
        let connect = self.connect.unwrap_or(size.connect());
        size.with_connect(connect).map_err(|error| UsageError(error.to_string()).into())
    }

    /// The board to read a position for, whose text may tell its own size.
    pub(crate) fn expected(self) -> Result<Expected> {
        let size = self.size()?;
        Ok(match (self.size, self.connect) {
            (None, None) => Expected::Any,
            (None, Some(connect)) => Expected::AnyWithConnect(connect),
            (Some(_), None) => {
                Expected::AnyWithSides { width: size.width(), height: size.height() }
            }
            (Some(_), Some(_)) => Expected::Size(size),
        })
    }
}

/// One position, in any notation.
#[derive(Args, Debug)]
pub(crate) struct PositionArgs {
    /// The position, such as 44455: the columns played, from 1; other notations are recognized.
    #[arg(default_value = "", hide_default_value = true)]
    position: String,
    /// The format of the position [default: the one that it looks like].
    #[arg(long, value_name = "FORMAT", value_parser = Format::parser())]
    from: Option<Format>,
    #[command(flatten)]
    board: BoardArgs,
}

impl PositionArgs {
    pub(crate) fn game(&self) -> Result<Game<AnySize>> {
        let expected = self.board.expected()?;
        let format = self.from.unwrap_or_else(|| Format::detect(&self.position, expected));
        Ok(format.read(&self.position, expected)?)
    }

    /// The game, if it is not over.
    pub(crate) fn open_game(&self) -> Result<Game<AnySize>> {
        let game = self.game()?;
        match game.outcome() {
            None => Ok(game),
            Some(outcome) => Err(InvalidPosition(format!("the game is over: {outcome}")).into()),
        }
    }
}

/// What a search may use.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct SearchArgs {
    /// How many threads search [default: as many as there are cores].
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    threads: Option<NonZeroUsize>,
    /// The size of the table of each search [default: 4 for each of its threads].
    #[arg(long, value_name = "MIB", value_parser = table_size)]
    table_mib: Option<TableSize>,
    /// Stop after this time and give the bounds proved until then.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
}

impl SearchArgs {
    /// Limits for a search that begins now; Ctrl-C ends it too.
    pub(crate) fn limits(self) -> Limits<'static> {
        let deadline = self.time_limit.and_then(|limit| Instant::now().checked_add(limit));
        Limits { deadline, cancel: Some(interrupt::flag()), ..Limits::default() }
    }

    pub(crate) fn n_threads(self) -> NonZeroUsize {
        self.threads.unwrap_or_else(n_cores)
    }

    /// A solver that uses one thread.
    pub(crate) fn solver(self, size: AnySize, books: OpeningBooks) -> Solver {
        BookSolver::new(books, AnySolver::new(size, self.table_mib.unwrap_or_default()))
    }

    /// A solver that uses all threads for one position.
    pub(crate) fn solver_with_threads(self, size: AnySize, books: OpeningBooks) -> Solver {
        let n_threads = self.n_threads();
        let table_size = self.table_mib.unwrap_or(TableSize::for_threads(n_threads));
        BookSolver::new(books, AnySolver::with_threads(size, table_size, n_threads))
    }
}

/// The solver of every command: it looks positions up in opening books before it searches.
pub(crate) type Solver = BookSolver<AnySolver>;

/// Which opening books are asked.
#[derive(Args, Clone, Debug)]
pub(crate) struct BookArgs {
    /// Ask no opening book: calculate everything.
    #[arg(long)]
    no_book: bool,
    /// Ask the opening book in this file too.
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
                Err(error) => complain(&format!("{name}: {error}; going on without it")),
            }
        }
        Ok(books)
    }
}

/// The stack of a thread that searches, of which only what is used takes memory: a build that is not
/// optimized needs more than 8 MiB on the largest boards.
pub(crate) const SEARCH_STACK_BYTES: usize = 64 << 20;

/// How many threads run at once.
pub(crate) fn n_cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// A number of things of which there must be one.
pub(crate) fn at_least_one(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "it must be a whole number from 1 on".to_owned())
}

pub(crate) fn table_size(text: &str) -> Result<TableSize, String> {
    let mib = text.parse().ok().filter(|mib| (1..=TableSize::MAX_MIB).contains(mib));
    let mib = mib.ok_or_else(|| format!("a table has from 1 to {} MiB", TableSize::MAX_MIB))?;
    Ok(TableSize::from_mib(mib))
}

pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| format!("{text:?} is not a number of seconds"))?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}
