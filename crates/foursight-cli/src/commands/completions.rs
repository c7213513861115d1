//! `foursight completions`: prints a shell's completion script.

use std::io::{self, Write};

use anyhow::Result;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command};
use clap_complete::Shell;
use foursight_engine::Level;

/// Print a completion script for a shell.
///
/// For example: foursight completions bash > ~/.local/share/bash-completion/completions/foursight
#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    shell: Shell,
}

/// Prints the script for `command`, the whole program.
pub(crate) fn run(args: &CompletionsArgs, command: Command) -> Result<()> {
    let mut command = with_values(command);
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "foursight", &mut script);
    io::stdout().write_all(&script)?;
    Ok(())
}

/// The same command with the values that a shell can offer.
fn with_values(command: Command) -> Command {
    // The leaks do not matter: the program ends soon.
    let names = command.get_subcommands().map(|c| &*c.get_name().to_owned().leak());
    let names: Vec<&'static str> = names.collect();
    let levels = Level::all().map(|level| &*format!("level:{level}").leak());
    let players: Vec<&'static str> =
        ["human", "random", "perfect"].into_iter().chain(levels).collect();
    let of_player = |command: Command| {
        let player = |arg: Arg| arg.value_parser(PossibleValuesParser::new(&players));
        command.mut_arg("red", player).mut_arg("yellow", player)
    };
    of_player(command).mut_subcommand("play", of_player).mut_subcommand("man", |man| {
        man.mut_arg("command", |arg| arg.value_parser(PossibleValuesParser::new(names)))
    })
}
