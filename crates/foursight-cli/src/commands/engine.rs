//! `foursight engine`: driven by lines, as docs/protocol.md describes.

use std::io::{self, BufReader, IsTerminal};
use std::num::NonZeroUsize;

use anyhow::Result;
use clap::Args;
use foursight_engine::{Level, TableSize, session};

use crate::args::{BoardArgs, BookArgs, SeedArgs, table_size};

/// Be driven by lines on standard input; `help` lists the commands.
#[derive(Args, Debug)]
pub(crate) struct EngineArgs {
    /// How well it plays, from 0 (random) to 10 (perfect).
    #[arg(long, value_name = "N", default_value_t = Level::PERFECT)]
    level: Level,
    #[command(flatten)]
    seed: SeedArgs,
    /// How many threads search.
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
    /// The size of its table [default: 4 for each thread].
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
        is_interactive: io::stdin().is_terminal() && io::stdout().is_terminal(),
    };
    Ok(session::run(settings, BufReader::new(io::stdin()), io::stdout())?)
}
