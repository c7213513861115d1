//! The program's commands, a module each.

pub(crate) mod analyze;
#[cfg(unix)]
pub(crate) mod arena;
pub(crate) mod bench;
pub(crate) mod best_move;
pub(crate) mod bits;
pub(crate) mod book;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod engine;
pub(crate) mod label;
pub(crate) mod man;
pub(crate) mod mcp;
pub(crate) mod perft;
pub(crate) mod plan;
pub(crate) mod play;
pub(crate) mod review;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod site;
pub(crate) mod solve;
#[cfg(not(unix))]
pub(crate) mod unix_only;
pub(crate) mod why;

use anyhow::Result;

use crate::cli::{Cli, Command};

/// Runs the command that the arguments name.
pub(crate) fn run(cli: Cli) -> Result<()> {
    match cli.command {
        None => play::run(&cli.play),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Analyze(args)) => analyze::run(&args),
        Some(Command::Why(args)) => why::run(&args),
        Some(Command::Review(args)) => review::run(&args),
        Some(Command::Move(args)) => best_move::run(&args),
        Some(Command::Plan(args)) => plan::run(&args),
        Some(Command::Label(args)) => label::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Book(args)) => book::run(&args),
        Some(Command::Engine(args)) => engine::run(&args),
        Some(Command::Mcp(args)) => mcp::run(&args),
        #[cfg(unix)]
        Some(Command::Arena(args)) => arena::run(&args),
        #[cfg(not(unix))]
        Some(Command::Arena(_)) => unix_only::refuse(),
        Some(Command::Show(args)) => show::run(&args),
        Some(Command::Serve(args)) => serve::run(&args),
        Some(Command::Site(args)) => site::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Bits(args)) => bits::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Completions(args)) => completions::run(&args, Cli::styled()),
        Some(Command::Man(args)) => man::run(&args, Cli::styled()),
    }
}
