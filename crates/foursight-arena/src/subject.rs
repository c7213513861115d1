//! The target of a check or a marking.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::entrant::{CLASS_FILE, has_players_below, main_file};
use crate::{Entrant, Source};

/// The target of a check or a marking.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A player.
    Player(Box<Entrant>),
    /// A player's archive.
    Archive(PathBuf),
    /// A folder of players, or its class.toml.
    Class(String),
}

impl FromStr for Subject {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let path = Path::new(text);
        let has_extension =
            |expected| path.extension().is_some_and(|extension| extension == expected);
        if path.is_file() && has_extension("zip") {
            Ok(Self::Archive(path.to_owned()))
        } else if (path.is_file() && has_extension("toml")) || (path.is_dir() && is_class(path)) {
            Ok(Self::Class(text.to_owned()))
        } else {
            text.parse().map(|player| Self::Player(Box::new(player)))
        }
    }
}

/// Whether a folder holds a class's players rather than one player.
fn is_class(folder: &Path) -> bool {
    let main = main_file(folder);
    let is_named = main.as_deref().is_some_and(Source::is_main_name);
    folder.join(CLASS_FILE).is_file() || main.is_none() || (!is_named && has_players_below(folder))
}
