//! `--threads`, `--table-mib` and `--time-limit`; a position and how to solve it.

use std::fmt::Display;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use foursight::{AnySize, Game, duration};
use foursight_engine::{
    AnySolver, BookSolver, Limits, OpeningBooks, TableError, TableSize, ThreadBudget, n_cores,
};

use super::{BookArgs, PositionArgs};
use crate::interrupt;
pub(crate) use foursight_tui::game::Solver;

/// Resources for a search.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct SearchArgs {
    /// Number of search threads [default: one per core].
    #[arg(long, value_name = "N", value_parser = n_threads)]
    threads: Option<NonZeroUsize>,
    /// Table size of each search, in MiB [default: 4, or 2 per thread if more].
    #[arg(long, value_name = "MIB", value_parser = table_size)]
    table_mib: Option<TableSize>,
    /// Stop after this time, such as 10s, 500ms or 1m, and print the bounds proved so far.
    #[arg(long, value_name = "DURATION", value_parser = duration::read)]
    time_limit: Option<Duration>,
}

impl SearchArgs {
    /// Limits for a search that starts now; Ctrl-C ends it too.
    pub(crate) fn limits(self) -> Limits<'static> {
        let limits = Limits::canceled_by(interrupt::flag());
        self.time_limit.map_or(limits, |time| limits.within(time))
    }

    /// The same, but with a time limit of `default` if none is given.
    pub(crate) fn limits_within(self, default: Duration) -> Limits<'static> {
        Self { time_limit: self.time_limit.or(Some(default)), ..self }.limits()
    }

    pub(crate) fn n_threads(self) -> NonZeroUsize {
        self.threads.unwrap_or_else(n_cores)
    }

    /// A solver that shares `threads` with others, each with a table of its own.
    pub(crate) fn solver_of_batch(
        self,
        size: AnySize,
        books: OpeningBooks,
        threads: ThreadBudget,
    ) -> Result<Solver, TableError> {
        let table_size = self.table_mib.unwrap_or_default();
        let solver = AnySolver::try_with_threads(size, table_size, threads)?;
        Ok(BookSolver::new(books, solver))
    }

    /// A solver that uses all threads for one position.
    pub(crate) fn solver_with_threads(
        self,
        size: AnySize,
        books: OpeningBooks,
    ) -> Result<Solver, TableError> {
        solver(size, books, self.table_mib, self.n_threads())
    }
}

/// A solver with a table of the given size, or of the default size for its threads.
pub(crate) fn solver(
    size: AnySize,
    books: OpeningBooks,
    table_size: Option<TableSize>,
    n_threads: NonZeroUsize,
) -> Result<Solver, TableError> {
    let table_size = table_size.unwrap_or(TableSize::for_threads(n_threads));
    let solver = AnySolver::try_with_threads(size, table_size, n_threads)?;
    Ok(BookSolver::new(books, solver))
}

/// Reads a number that must not be 0.
pub(crate) fn at_least_one(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "it must be a whole number, 1 or more".to_owned())
}

/// Reads a number in a range.
pub(crate) fn whole<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Clone,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let (least, most) = (range.start(), range.end());
        number.ok_or_else(|| format!("it must be a whole number from {least} to {most}"))
    }
}

/// Reads a number of threads. More than any machine has cores would only use memory.
pub(crate) fn n_threads(text: &str) -> Result<NonZeroUsize, String> {
    let most = NonZeroUsize::MIN.saturating_add(1_023);
    whole(NonZeroUsize::MIN..=most)(text)
}

pub(crate) fn table_size(text: &str) -> Result<TableSize, String> {
    whole(1..=TableSize::MAX_MIB)(text).map(TableSize::from_mib)
}

/// A question about a position.
#[derive(Args, Debug)]
pub(crate) struct QuestionArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    books: BookArgs,
}

impl QuestionArgs {
    /// A solver for the board of `game`.
    pub(crate) fn solver(&self, game: &Game<AnySize>) -> Result<Solver> {
        let size = game.position().size();
        Ok(self.search.solver_with_threads(size, self.books.books()?)?)
    }
}
