//! `foursight label`: exact labels for data sets too large for one run or one machine.

mod dataset;
mod folder;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{self, Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, ensure};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use foursight::duration;
use foursight::notation::Expected;
use foursight_engine::{TableSize, n_cores};
use foursight_label::{
    Claims, LEASE, Plan, Row, Settings, Shard, Turn, Value, header_names, label, other_names,
    rows_with_errors,
};
use serde_json::json;

use crate::args::{BoardArgs, BookArgs, at_least_one, n_threads};
use crate::failure::{Interrupted, UsageError};
use crate::interrupt;
use crate::output::warn;
use crate::progress::BatchProgress;
use dataset::Dataset;
use folder::{Folder, Joined, Made};

/// The time between two checks for Ctrl-C.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// Label a file of positions in shards; if interrupted, run the command again to resume.
///
/// DIR holds the plan and one file per shard; when all are done, labels.csv lists every input row, in order. A shard
/// appears under its name only when it is complete and on disk. `--shard 2/8` labels every eighth shard from the second
/// on, so eight processes, on any machines that can read IN and DIR, can share the work; the last one to finish writes
/// labels.csv. With `--shard auto`, any number of processes claim one shard after another until all are labeled. The Python
/// package can read and resume the same folder.
///
/// A row that is not a valid position has an `error` instead of values. The other columns of a CSV file follow the values.
#[derive(Args, Clone, Debug)]
pub(crate) struct LabelArgs {
    /// The positions, in any single-line notation: a text file with one position per line, a CSV file if its name ends in .csv, either of them compressed (.gz, .zst), or a folder of such files.
    #[arg(value_name = "IN", required_unless_present = "status")]
    input: Option<PathBuf>,
    /// The folder for the plan, the shards and the labels.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Label only the I-th of N parts, from 1/N to N/N; or `auto`: the shards that no other such process has claimed.
    #[arg(long, value_name = "I/N", value_parser = Share::read, default_value = "1/1")]
    shard: Share,
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
    /// Search each row for at most this time, such as 10s or 500ms; a row that needs more gets an error that gives the
    /// bounds of its score.
    #[arg(long, value_name = "DURATION", value_parser = duration::read)]
    time_limit: Option<Duration>,
    /// Relabel the rows that have errors, using the new limits and books if given.
    #[arg(long, value_name = "WHAT")]
    redo: Option<Redo>,
    /// Only print the progress of all processes.
    #[arg(long, conflicts_with_all = ["input", "redo"])]
    status: bool,
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
            Value::Verdict => "`win`, `draw` or `loss`, for the side to move; much faster as the only value",
            Value::Best => "The best columns, counted from 0",
            Value::Distance => {
                "Number of moves that the winner still has to play; empty for a draw"
            }
            Value::Idea => "The idea of the reason, such as `odd threat`, if there is one",
            Value::Key => "The canonical key, which finds duplicates: equal for a position and its mirror image",
        })
    });
    PossibleValuesParser::new(possible).try_map(|name| name.parse())
}

/// The shards that a process labels.
#[derive(Clone, Copy, Debug)]
enum Share {
    /// One of several parts, counted from 0.
    Part { index: usize, n_parts: usize },
    /// The shards that no other process has claimed.
    Auto,
}

impl Share {
    fn read(text: &str) -> Result<Self, String> {
        if text == "auto" {
            return Ok(Self::Auto);
        }
        let numbers = text.split_once('/');
        let numbers = numbers.and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match numbers {
            Some((i, n_parts)) if (1..=n_parts).contains(&i) => {
                Ok(Self::Part { index: i - 1, n_parts })
            }
            _ => Err("expected a part and the number of parts, such as 2/8, or auto".to_owned()),
        }
    }
}

/// The rows to label again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Redo {
    /// The rows with an error.
    Errors,
}

