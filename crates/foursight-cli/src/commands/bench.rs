//! `foursight bench`: measures the solver's speed and checks its scores.

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use foursight::notation::{Expected, Notation};
use foursight::{AnySize, Position};
use foursight_engine::{Control, Goal, Limits, Solve, TableSize};

use crate::args::{BoardArgs, BookArgs, Solver, n_threads, solver, table_size};
use crate::failure::InvalidPosition;
use crate::interrupt;
use crate::progress::LateSpinner;

/// Measure the solver on files of positions with known scores, starting each position with an empty table.
///
/// Each line of a file is `POSITION SCORE`; lines that start with # are skipped. Without a file, a built-in set runs
/// for a few seconds. The last line is the total number of nodes, which is the same on every machine and changes only
/// with the search.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// Files of positions with their scores.
    files: Vec<PathBuf>,
    /// Table size, in MiB [default: 4, or 2 per thread if more].
    #[arg(long, value_name = "MIB", value_parser = table_size)]
    table_mib: Option<TableSize>,
    /// Number of search threads; with more than one, node counts vary.
    #[arg(long, value_name = "N", default_value = "1", value_parser = n_threads)]
    threads: NonZeroUsize,
    #[command(flatten)]
    books: BookArgs,
    #[command(flatten)]
    board: BoardArgs,
}

const BUILT_IN: &str = include_str!("../../data/bench.txt");

pub(crate) fn run(args: &BenchArgs) -> Result<()> {
    let size = args.board.size()?;
    let mut files = Vec::new();
    if args.files.is_empty() {
        files.push(("built-in".to_owned(), positions(BUILT_IN, size)?));
    }
    for path in &args.files {
        let name = path.display().to_string();
        let text = fs::read_to_string(path).with_context(|| name.clone())?;
        files.push((name.clone(), positions(&text, size).context(name)?));
    }
    let mut solver = solver(size, args.books.books()?, args.table_mib, args.threads)?;
    let mut results = Vec::new();
    for (name, positions) in files {
        let result = measure(name, &positions, &mut solver)?;
        writeln!(io::stdout(), "{result}")?;
        results.push(result);
    }
    let nodes: u64 = results.iter().map(|result| result.nodes).sum();
    writeln!(io::stdout(), "{nodes} nodes")?;
    let n_positions: usize = results.iter().map(|result| result.times.len()).sum();
    let n_right: usize = results.iter().map(|result| result.n_right).sum();
    anyhow::ensure!(n_right == n_positions, "only {n_right} of {n_positions} scores are correct");
    Ok(())
}

/// A position and its score.
type Known = (Position<AnySize>, i32);

fn positions(text: &str, size: AnySize) -> Result<Vec<Known>> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#'));
    lines.map(|(number, line)| known(line, size).context(format!("line {number}"))).collect()
}

fn known(line: &str, size: AnySize) -> Result<Known> {
    let invalid = || InvalidPosition("expected `POSITION SCORE`, as in `32164625 11`".to_owned());
    let (moves, score) = line.rsplit_once(' ').ok_or_else(invalid)?;
    let score = score.parse().map_err(|_| invalid())?;
    let game =
        Notation::Moves.read(moves, Expected::of_size(size)).map_err(InvalidPosition::from)?;
    Ok((*game.position(), score))
}

/// The figures of one file.
struct Measurement {
    name: String,
    n_right: usize,
    nodes: u64,
    /// One value per position, in ascending order.
    times: Vec<Duration>,
}

fn measure(name: String, positions: &[Known], solver: &mut Solver) -> Result<Measurement> {
    let mut measurement = Measurement { name, n_right: 0, nodes: 0, times: Vec::new() };
    let mut spinner = LateSpinner::new();
    let mut control = Control::limited(Limits::canceled_by(interrupt::flag()));
    for (index, (position, score)) in positions.iter().enumerate() {
        spinner.say(|| format!("{}: {index} of {}", measurement.name, positions.len()));
        solver.clear();
        let start = Instant::now();
        let solution = solver.solve(position, Goal::Score, &mut control);
        measurement.times.push(start.elapsed());
        if interrupt::is_set() {
            return Err(crate::failure::Interrupted.into());
        }
        measurement.nodes += solution.nodes;
        measurement.n_right +=
            usize::from(solution.score().is_some_and(|found| found.value() == *score));
    }
    measurement.times.sort_unstable();
    Ok(measurement)
}

impl Measurement {
    fn total(&self) -> Duration {
        self.times.iter().sum()
    }

    fn mean(&self) -> Duration {
        self.total().checked_div(self.times.len() as u32).unwrap_or_default()
    }

    /// The longest time among the fastest `percent` of the positions.
    fn percentile(&self, percent: usize) -> Duration {
        let rank = (self.times.len() * percent).div_ceil(100).max(1);
        self.times.get(rank - 1).copied().unwrap_or_default()
    }

    fn nodes_per_second(&self) -> f64 {
        let seconds = self.total().as_secs_f64();
        if seconds > 0.0 { self.nodes as f64 / seconds } else { 0.0 }
    }
}

impl fmt::Display for Measurement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.name)?;
        writeln!(f, "  positions  {} ({} right)", self.times.len(), self.n_right)?;
        writeln!(f, "  mean       {:.1?}", self.mean())?;
        writeln!(f, "  median     {:.1?}", self.percentile(50))?;
        writeln!(f, "  99%        {:.1?}", self.percentile(99))?;
        writeln!(f, "  maximum    {:.1?}", self.percentile(100))?;
        let millions = self.nodes_per_second() / 1e6;
        write!(f, "  nodes      {} ({millions:.1} million a second)", self.nodes)
    }
}
