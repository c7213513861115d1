//! `foursight engine`: obeys commands from standard input, as `foursight help protocol` describes them.

use std::io::{self, BufReader, IsTerminal};
use std::num::NonZeroUsize;

use anyhow::Result;
use clap::Args;
use foursight_engine::{Level, TableSize, session};

use crate::args::{BoardArgs, BookArgs, SeedArgs, n_threads, table_size};

/// Run as an engine that reads commands from standard input; `help` lists them.
#[derive(Args, Debug)]
pub(crate) struct EngineArgs {
    /// Playing strength, from 0 (random) to 10 (perfect).
    #[arg(long, value_name = "N", default_value_t = Level::PERFECT)]
    level: Level,
    #[command(flatten)]
    seed: SeedArgs,
    /// Number of search threads.
    #[arg(long, value_name = "N", default_value = "1", value_parser = n_threads)]
    threads: NonZeroUsize,
    /// Table size, in MiB [default: 4, or 2 per thread if more].
    #[arg(long, value_name = "MIB", value_parser = table_size)]
    table_mib: Option<TableSize>,
    #[command(flatten)]
    books: BookArgs,
    #[command(flatten)]
    board: BoardArgs,
}

pub(crate) fn run(args: &EngineArgs) -> Result<()> {
    let settings = session::Settings {
        size: args.board.size()?,
        level: args.level,
        seed: args.seed.seed(),
        books: args.books.books()?,
        n_threads: args.threads,
        table_size: args.table_mib.unwrap_or(TableSize::for_threads(args.threads)),
        n_lines: 1,
        is_interactive: io::stdin().is_terminal() && io::stdout().is_terminal(),
    };
    Ok(session::run(settings, BufReader::new(io::stdin()), io::stdout())?)
}
