//! The commands, a module each.

pub(crate) mod analyze;
pub(crate) mod bits;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod man;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod show;
pub(crate) mod solve;

use anyhow::Result;

use crate::args::{Cli, Command};

pub(crate) fn run(cli: Cli) -> Result<()> {
    match cli.command {
        None => play::run(&cli.play),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Analyze(args)) => analyze::run(&args),
        Some(Command::Show(args)) => show::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Bits(args)) => bits::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Completions(args)) => completions::run(&args),
        Some(Command::Man(args)) => man::run(&args),
    }
}
