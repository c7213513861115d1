//! The path of this program, which the arena starts as a player and as a launcher.

use std::io;
use std::sync::OnceLock;

use anyhow::{Context, Result};

/// The path of this program at the first call.
///
/// Later calls return the same path: the system may report the file as deleted once a newer one has replaced it.
///
/// # Errors
///
/// If the system does not know the path, or it is not UTF-8.
pub(crate) fn own_program() -> io::Result<&'static str> {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    if let Some(program) = PROGRAM.get() {
        return Ok(program);
    }
    let path = std::env::current_exe()?;
    let Some(text) = path.to_str() else {
        let message = format!("the path {} is not UTF-8", path.display());
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    };
    Ok(PROGRAM.get_or_init(|| text.to_owned()))
}

/// The command line that starts players: this program, which becomes the player.
pub(crate) fn launcher() -> Result<Vec<String>> {
    let program = own_program().context("cannot find this program")?;
    Ok([program, "arena", "jail"].map(str::to_owned).to_vec())
}
