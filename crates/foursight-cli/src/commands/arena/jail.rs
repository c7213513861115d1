//! `foursight arena jail ORDER`: the launcher of players, which the arena runs, not a person.

use std::process::ExitCode;

/// Becomes the launcher if the arguments say so.
///
/// They are not read like those of other commands, because it runs three times for each start of a player.
pub(crate) fn run_if_asked() -> Option<ExitCode> {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    match &arguments[..] {
        [arena, jail, order] if arena == "arena" && jail == "jail" => {
            Some(foursight_sandbox::jail(&order.to_string_lossy()))
        }
        _ => None,
    }
}
