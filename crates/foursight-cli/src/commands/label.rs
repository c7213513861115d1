//! `foursight label`: exact labels for data sets that outgrow one run or one machine.

mod plan;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use foursight::notation::Expected;
use foursight_engine::{TableSize, n_cores};
use foursight_label::{Settings, Value, label};
use serde_json::json;

use crate::args::{BoardArgs, BookArgs, at_least_one, n_threads};
use crate::failure::{Interrupted, UsageError};
use crate::interrupt;
use crate::output::warn;
use crate::progress::BatchProgress;
use plan::Plan;

/// Label a file of positions in shards; if interrupted, run it again to resume.
///
/// DIR holds the plan and one file per shard; when all are done, labels.csv lists every input row, in order. A shard
/// appears under its name only when it is complete and on disk. `--shard 2/8` labels every eighth shard from the second
/// on, so eight processes, on any machines that can read IN and DIR, can share the work; the last one to finish writes
/// labels.csv. The Python package can read and resume the same folder.
///
/// A row that is not a valid position has an `error` instead of values.
#[derive(Args, Clone, Debug)]
pub(crate) struct LabelArgs {
    /// The positions, in any single-line notation: a text file with one position per line, or a CSV file if its name ends in .csv.
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The folder for the plan, the shards and the labels.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Label only the I-th of N parts, from 1/N to N/N.
    #[arg(long, value_name = "I/N", value_parser = Part::read, default_value = "1/1")]
    shard: Part,
    /// Rows per shard; aim for at least ten seconds of work.
    #[arg(long, value_name = "N", value_parser = at_least_one, default_value = "10000")]
    rows_per_shard: NonZeroUsize,
    /// Values to write for each row, separated by commas.
    #[arg(long, value_parser = values(), value_delimiter = ',', default_value = "score")]
    values: Vec<Value>,
    /// CSV column that holds the positions.
    #[arg(long, value_name = "NAME", default_value = "position")]
    column: String,
    /// Search at most this many nodes per row; a row that needs more gets an error that gives the bounds of its score.
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    nodes: Option<NonZeroUsize>,
    /// Number of search threads [default: one per core].
    #[arg(long, value_name = "N", value_parser = n_threads)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    books: BookArgs,
    /// Print the progress as a JSON object.
    #[arg(long)]
    json: bool,
}

/// Reads a value of a row.
fn values() -> impl TypedValueParser<Value = Value> {
    let possible = Value::ALL.map(|value| {
        PossibleValue::new(value.name()).help(match value {
            Value::Score => "The score, for the side to move",
            Value::Scores => "The score of each column, `-` where there is no room",
            Value::Verdict => "`win`, `draw` or `loss`, for the side to move; much faster alone",
            Value::Best => "The best columns, counted from 0",
            Value::Distance => {
                "Number of moves that the winner still has to play; empty for a draw"
            }
            Value::Idea => "The idea of the reason, such as `odd threat`, if there is one",
        })
    });
    PossibleValuesParser::new(possible).try_map(|name| name.parse())
}

/// One of several parts of the work.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// Counted from 0.
    index: usize,
    n_parts: usize,
}

impl Part {
    fn read(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/');
        let numbers = numbers.and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match numbers {
            Some((i, n_parts)) if (1..=n_parts).contains(&i) => Ok(Self { index: i - 1, n_parts }),
            _ => Err("expected a part and the number of parts, such as 2/8".to_owned()),
        }
    }

    fn has(self, shard: usize) -> bool {
        shard % self.n_parts == self.index
    }
}

pub(crate) fn run(args: &LabelArgs) -> Result<()> {
    let expected = args.board.expected()?;
    for (place, value) in args.values.iter().enumerate() {
        ensure!(
            !args.values[..place].contains(value),
            UsageError(format!("--values has {} twice", value.name()))
        );
    }
    let books = args.books.books()?;
    let plan = Plan::open(args)?;
    let missing: Vec<usize> = (0..plan.n_shards())
        .filter(|&shard| args.shard.has(shard) && !plan.has_shard(shard))
        .collect();
    let mut work = Work {
        plan: &plan,
        expected,
        settings: Settings {
            values: args.values.clone(),
            books,
            n_threads: args.threads.unwrap_or_else(n_cores),
            table_size: TableSize::default(),
            nodes: args.nodes.map(|nodes| nodes.get() as u64),
        },
        progress: BatchProgress::new(Some(missing.iter().map(|&s| plan.n_rows(s) as u64).sum())),
        n_rows: 0,
        n_errors: 0,
    };
    for &shard in &missing {
        work.label(shard)?;
    }
    let n_errors = work.n_errors;
    // Its line is gone before the result comes.
    drop(work);
    if n_errors > 0 {
        let rows = if n_errors == 1 { "row has" } else { "rows have" };
        warn(&format!("{n_errors} {rows} an error; the column `error` says why"));
    }
    let labels = plan.join()?;
    Ok(report(&plan, labels.as_deref(), args.json)?)
}

/// The work of this process.
struct Work<'a> {
    plan: &'a Plan,
    expected: Expected,
    settings: Settings,
    progress: BatchProgress,
    n_rows: usize,
    n_errors: usize,
}

impl Work<'_> {
    /// Labels a shard with all threads, and writes it. Ctrl-C ends this without a trace.
    fn label(&mut self, shard: usize) -> Result<()> {
        let rows = self.plan.rows(shard, self.expected)?;
        let labels = label(&rows, &self.settings, interrupt::flag(), |n_done| {
            let n_done = self.n_rows + n_done;
            self.progress.count(n_done, n_done as u64);
        });
        let labels = labels?.ok_or(Interrupted)?;
        self.n_rows += rows.len();
        self.n_errors += labels.iter().filter(|labels| labels.error().is_some()).count();
        self.plan.write(shard, &rows, &labels)
    }
}

/// Reports the progress of all processes.
fn report(plan: &Plan, labels: Option<&Path>, is_json: bool) -> io::Result<()> {
    let (done, shards, rows) = (plan.n_done(), plan.n_shards(), plan.n_all_rows());
    let mut stdout = io::stdout();
    if is_json {
        let object = json!({ "done": done, "shards": shards, "rows": rows, "labels": labels });
        return writeln!(stdout, "{object}");
    }
    match labels {
        Some(file) => {
            let noun = if rows == 1 { "row" } else { "rows" };
            writeln!(stdout, "{}: {rows} {noun}", file.display())
        }
        None => writeln!(stdout, "{done} of {shards} shards are labeled"),
    }
}
