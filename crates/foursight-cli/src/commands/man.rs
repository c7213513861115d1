//! `foursight man`: the manual page.

use std::io;

use anyhow::Result;
use clap::{Args, CommandFactory};
use clap_mangen::Man;

use crate::args::Cli;
use crate::failure::UsageError;

/// Print a manual page.
///
/// For example: foursight man > ~/.local/share/man/man1/foursight.1
#[derive(Args, Debug)]
pub(crate) struct ManArgs {
    /// The command to print the page of [default: the program].
    command: Option<String>,
}

pub(crate) fn run(args: &ManArgs) -> Result<()> {
    let mut command = Cli::command();
    command.build();
    if let Some(name) = &args.command {
        let found = command.find_subcommand(name).cloned();
        command = found.ok_or_else(|| UsageError(format!("there is no command {name:?}")))?;
    }
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    io::Write::write_all(&mut io::stdout(), &page)?;
    Ok(())
}
