//! `foursight completions`: prints a shell's completion script.

use std::io::{self, Write};

use anyhow::Result;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command};
use clap_complete::Shell;

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

/// Players without a file.
const PLAYERS: [&str; 14] = [
    "human", "random", "perfect", "level:0", "level:1", "level:2", "level:3", "level:4", "level:5",
    "level:6", "level:7", "level:8", "level:9", "level:10",
];

/// The same command with the values that a shell can offer.
fn with_values(command: Command) -> Command {
    // The leak does not matter: the program ends soon.
    let names = command.get_subcommands().map(|c| &*c.get_name().to_owned().leak());
    let names: Vec<&'static str> = names.collect();
    let of_player = |command: Command| {
        let player = |arg: Arg| arg.value_parser(PossibleValuesParser::new(PLAYERS));
        command.mut_arg("red", player).mut_arg("yellow", player)
    };
    of_player(command).mut_subcommand("play", of_player).mut_subcommand("man", |man| {
        man.mut_arg("command", |arg| arg.value_parser(PossibleValuesParser::new(names)))
    })
}

#[cfg(test)]
mod tests {
    use foursight_tui::game::PlayerKind;

    use super::*;

    #[test]
    fn players_are_valid() {
        assert!(PLAYERS.iter().all(|player| player.parse::<PlayerKind>().is_ok()));
    }
}
