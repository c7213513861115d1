//! `cargo xtask count`: counts the positions of a board, as docs/count.md describes.

mod counter;
#[cfg(test)]
mod tests;

use std::fs;
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;
use foursight::{AnySize, Size};
use foursight_engine::n_cores;
use serde::{Deserialize, Serialize};

use counter::{Counter, PlyCount, Resources, Step, Tally};

#[derive(Args, Debug)]
pub(crate) struct CountArgs {
    /// Columns x rows, 3 to 10 each.
    #[arg(value_name = "WxH", default_value = "7x6")]
    size: AnySize,
    /// Discs in a row needed to win, 3 to 6; longer lines also win.
    #[arg(long, value_name = "N", default_value_t = 4)]
    connect: usize,
    /// Save the counts so far in FILE; if FILE exists, resume from it.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Memory limit, in MiB; if a board needs more at once, counting takes longer.
    #[arg(long, value_name = "MIB", default_value = "4096")]
    max_memory: NonZeroUsize,
}

/// The counts of an interrupted run.
#[derive(Serialize, Deserialize)]
struct Saved {
    size: String,
    connect: usize,
    without_line: Vec<u64>,
    won: Vec<u64>,
}

pub(crate) fn run(args: &CountArgs) -> Result<()> {
    let size = args.size.with_connect(args.connect)?;
    let tally = match args.resume.as_deref().filter(|path| path.exists()) {
        Some(path) => read(path, size).with_context(|| path.display().to_string())?,
        None => Tally::new(size),
    };
    let max_bytes = args.max_memory.get().saturating_mul(1 << 20);
    let resources = Resources { n_threads: n_cores(), max_bytes };
    println!("discs positions won");
    tally.plies().for_each(print);
    let mut counter = Counter::new(tally, resources, &mut report)?;
    while counter.count_ply(&mut report)? {
        let tally = counter.tally();
        if let Some(path) = &args.resume {
            write(path, tally)?;
        }
        tally.plies().last().into_iter().for_each(print);
    }
    let tally = counter.tally();
    println!("all {} {}", tally.n_positions(), tally.n_won());
    Ok(())
}

fn report(Step { ply, column }: Step) {
    if io::stderr().is_terminal() {
        let work = ply.map_or("preparing".to_owned(), |ply| format!("{ply} discs"));
        eprint!("\r{work}, column {} \r", column + 1);
    }
}

fn print(PlyCount { ply, positions, won }: PlyCount) {
    println!("{ply} {positions} {won}");
}

/// The counts in an earlier run's file.
fn read(path: &Path, size: AnySize) -> Result<Tally> {
    let saved: Saved = serde_json::from_slice(&fs::read(path)?)?;
    let is_same = saved.size == size.to_string() && saved.connect == size.connect();
    ensure!(is_same, "it is for {} with lines of {}", saved.size, saved.connect);
    Tally::resume(size, saved.without_line, saved.won).context("the numbers cannot be right")
}

fn write(path: &Path, tally: &Tally) -> Result<()> {
    let (without_line, won) = (tally.without_line().to_vec(), tally.won().to_vec());
    let (size, connect) = (tally.size().to_string(), tally.size().connect());
    let saved = serde_json::to_string(&Saved { size, connect, without_line, won })?;
    foursight_files::write(path, saved.as_bytes()).with_context(|| path.display().to_string())
}
