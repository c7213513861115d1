//! `foursight label`: exact labels for data sets that outgrow one run or one machine.

mod plan;
mod row;

use std::io::{self, BufReader, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use foursight::notation::Expected;
use foursight_engine::{OpeningBooks, ThreadBudget};
use serde_json::json;

use crate::args::{BoardArgs, BookArgs, SearchArgs, at_least_one, n_threads};
use crate::batch;
use crate::failure::{Interrupted, UsageError};
use crate::interrupt;
use crate::output::warn;
use crate::progress::BatchProgress;
use plan::Plan;
use row::{Row, RowLabeler};

/// Label a file of positions in shards; if interrupted, run it again to resume.
///
/// DIR holds the plan and one file per shard; when all are done, labels.csv lists every input row, in order. A shard
/// appears under its name only when it is complete and on disk. `--shard 2/8` labels every eighth shard from the second
/// on, so eight processes, on any machines that can read IN and DIR, can share the work; the last one to finish writes
/// labels.csv. The Python package can read and resume the same folder.
///
/// A row whose position is impossible has an `error` instead of values.
#[derive(Args, Clone, Debug)]
pub(crate) struct LabelArgs {
    /// The positions, in any notation of one line: a file of lines, or of CSV if its name ends in .csv.
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
    #[arg(long, value_enum, value_delimiter = ',', default_value = "score")]
    values: Vec<Value>,
    /// CSV column that holds the positions.
    #[arg(long, value_name = "NAME", default_value = "position")]
    column: String,
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

/// A value of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
enum Value {
    /// The score, for the side to move.
    Score,
    /// The score of each column, `-` where there is no room.
    Scores,
    /// `win`, `draw` or `loss`, for the side to move.
    Verdict,
    /// The best columns, counted from 0.
    Best,
    /// Number of moves that the winner still has to play; empty for a draw.
    Distance,
    /// The idea of the reason, such as `odd threat`, if there is one.
    Idea,
}

impl Value {
    /// The name of the value's CSV column.
    fn name(self) -> &'static str {
        self.into()
    }
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
    // From here on Ctrl-C ends the shard that is being labeled, without a trace.
    interrupt::flag();
    let mut work = Work {
        args,
        expected,
        books,
        progress: BatchProgress::new(Some(missing.iter().map(|&s| plan.n_rows(s) as u64).sum())),
        n_rows: 0,
        n_impossible: 0,
    };
    for &shard in &missing {
        work.label(&plan, shard)?;
    }
    let n_impossible = work.n_impossible;
    // Its line is gone before the result comes.
    drop(work);
    if n_impossible > 0 {
        let rows = if n_impossible == 1 { "row is" } else { "rows are" };
        warn(&format!("{n_impossible} {rows} impossible; the column `error` says why"));
    }
    let labels = plan.join()?;
    Ok(report(&plan, labels.as_deref(), args.json)?)
}

/// The work of this process.
struct Work<'a> {
    args: &'a LabelArgs,
    expected: Expected,
    books: OpeningBooks,
    progress: BatchProgress,
    n_rows: u64,
    n_impossible: usize,
}

impl Work<'_> {
    /// Labels a shard with all threads, and writes it.
    fn label(&mut self, plan: &Plan, shard: usize) -> Result<()> {
        let positions = plan.positions(shard)?;
        let search = SearchArgs::with_threads(self.args.threads);
        let threads = ThreadBudget::new(search.n_threads());
        let make_labeler = || {
            let threads = threads.clone();
            let mut labeler = RowLabeler::new(search, self.expected, self.books.clone(), threads);
            let values = self.args.values.clone();
            move |_, line: String| {
                let text = line.strip_suffix('\n').unwrap_or(&line).to_owned();
                let row = labeler.label(&text, &values);
                (text, row)
            }
        };
        let input = BufReader::new(io::Cursor::new(positions.join("\n") + "\n"));
        let mut rows = plan.begin(shard);
        batch::run(input, threads.n_threads().get(), make_labeler, |(text, row), _| {
            let row = row?;
            if !row.is_proved {
                // Nothing but Ctrl-C ends a search.
                return Err(Interrupted.into());
            }
            self.n_impossible += usize::from(row.error.is_some());
            self.n_rows += 1;
            self.progress.count(self.n_rows);
            let Row { error, cells, .. } = row;
            rows.add(&text, error.as_deref().unwrap_or_default(), &cells);
            Ok(())
        })?;
        plan.write(shard, &rows)
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
