//! `foursight count`: counts the positions of a board.

use std::fs;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use foursight::{AnySize, Size};
use foursight_engine::count::{CountError, Counter, PlyCount, Resources, Step, Tally};
use foursight_engine::n_cores;
use serde_json::{Value, json};

use crate::args::{at_least_one, n_threads};
use crate::failure::UsageError;
use crate::output::with_commas;
use crate::progress::LateSpinner;

/// Count the positions that games can reach, by number of discs, and how many of them are won.
///
/// A position and its mirror image are two positions, and a game ends with its first line. The standard board has
/// 4,531,985,219,092 positions; counting them takes minutes. `foursight perft` counts move sequences, and the positions
/// that can follow a given position.
#[derive(Args, Debug)]
pub(crate) struct CountArgs {
    /// Columns x rows, 3 to 10 each.
    #[arg(value_name = "WxH", default_value = "7x6")]
    size: AnySize,
    /// Discs in a row needed to win, 3 to 6; longer lines also win.
    #[arg(long, value_name = "N", default_value = "4")]
    connect: usize,
    /// Save the counts so far in FILE; if FILE exists, resume from it.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Memory limit, in MiB; if a board needs more at once, counting takes longer.
    #[arg(long, value_name = "MIB", default_value = "4096", value_parser = at_least_one)]
    max_memory: NonZeroUsize,
    /// Number of threads [default: one per core].
    #[arg(long, value_name = "N", value_parser = n_threads)]
    threads: Option<NonZeroUsize>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &CountArgs) -> Result<()> {
    let size = args.size.with_connect(args.connect);
    let size = size.map_err(|error| UsageError(error.to_string()))?;
    let tally = match &args.resume {
        Some(path) => read(path, size)?,
        None => Tally::new(size),
    };
    let resources = Resources {
        n_threads: args.threads.unwrap_or_else(n_cores),
        max_bytes: args.max_memory.get().saturating_mul(1 << 20),
    };
    let mut spinner = LateSpinner::new();
    let mut counter = Counter::new(tally, resources, &mut |step| say(&mut spinner, step, size))
        .map_err(refused)?;
    let table = (!args.json).then(|| Table::new(size));
    if let Some(table) = &table {
        spinner.suspend(|| table.print_head())?;
        counter.tally().plies().try_for_each(|ply| spinner.suspend(|| table.print_ply(ply)))?;
    }
    while counter.count_ply(&mut |step| say(&mut spinner, step, size)).map_err(refused)? {
        let tally = counter.tally();
        if let Some(path) = &args.resume {
            write(path, tally)?;
        }
        if let (Some(table), Some(ply)) = (&table, tally.plies().last()) {
            spinner.suspend(|| table.print_ply(ply))?;
        }
    }
    drop(spinner);
    let tally = counter.tally();
    match table {
        Some(table) => table.print_total(tally)?,
        None => writeln!(io::stdout(), "{}", to_json(tally))?,
    }
    Ok(())
}

fn say(spinner: &mut LateSpinner, step: Step, size: AnySize) {
    spinner.say(|| {
        let column = format!("column {} of {}", step.column + 1, size.width());
        match step.ply {
            Some(ply) => format!("counting {ply} of {} discs, {column}", size.n_cells()),
            None => format!("finding what can become a line, {column}"),
        }
    });
}

fn refused(error: CountError) -> UsageError {
    UsageError(match error {
        CountError::Memory { .. } => format!("{error}; allow more with --max-memory"),
        _ => error.to_string(),
    })
}

/// A table whose lines are printed as soon as they are known.
struct Table {
    /// Wide enough for every number.
    width: usize,
}

impl Table {
    fn new(size: AnySize) -> Self {
        // The number of ways to fill the columns, which no count exceeds.
        let columns = ((2_u128 << size.height()) - 1).saturating_pow(size.width() as u32);
        let digits = with_commas(columns.min(u64::MAX.into()));
        Self { width: digits.len().max("positions".len()) }
    }

    fn print_head(&self) -> io::Result<()> {
        self.print("discs", "positions", "won", "share")
    }

    fn print_ply(&self, ply: PlyCount) -> io::Result<()> {
        self.print_numbers(&ply.ply.to_string(), ply.positions, ply.won)
    }

    fn print_total(&self, tally: &Tally) -> io::Result<()> {
        self.print_numbers("all", tally.n_positions(), tally.n_won())
    }

    fn print_numbers(&self, name: &str, positions: u64, won: u64) -> io::Result<()> {
        let share = format!("{:.1}%", 100. * won as f64 / positions as f64);
        self.print(name, &with_commas(positions), &with_commas(won), &share)
    }

    fn print(&self, name: &str, positions: &str, won: &str, share: &str) -> io::Result<()> {
        let width = self.width;
        writeln!(io::stdout(), "{name:>5} {positions:>width$} {won:>width$} {share:>6}")
    }
}

fn to_json(tally: &Tally) -> Value {
    let plies = tally.plies().map(
        |PlyCount { ply, positions, won }| json!({ "discs": ply, "positions": positions, "won": won }),
    );
    json!({
        "size": tally.size().to_string(),
        "connect": tally.size().connect(),
        "plies": plies.collect::<Vec<_>>(),
        "positions": tally.n_positions(),
        "won": tally.n_won(),
    })
}

/// The counts in an earlier run's file, or none if there is no file.
fn read(path: &Path, size: AnySize) -> Result<Tally> {
    let name = path.display();
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let tally = Tally::new(size);
            write(path, &tally)?;
            return Ok(tally);
        }
        read => read.with_context(|| name.to_string())?,
    };
    let stored: Value = serde_json::from_slice(&bytes).unwrap_or_default();
    let lists = numbers(&stored["without_line"]).zip(numbers(&stored["won"]));
    let Some((without_line, won)) = lists else {
        return Err(
            UsageError(format!("{name}: this file was not written by `foursight count`")).into()
        );
    };
    let (sides, connect) = (size.to_string(), size.connect());
    if stored["size"] != sides || stored["connect"] != connect {
        let found = format!("{} with lines of {}", stored["size"], stored["connect"]);
        let message = format!("{name} is for {found}, not for \"{sides}\" with lines of {connect}");
        return Err(UsageError(message).into());
    }
    Tally::resume(size, without_line, won)
        .ok_or_else(|| UsageError(format!("{name}: the numbers cannot be right")).into())
}

fn numbers(value: &Value) -> Option<Vec<u64>> {
    value.as_array()?.iter().map(Value::as_u64).collect()
}

fn write(path: &Path, tally: &Tally) -> Result<()> {
    let object = json!({
        "size": tally.size().to_string(),
        "connect": tally.size().connect(),
        "without_line": tally.without_line(),
        "won": tally.won(),
    });
    foursight_files::write(path, format!("{object}\n").as_bytes())
        .with_context(|| path.display().to_string())
}
