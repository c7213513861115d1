//! Builds and verifies the opening books of foursight-engine; `cargo xtask book` runs it.

mod shards;
mod verify;

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, Result, ensure};
use clap::{Args, Parser};
use foursight::{Position, STANDARD, Score};
use foursight_engine::{OpeningBook, stored_positions};
use indicatif::{ProgressBar, ProgressStyle};

use shards::Shards;

/// Opening books of the standard board.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask book", bin_name = "cargo xtask book", disable_help_subcommand = true)]
enum Task {
    /// Solve every position of a ply and write the book.
    ///
    /// Solved positions are kept in book/work, where a stopped build resumes. 8 plies take about forty minutes of
    /// one core, 12 plies about three hours.
    Build(BuildArgs),
    /// Check the books against fresh solves and against each other.
    Verify(verify::VerifyArgs),
}

#[derive(Args, Debug)]
struct BuildArgs {
    /// The ply whose positions are stored.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=14))]
    plies: u8,
    /// How many threads solve [default: all cores].
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

fn main() -> Result<()> {
    match Task::parse() {
        Task::Build(args) => build(&args),
        Task::Verify(args) => verify::run(&args),
    }
}

fn build(args: &BuildArgs) -> Result<()> {
    let plies = usize::from(args.plies);
    let positions = stored_positions(STANDARD, plies);
    eprintln!("{} positions of {plies} plies", positions.len());
    let work = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("work/7x6-{plies}"));
    let shards = Shards::open(work, &positions)?;
    let n_threads = args.threads.unwrap_or_else(n_cores);
    let values = shards.scores(n_threads, &progress_bar("solved"))?;
    let scores: Vec<(Position, Score)> =
        positions.iter().copied().zip(values.into_iter().map(Score::new)).collect();
    let bytes = OpeningBook::encode(STANDARD, plies, &scores)?;
    let book = OpeningBook::from_bytes(bytes)?;
    let path = book_path(plies);
    foursight_files::write(&path, book.as_bytes()).with_context(|| path.display().to_string())?;
    println!(
        "{}: {} positions in {} bytes",
        path.display(),
        positions.len(),
        book.as_bytes().len()
    );
    Ok(())
}

/// Where the book of this many plies lies: large books are packages of their own.
fn book_path(plies: usize) -> PathBuf {
    let folder = match plies {
        12 => "foursight-book-12",
        _ => "foursight-engine/books",
    };
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    crates.join(folder).join(format!("7x6-{plies}.book"))
}

/// The book of this many plies.
fn read_book(plies: usize) -> Result<OpeningBook> {
    let path = book_path(plies);
    let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
    let book = OpeningBook::from_bytes(bytes).with_context(|| path.display().to_string())?;
    ensure!(book.plies() == plies, "{} stores {} plies", path.display(), book.plies());
    Ok(book)
}

fn n_cores() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

fn progress_bar(what: &str) -> ProgressBar {
    let template = format!("{{bar:40}} {{percent}}%, {{pos}} of {{len}} {what}, {{eta}} left");
    let style = ProgressStyle::with_template(&template).expect("the template is well-formed");
    ProgressBar::new(0).with_style(style)
}
