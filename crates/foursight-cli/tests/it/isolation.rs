//! Hostile players in whole games, isolated by the program itself. The sandbox's own tests check each layer alone.

mod attacks;
mod doctor;
mod environments;
mod games;
mod itself;
#[path = "../../../foursight-sandbox/tests/it/probed.rs"]
mod probed;
mod turns;

use foursight_sandbox::SandboxOptions;

use probed::{PROBED, not_tested, sandbox};
pub(crate) use probed::{check_gone, is_running};

/// The limits of these players: small, so that tests reach them soon.
fn options() -> SandboxOptions {
    SandboxOptions { memory_bytes: 200 << 20, file_bytes: 4 << 20, ..SandboxOptions::default() }
}

fn launcher() -> Vec<String> {
    [env!("CARGO_BIN_EXE_foursight"), "arena", "jail"].map(str::to_owned).to_vec()
}

/// Whether a `sleep` for this long is running.
pub(crate) fn is_asleep(seconds: &str) -> bool {
    is_running(&format!("sleep\0{seconds}\0"))
}