pub(crate) fn run(args: &LabelArgs) -> Result<()> {
    let Some(input) = &args.input else {
        let folder = Folder::open(&args.out)?;
        return Ok(report(&folder, None, args.json)?);
    };
    let expected = args.board.expected()?;
    for (place, value) in args.values.iter().enumerate() {
        ensure!(
            !args.values[..place].contains(value),
            UsageError(format!("--values has {} twice", value.name()))
        );
    }
    ensure!(
        args.redo.is_none() || !matches!(args.shard, Share::Auto),
        UsageError("--redo labels a part: it needs --shard I/N, not auto".to_owned())
    );
    let books = args.books.books()?;
    let mut input = Dataset::open(input, &args.column)?;
    let folder = keep_plan(args, &input)?;
    let header = input.texts.header(&folder.plan.outline)?;
    let mut work = Work {
        others: other_names(&header_names(&header), &args.column, &args.values),
        input: &mut input,
        folder: &folder,
        expected,
        settings: Settings {
            values: args.values.clone(),
            books,
            n_threads: args.threads.unwrap_or_else(n_cores),
            table_size: TableSize::default(),
            nodes: args.nodes.map(|nodes| nodes.get() as u64),
            time_limit: args.time_limit,
        },
        n_errors: 0,
    };
    let joined = match args.shard {
        Share::Part { index, n_parts } => {
            let own: Vec<usize> = (index..folder.plan.n_shards()).step_by(n_parts).collect();
            work.part(&own, args.redo.is_some())?
        }
        Share::Auto => work.share()?,
    };
    let n_errors = work.n_errors;
    if n_errors > 0 {
        let rows = if n_errors == 1 { "row has" } else { "rows have" };
        warn(&format!("{n_errors} {rows} an error; the column `error` says why"));
    }
    let labels = if let Joined::Labels(labels) = &joined { Some(labels.as_path()) } else { None };
    Ok(report(&folder, labels, args.json)?)
}

/// Reads the input once and writes the plan and its books; an existing plan must be the same.
fn keep_plan(args: &LabelArgs, input: &Dataset) -> Result<Folder> {
    let outline = input.texts.outline(args.rows_per_shard).map_err(|error| input.failure(error))?;
    let (size, connect) = args.board.given();
    let books = args.books.given()?;
    let plan = Plan {
        dataset: path::absolute(&input.path)?.display().to_string(),
        files: input.files.clone(),
        outline,
        rows_per_shard: args.rows_per_shard.get(),
        values: args.values.iter().map(|value| value.name().to_owned()).collect(),
        format: "csv".to_owned(),
        column: args.column.clone(),
        size: size.map(|size| size.to_string()),
        connect,
        nodes: args.nodes.map(|nodes| nodes.get() as u64),
        time_limit: args.time_limit.map(|limit| limit.as_secs_f64()),
        embedded_books: args.books.uses_own(),
        books: books.iter().map(|book| Plan::book_name(book)).collect(),
        ..Plan::default()
    };
    let folder = Folder::keep(&args.out, plan, args.redo.is_some())?;
    for (name, book) in folder.plan.books.iter().zip(&books) {
        folder.write(&format!("books/{name}"), book)?;
    }
    Ok(folder)
}

/// The work of this process.
struct Work<'a> {
    input: &'a mut Dataset,
    folder: &'a Folder,
    expected: Expected,
    settings: Settings,
    /// The names of the columns that follow the labels.
    others: Vec<String>,
    n_errors: usize,
}

