//! `foursight book build`: builds an opening book for any board that is not too large.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use foursight::{AnySize, Position, Score, Size};
use foursight_engine::{OpeningBook, n_cores, stored_positions};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use super::title;
use super::work::Work;
use crate::args::{BoardArgs, DataArgs, ReplaceArgs, n_threads};
use crate::books;
use crate::failure::{Interrupted, UsageError};
use crate::interrupt;

/// Maximum number of positions in a book; building one of this size takes a gigabyte of memory.
const MAX_POSITIONS: usize = 10_000_000;

/// Delay before the first estimate if no progress bar shows it; each further delay doubles.
const FIRST_ESTIMATE: Duration = Duration::from_secs(10);

#[derive(Args, Debug)]
pub(super) struct BuildArgs {
    /// Number of discs in the positions to store. The book also covers positions with up to 8 fewer discs.
    #[arg(long, value_name = "N")]
    plies: usize,
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    target: TargetArgs,
}

/// The destination of a new book, and the threads that solve its positions.
#[derive(Args, Debug)]
pub(super) struct TargetArgs {
    /// Number of search threads [default: one per core].
    #[arg(long, value_name = "N", value_parser = n_threads)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    data: DataArgs,
    /// Write the book to this file instead of the data folder.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    replace: ReplaceArgs,
}

pub(super) fn run(args: &BuildArgs) -> Result<()> {
    let (size, plies) = (args.board.size()?, args.plies);
    check(size, plies)?;
    args.target.make(size, plies, |positions| Ok(vec![None; positions.len()]))
}

impl TargetArgs {
    /// Writes and prints a book; `known` gives the scores of positions that need not be solved.
    pub(super) fn make(
        &self,
        size: AnySize,
        plies: usize,
        known: impl FnOnce(&[Position<AnySize>]) -> Result<Vec<Option<Score>>>,
    ) -> Result<()> {
        let path = self.path(size, plies)?;
        if let Some(book) = finished(&path, size, plies) {
            eprintln!("{} is already built", path.display());
            return print(&path, &book);
        }
        if self.output.is_some() {
            self.replace.check(&path)?;
        }
        // From here on, Ctrl-C keeps the scores found so far.
        interrupt::flag();
        let title = title(size, plies);
        let positions = positions(size, plies, MAX_POSITIONS)?;
        let known = known(&positions)?;
        let unknown = positions.iter().zip(&known).filter(|(_, score)| score.is_none());
        let unknown = unknown.map(|(position, _)| *position).collect();
        let kept = path.with_extension("work");
        let mut work = Work::open(kept.clone(), &title, unknown)?;
        let (n_positions, n_solved) = (work.n_positions(), work.n_solved());
        eprintln!("{title}: {n_positions} positions to solve, {n_solved} already solved");
        let mut progress = Progress::new(n_positions, n_solved);
        let outcome = work.solve(self.n_threads(), || progress.count(), interrupt::is_set);
        drop(progress);
        if outcome.as_ref().is_err_and(anyhow::Error::is::<Interrupted>) {
            let n_solved = work.n_solved();
            eprintln!(
                "stopped: {n_solved} of {n_positions} are solved; run the same command to resume"
            );
        }
        outcome?;
        let known = positions.into_iter().zip(known);
        let known = known.filter_map(|(position, score)| Some((position, score?)));
        let solved = work.scores().map(|(position, score)| (position, Score::new(score)));
        let scores: Vec<_> = known.chain(solved).collect();
        let book = OpeningBook::from_bytes(OpeningBook::encode(size, plies, &scores)?)?;
        foursight_files::write(&path, book.as_bytes())
            .with_context(|| path.display().to_string())?;
        work.remove().with_context(|| kept.display().to_string())?;
        print(&path, &book)
    }

    pub(super) fn n_threads(&self) -> NonZeroUsize {
        self.threads.unwrap_or_else(n_cores)
    }

