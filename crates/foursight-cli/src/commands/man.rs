//! `foursight man`: prints manual pages.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Args, Command};
use clap_mangen::Man;

use crate::args::ReplaceArgs;
use crate::failure::UsageError;

/// Print a manual page.
///
/// For example: foursight man > ~/.local/share/man/man1/foursight.1
#[derive(Args, Debug)]
pub(crate) struct ManArgs {
    /// Command whose manual page to print, such as `arena run` [default: the program].
    command: Vec<String>,
    /// Write the pages of all commands into this folder.
    #[arg(short, long, value_name = "FOLDER", conflicts_with = "command")]
    output: Option<PathBuf>,
    #[command(flatten)]
    replace: ReplaceArgs,
}

/// Prints the page of `command`, the whole program, or of a part of it.
pub(crate) fn run(args: &ManArgs, command: Command) -> Result<()> {
    // The page of `help` would say nothing that the other pages do not.
    let mut command = command.disable_help_subcommand(true);
    if let Some(folder) = &args.output {
        args.replace.check(&folder.join("foursight.1"))?;
        return write_all(command, folder).with_context(|| folder.display().to_string());
    }
    command.build();
    for name in args.command.iter().flat_map(|words| words.split_whitespace()) {
        let found = command.find_subcommand(name).cloned();
        command = found.ok_or_else(|| UsageError(unknown(name, &command)))?;
    }
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    io::stdout().write_all(&page)?;
    Ok(())
}

fn unknown(name: &str, command: &Command) -> String {
    let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    match &names[..] {
        [] => format!("{} has no command {name:?}", command.get_name()),
        names => format!("there is no command {name:?}; the commands are {}", names.join(", ")),
    }
}

fn write_all(command: Command, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    Ok(clap_mangen::generate_to(command, folder)?)
}
