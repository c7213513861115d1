//! `foursight completions`: what a shell needs to complete commands and options.

use std::io;

use anyhow::Result;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::args::Cli;

/// Print a completion script for a shell.
///
/// For example: foursight completions bash > ~/.local/share/bash-completion/completions/foursight
#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    shell: Shell,
}

pub(crate) fn run(args: &CompletionsArgs) -> Result<()> {
    let mut command = Cli::command();
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "foursight", &mut script);
    io::Write::write_all(&mut io::stdout(), &script)?;
    Ok(())
}
