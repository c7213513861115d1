//! `foursight arena jail`: the launcher of players, which the arena runs, not a person.

use anyhow::Result;
use clap::Args;

/// Become a player, isolated as the argument says.
#[derive(Args, Debug)]
pub(crate) struct JailArgs {
    /// What to do, as the arena writes it.
    order: String,
}

pub(crate) fn run(args: &JailArgs) -> Result<()> {
    // It ends here: an error has been told already, to the player's standard error.
    if foursight_arena::jail(&args.order) == std::process::ExitCode::SUCCESS {
        return Ok(());
    }
    std::process::exit(125)
}
