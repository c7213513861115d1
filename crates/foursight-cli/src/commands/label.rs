//! `foursight label`: exact labels for data sets too large for one run.

mod folder;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;
use clap::builder::TypedValueParser;
use foursight::notation::Notation;
use foursight::{counted, duration};
use foursight_engine::{TableSize, n_cores};
use foursight_label::{Blocks, Problem, Settings, Value, header, label, other_names, table};
use serde_json::json;

use crate::args::{BoardArgs, BookArgs, at_least_one, n_threads, named};
use crate::failure::{Interrupted, UsageError};
use crate::format::Format;
use crate::interrupt;
use crate::progress::BatchProgress;
use folder::Folder;

/// Label a file of positions in shards; if interrupted, run the command again to resume.
///
/// DIR holds a file for each shard, which appears only when it is complete and on disk, and at the end labels.csv, which
/// lists every input row, in order. `--shard 3/100` labels only every hundredth shard, from the third on, so that a
/// hundred machines can share the work; afterwards, run the command without `--shard` to write labels.csv.
///
/// A row that is not a valid position has an `error` instead of values. The other columns of a CSV file follow the values.
#[derive(Args, Clone, Debug)]
pub(crate) struct LabelArgs {
    /// The positions, in any single-line notation: a text file with one position per line, or a CSV file if its name ends in .csv; either may be compressed (.gz, .zst).
    #[arg(value_name = "FILE")]
    input: PathBuf,
    /// The folder for the shards and the labels.
    #[arg(short, long, alias = "out", value_name = "DIR")]
    output: PathBuf,
    /// Label only every N-th shard, from the I-th on: from 1/N to N/N.
    #[arg(long, value_name = "I/N", value_parser = part)]
    shard: Option<(usize, usize)>,
    /// Rows per shard; aim for at least ten seconds of work.
    #[arg(long, value_name = "N", value_parser = at_least_one, default_value = "10000")]
    rows_per_shard: NonZeroUsize,
    /// Values to write for each row, separated by commas.
    #[arg(long, value_parser = values(), value_delimiter = ',', default_value = "score")]
    values: Vec<Value>,
    /// CSV column that holds the positions.
    #[arg(long, value_name = "NAME", default_value = "position")]
    column: String,
    /// The notation of the positions [default: that of each is detected].
    #[arg(long, value_name = "FORMAT", value_parser = Format::notation_parser())]
    from: Option<Notation>,
    /// Search at most this many nodes per row; a row that needs more gets an error that gives the bounds of its score.
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    nodes: Option<NonZeroUsize>,
    /// Search each row for at most this time, such as 10s or 500ms; a row that needs more gets an error that gives the
    /// bounds of its score.
    #[arg(long, value_name = "DURATION", value_parser = duration::read)]
    time_limit: Option<Duration>,
    /// Number of search threads [default: one per core].
    #[arg(long, value_name = "N", value_parser = n_threads)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    books: BookArgs,
}

/// Reads a value of a row.
fn values() -> impl TypedValueParser<Value = Value> {
    named(Value::ALL.map(|value| {
        let help = match value {
            Value::Score => "The score, for the side to move",
            Value::Scores => "The score of each column, -1000 for a full column",
            Value::Verdict => "`win`, `draw` or `loss`, for the side to move; much faster as the only value",
            Value::Best => "The best columns, counted from 0",
            Value::Distance => {
                "Number of moves that the winner still has to play; empty for a draw"
            }
            Value::Idea => "The idea of the reason, such as `odd threat`, if there is one",
            Value::Key => "The canonical key, which finds duplicates: equal for a position and its mirror image",
        };
        (value, value.name(), help)
    }))
}

/// Reads a part, counted from 0, and the number of parts.
fn part(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once('/');
    let numbers = numbers.and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    match numbers {
        Some((i, n_parts)) if (1..=n_parts).contains(&i) => Ok((i - 1, n_parts)),
        _ => Err("expected a part and the number of parts, such as 3/100".to_owned()),
    }
}

