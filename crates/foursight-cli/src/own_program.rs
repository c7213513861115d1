//! This program, which the arena starts again as a player and as the launcher of players.

use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;

/// Where this program lies, as it was when this was first asked for.
///
/// Later the system may call the file deleted, because a newer one has taken its place.
///
/// # Errors
///
/// If the system does not know, or the path is not UTF-8.
pub(crate) fn own_program() -> io::Result<&'static str> {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    if let Some(program) = PROGRAM.get() {
        return Ok(program);
    }
    let path = std::env::current_exe()?.into_os_string().into_string();
    let not_text =
        |path| io::Error::new(io::ErrorKind::InvalidData, format!("{path:?} is not UTF-8"));
    let path = path.map_err(|path| not_text(PathBuf::from(path)))?;
    Ok(PROGRAM.get_or_init(|| path))
}