impl Work<'_> {
    /// Labels the missing ones among these shards, and joins all shards once none is missing.
    fn part(&mut self, own: &[usize], is_redo: bool) -> Result<Joined> {
        let folder = self.folder;
        let only = |keep: &dyn Fn(usize) -> bool| -> Vec<usize> {
            own.iter().copied().filter(|&shard| keep(shard)).collect()
        };
        if is_redo {
            let shards = only(&|shard| folder.head(shard).is_ok_and(|head| head.errors > 0));
            self.label(&shards, true, &mut || {})?;
        }
        self.label(&only(&|shard| !folder.has_shard(shard)), false, &mut || {})?;
        self.join(&mut || {})
    }

    /// Labels shards that no other process has claimed until none is missing. One of the processes joins them.
    fn share(&mut self) -> Result<Joined> {
        let folder = self.folder;
        // Joining the shards is claimed like a shard, with the number after the last one.
        let last = folder.plan.n_shards();
        let missing = || {
            let missing: Vec<usize> = (0..last).filter(|&shard| !folder.has_shard(shard)).collect();
            if missing.is_empty() { vec![last] } else { missing }
        };
        let mut claims = Claims::new(folder, LEASE);
        loop {
            match claims.take(|| Ok(missing()))? {
                Turn::Mine(shard) => {
                    let mut renew = || {
                        if let Err(error) = claims.renew() {
                            warn(&format!("a claim could not be renewed: {error}"));
                        }
                    };
                    let done = if shard == last {
                        self.join(&mut renew).map(Some)
                    } else {
                        self.label(&[shard], false, &mut renew).map(|()| None)
                    };
                    match done {
                        Ok(None) => {}
                        Ok(Some(joined)) => return Ok(joined),
                        Err(error) => {
                            // The first error is the one to report, even if giving up the claims fails and others have
                            // to wait.
                            let _ = claims.give_up();
                            return Err(error);
                        }
                    }
                }
                Turn::Wait(pause) => {
                    let until = Instant::now() + pause;
                    while Instant::now() < until {
                        ensure!(!interrupt::is_set(), Interrupted);
                        thread::sleep(BETWEEN_LOOKS.min(pause));
                    }
                }
                Turn::Over => return Ok(folder.joined()),
            }
        }
    }

    /// Joins all shards, if none is missing. Damaged shards are labeled again.
    fn join(&mut self, tick: &mut dyn FnMut()) -> Result<Joined> {
        let joined = self.folder.join(tick)?;
        let Joined::Damaged(shards) = joined else { return Ok(joined) };
        self.label(&shards, false, tick)?;
        self.folder.join(tick)
    }

    /// Labels these shards with all threads, and writes them; with `of_errors`, only the rows that have an error.
    /// Ctrl-C ends this without leaving anything behind. Calls `tick` repeatedly.
    fn label(&mut self, shards: &[usize], of_errors: bool, tick: &mut dyn FnMut()) -> Result<()> {
        let plan = &self.folder.plan;
        let n_rows = shards.iter().map(|&shard| plan.n_rows(shard) as u64).sum();
        let mut progress = BatchProgress::new(Some(n_rows));
        let mut n_done = 0;
        for &shard in shards {
            let mut count = |n| {
                progress.count(n_done + n, (n_done + n) as u64);
                tick();
            };
            self.n_errors += if of_errors {
                self.redo(shard, &mut count)?
            } else {
                let rows = self.rows(shard)?;
                self.write(shard, &rows, None, &mut count)?
            };
            n_done += plan.n_rows(shard);
        }
        Ok(())
    }

    /// Labels the rows of a shard that have an error.
    fn redo(&mut self, shard: usize, count: &mut impl FnMut(usize)) -> Result<usize> {
        let first = self.folder.plan.first_row(shard);
        let damaged = |why| anyhow!("shard {shard} is damaged ({why}): label without --redo first");
        let (old, table) = self.folder.table(shard)?.map_err(damaged)?;
        let numbers = rows_with_errors(&table).map_err(damaged)?;
        let rows = self.rows(shard)?;
        let rows: Vec<Row> = numbers.iter().map(|number| rows[number - first].clone()).collect();
        self.write(shard, &rows, Some((&old, &table, &numbers)), count)
    }

    fn rows(&mut self, shard: usize) -> Result<Vec<Row>> {
        let path = self.input.path.display().to_string();
        let rows = self.input.texts.rows(&self.folder.plan.outline, shard, self.expected);
        let rows = rows.with_context(|| format!("cannot read {path}"))?;
        rows.with_context(|| format!("{path} has changed in the meantime"))
    }

    /// Labels rows of a shard and writes it. Returns the number of rows with an error.
    fn write(
        &self,
        shard: usize,
        rows: &[Row],
        redone: Option<(&Shard, &[u8], &[usize])>,
        count: &mut impl FnMut(usize),
    ) -> Result<usize> {
        let began = Instant::now();
        let labels = label(rows, &self.settings, interrupt::flag(), count)?.ok_or(Interrupted)?;
        let (values, others) = (&self.settings.values, &self.others);
        let took = began.elapsed();
        self.folder
            .write_shard(shard, &Made { rows, labels: &labels, took, values, others, redone })?;
        Ok(labels.iter().filter(|labels| labels.error().is_some()).count())
    }
}

/// Reports the progress of all processes.
fn report(folder: &Folder, labels: Option<&Path>, is_json: bool) -> io::Result<()> {
    let (found, shards, rows) =
        (folder.progress(), folder.plan.n_shards(), folder.plan.outline.rows);
    let (done, errors, rate) = (found.n_done, found.n_errors, found.rows_per_second());
    let mut stdout = io::stdout();
    if is_json {
        let object = json!({
            "done": done, "shards": shards, "rows": rows, "labels": labels,
            "errors": errors, "rows_per_second": rate.round(),
        });
        return writeln!(stdout, "{object}");
    }
    let noun = |n, one| if n == 1 { format!("{n} {one}") } else { format!("{n} {one}s") };
    let state = match labels {
        Some(file) => format!("{}: {}", file.display(), noun(rows, "row")),
        None => format!("{done} of {shards} shards are labeled"),
    };
    writeln!(stdout, "{state}, {}, {rate:.0} rows per second", noun(errors, "error"))
}
