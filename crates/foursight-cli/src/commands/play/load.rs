//! The games of a file.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use foursight::record::{GameText, read_games};

use crate::failure::{InvalidPosition, UsageError};

/// The games of a file, one at least.
///
/// # Errors
///
/// If the file cannot be read or is not a game file.
pub(super) fn read_file(path: &Path) -> Result<Vec<GameText>> {
    let name = || path.display().to_string();
    let text = fs::read_to_string(path).map_err(|error| UsageError(error.to_string()));
    let text = text.with_context(name)?;
    let games = read_games(&text).map_err(|error| InvalidPosition(error.to_string()));
    let games = games.with_context(name)?;
    if games.is_empty() {
        return Err(InvalidPosition("there is no game in the file".to_owned())).with_context(name);
    }
    Ok(games)
}