pub(crate) fn run(args: &LabelArgs) -> Result<()> {
    let labeled = label_file(args);
    if labeled.as_ref().is_err_and(anyhow::Error::is::<Interrupted>) {
        eprintln!("stopped: finished shards are kept; run the same command to resume");
    }
    labeled
}

fn label_file(args: &LabelArgs) -> Result<()> {
    let expected = args.board.expected()?;
    for (place, value) in args.values.iter().enumerate() {
        ensure!(
            !args.values[..place].contains(value),
            UsageError(format!("--values has {} twice", value.name()))
        );
    }
    let settings = Settings {
        values: args.values.clone(),
        books: args.books.books()?,
        n_threads: args.threads.unwrap_or_else(n_cores),
        table_size: TableSize::default(),
        nodes: args.nodes.map(|nodes| nodes.get() as u64),
        time_limit: args.time_limit,
    };
    let input = args.input.display();
    let cannot_read = || format!("cannot read {input}");
    let mut blocks = Blocks::open(&args.input, &args.column).map_err(|problem| match problem {
        Problem::Io(error) => anyhow::Error::new(error).context(cannot_read()),
        problem @ Problem::NoPositions(_) => UsageError(format!("{input}: {problem}")).into(),
    })?;
    let others = other_names(&blocks.names(), &args.column, &args.values);
    let folder =
        Folder { path: &args.output, input: &args.input, settings: written_settings(args) };
    let (index, n_parts) = args.shard.unwrap_or((0, 1));
    let mut progress = BatchProgress::new(None);
    let (mut n_shards, mut n_rows, mut n_errors, mut n_labeled, mut n_zeros) = (0, 0, 0, 0, 0);
    while let Some(block) = blocks.next(args.rows_per_shard).with_context(cannot_read)? {
        ensure!(!interrupt::is_set(), Interrupted);
        let first = n_shards * args.rows_per_shard.get();
        n_shards += 1;
        if (n_shards - 1) % n_parts != index {
            continue;
        }
        let found = folder.find(n_shards - 1, &block.bytes)?;
        let shard = if let Some(shard) = found {
            shard
        } else {
            let rows = block.rows(expected, args.from);
            let count = |n| progress.count(n_labeled + n, 0);
            let labels = label(&rows, &settings, interrupt::flag(), count)?.ok_or(Interrupted)?;
            n_labeled += rows.len();
            n_zeros += rows.iter().filter(|row| row.counts_from_0()).count();
            let errors = labels.iter().filter(|labels| labels.error().is_some()).count();
            let table = table(first, &rows, &labels, &args.values);
            folder.write(n_shards - 1, &block.bytes, rows.len(), errors, &table)?
        };
        (n_rows, n_errors) = (n_rows + shard.rows, n_errors + shard.errors);
    }
    if n_zeros > 0 && args.from.is_none() {
        let rows = counted(n_zeros, "row");
        eprintln!(
            "{rows} with a 0, but all are read as counting columns from 1: if they count from 0, use --from zero-based"
        );
    }
    ensure!(n_shards > 0, UsageError(format!("{input}: it has no rows")));
    let noun = |n, one| if n == 1 { format!("{n} {one}") } else { format!("{n} {one}s") };
    let what = match args.shard {
        None => folder.join(n_shards, &header(&args.values, &others))?.display().to_string(),
        Some(_) => format!("part {} of {n_parts}", index + 1),
    };
    let (rows, errors) = (noun(n_rows, "row"), noun(n_errors, "error"));
    Ok(writeln!(io::stdout(), "{what}: {rows}, {errors}")?)
}

/// The settings that labels depend on besides their rows. Books change no label.
fn written_settings(args: &LabelArgs) -> serde_json::Value {
    let BoardArgs { size, connect } = args.board;
    let values: Vec<&str> = args.values.iter().map(|value| value.name()).collect();
    json!({
        "rows_per_shard": args.rows_per_shard,
        "values": values,
        "column": args.column,
        "from": args.from.map(Notation::name),
        "size": size.map(|size| size.to_string()),
        "connect": connect,
        "nodes": args.nodes,
        "time_limit": args.time_limit.map(|limit| limit.as_secs_f64()),
    })
}