    /// The file for the finished book.
    fn path(&self, size: AnySize, plies: usize) -> Result<PathBuf> {
        if let Some(path) = &self.output {
            return Ok(path.clone());
        }
        let folder = books::folder(&self.data.folder()?);
        fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        Ok(folder.join(books::file_name(size, plies)))
    }
}

fn print(path: &Path, book: &OpeningBook) -> Result<()> {
    Ok(writeln!(io::stdout(), "{}: {}", path.display(), super::to_text(book))?)
}

/// Rejects impossible books before anything is written.
pub(super) fn check(size: AnySize, plies: usize) -> Result<(), UsageError> {
    let most = size.n_cells() - 1;
    if !(1..=most).contains(&plies) {
        return Err(UsageError(format!("a book for {size} stores 1 to {most} plies, not {plies}")));
    }
    let nothing: [(Position<AnySize>, Score); 0] = [];
    match OpeningBook::encode(size, plies, &nothing) {
        Ok(_) => Ok(()),
        Err(error) => Err(UsageError(error.to_string())),
    }
}

/// The positions to solve, unless there are too many.
fn positions(
    size: AnySize,
    plies: usize,
    most: usize,
) -> Result<Vec<Position<AnySize>>, UsageError> {
    // Too many positions would fill the memory, so the growth up to the ply before predicts whether they will fit.
    let first = plies.min(5);
    let mut n_before = stored_positions(size, first).len().max(1);
    for ply in first + 1..plies {
        let n_positions = stored_positions(size, ply).len();
        let growth = n_positions as f64 / n_before as f64;
        if growth * n_positions as f64 > most as f64 {
            let next = ply + 1;
            return Err(UsageError(format!(
                "a book for {size} with {plies} plies is too large: {next} plies have more than {most} \
                 positions; choose fewer plies"
            )));
        }
        n_before = n_positions.max(1);
    }
    Ok(stored_positions(size, plies))
}

/// The book in the file at `path`, if it is the requested one.
fn finished(path: &Path, size: AnySize, plies: usize) -> Option<OpeningBook> {
    let book = OpeningBook::from_bytes(fs::read(path).ok()?).ok()?;
    (book.size() == size && book.plies() == plies).then_some(book)
}

/// A progress bar on a terminal; elsewhere, lines with an estimate of the time left.
struct Progress {
    bar: ProgressBar,
    start: Instant,
    n_before: u64,
    next_estimate: Duration,
}

impl Progress {
    fn new(n_positions: usize, n_solved: usize) -> Self {
        let template = "{bar:40} {percent}%, {pos} of {len} solved, {eta} left";
        let style = ProgressStyle::with_template(template).expect("the template is well-formed");
        let bar = ProgressBar::new(n_positions as u64).with_style(style);
        bar.set_position(n_solved as u64);
        bar.reset_eta();
        let (start, next_estimate) = (Instant::now(), FIRST_ESTIMATE);
        Self { bar, start, n_before: n_solved as u64, next_estimate }
    }

    /// Counts one more position.
    fn count(&mut self) {
        self.bar.inc(1);
        let elapsed = self.start.elapsed();
        if io::stderr().is_terminal() || elapsed < self.next_estimate {
            return;
        }
        self.next_estimate = elapsed * 2;
        let (n_solved, n_positions) = (self.bar.position(), self.bar.length().unwrap_or(0));
        let n_left = n_positions.saturating_sub(n_solved) as f64;
        let left = elapsed.mul_f64(n_left / (n_solved - self.n_before) as f64);
        eprintln!("{n_solved} of {n_positions} are solved, about {} left", HumanDuration(left));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_positions_are_refused_before_they_are_listed() {
        let size = AnySize::default();
        let n_positions = |most| positions(size, 7, most).map(|found| found.len());
        assert_eq!(n_positions(100_000), Ok(stored_positions(size, 7).len()));
        let error = n_positions(20_000).unwrap_err().to_string();
        assert_eq!(
            error,
            "a book for 7x6 with 7 plies is too large: 7 plies have more than 20000 positions; choose fewer plies"
        );
    }
}
