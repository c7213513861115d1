//! `foursight completions`: what a shell needs to complete commands and options.

use std::io::{self, Write};

use anyhow::Result;
use clap::{Args, Command};
use clap_complete::Shell;

/// Print a completion script for a shell.
///
/// For example: foursight completions bash > ~/.local/share/bash-completion/completions/foursight
#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    shell: Shell,
}

/// Prints the script for `command`, the whole program.
pub(crate) fn run(args: &CompletionsArgs, mut command: Command) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "foursight", &mut script);
    io::stdout().write_all(&script)?;
    Ok(())
}
