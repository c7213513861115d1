//! `foursight man`: the manual page.

use std::io::{self, Write};

use anyhow::Result;
use clap::{Args, Command};
use clap_mangen::Man;

use crate::failure::UsageError;

/// Print a manual page.
///
/// For example: foursight man > ~/.local/share/man/man1/foursight.1
#[derive(Args, Debug)]
pub(crate) struct ManArgs {
    /// The command to print the page of [default: the program].
    command: Option<String>,
}

/// Prints the page of `command`, the whole program, or of a part of it.
pub(crate) fn run(args: &ManArgs, mut command: Command) -> Result<()> {
    command.build();
    if let Some(name) = &args.command {
        let found = command.find_subcommand(name).cloned();
        command = found.ok_or_else(|| UsageError(format!("there is no command {name:?}")))?;
    }
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    io::stdout().write_all(&page)?;
    Ok(())
}
