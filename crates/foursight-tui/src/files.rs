//! Reads and writes game files.

use std::path::{Path, PathBuf};

use foursight::record::read_games;
use foursight_files::reason;

use super::event::{IfExists, WriteError};

/// The longest game file that is read, in bytes; it holds more than a hundred thousand games.
pub const MAX_GAME_FILE: u64 = 16 << 20;

/// The text of a file. Anything else, such as a device that never ends, is an error.
pub(crate) fn read(path: &Path) -> Result<String, String> {
    let text = foursight_files::read_text(&expanded(path), MAX_GAME_FILE);
    text.map_err(|error| reason(&error))
}

/// The path with the home folder in place of a leading `~`, as a shell reads it.
fn expanded(path: &Path) -> PathBuf {
    let in_home = path.strip_prefix("~").ok().zip(std::env::home_dir());
    in_home.map_or_else(|| path.to_owned(), |(rest, home)| home.join(rest))
}

/// Writes a game to a file, or appends it to the games there.
pub(crate) fn write(path: &Path, text: &str, if_exists: IfExists) -> Result<(), WriteError> {
    let path = &expanded(path);
    if if_exists == IfExists::Ask && path.exists() {
        return Err(WriteError::Exists);
    }
    let before = match if_exists {
        IfExists::Append => games_before(path).map_err(WriteError::Other)?,
        IfExists::Ask | IfExists::Replace => String::new(),
    };
    let written = foursight_files::write(path, (before + text).as_bytes());
    written.map_err(|error| WriteError::Other(error.to_string()))
}

/// The text of a file of games, with an empty line at its end.
fn games_before(path: &Path) -> Result<String, String> {
    let text = read(path)?;
    read_games(&text).map_err(|error| format!("it is not a game file: {error}"))?;
    Ok(text.trim_end().to_owned() + "\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn home_is_a_tilde() {
        let home = std::env::home_dir().unwrap();
        assert_eq!(expanded(Path::new("~/a/b.txt")), home.join("a/b.txt"));
        for path in ["a.txt", "a/~/b", "~a.txt", "/~"] {
            assert_eq!(expanded(Path::new(path)), Path::new(path));
        }
    }

    #[test]
    fn games_are_added_and_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.txt");
        let write = |text, if_exists| write(&path, text, if_exists);
        assert_eq!(write("44 *\n", IfExists::Ask), Ok(()));
        assert_eq!(write("55 *\n", IfExists::Ask), Err(WriteError::Exists));
        assert_eq!(write("55 *\n", IfExists::Append), Ok(()));
        assert_eq!(read(&path).unwrap(), "44 *\n\n55 *\n");
        assert_eq!(write("66 *\n", IfExists::Replace), Ok(()));
        assert_eq!(read(&path).unwrap(), "66 *\n");
        std::fs::write(&path, "a long letter\n").unwrap();
        let error = write("44 *\n", IfExists::Append).unwrap_err();
        assert!(
            matches!(error, WriteError::Other(text) if text.contains("it is not a game file: line 1"))
        );
        assert_eq!(read(&path).unwrap(), "a long letter\n", "it is left as it was");
    }
}
