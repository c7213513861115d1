//! Names of network games, which nobody can guess, and their versions.

use std::borrow::Borrow;
use std::fmt;

use foursight_files::secrets::random_text;
use serde::{Deserialize, Serialize};

/// The name of a network game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameId(String);

impl GameId {
    /// The form of names, as a regular expression.
    pub const PATTERN: &str = "^[A-Za-z0-9_-]{16}$";

    /// The name of a new game: 96 random bits.
    pub fn random() -> Self {
        Self(random_text::<12>())
    }

    /// The name in a text, if it could be one.
    pub fn read(text: &str) -> Option<Self> {
        let is_letter = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
        (text.len() == 16 && text.bytes().all(is_letter)).then(|| Self(text.to_owned()))
    }

    /// The name as text.
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Games are looked up by the text in a request.
impl Borrow<str> for GameId {
    fn borrow(&self) -> &str {
        &self.0
    }
}

/// The number of changes that a game has gone through: the `seq` of its events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
pub struct Version(u64);

impl Version {
    /// Before the game was created.
    pub const NONE: Self = Self(0);
    /// A new game.
    pub const FIRST: Self = Self::NONE.next();

    /// The version after the next change.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// The version after this many changes.
    pub const fn from_count(n_changes: u64) -> Self {
        Self(n_changes)
    }

    /// The number of changes.
    pub const fn count(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sixteen_letters_digits_and_two_signs() {
        for name in [GameId::random().text(), "aZ09-_aZ09-_aZ09"] {
            assert_eq!(GameId::read(name).expect(name).to_string(), name);
        }
        for name in
            ["", "aZ09-_aZ09-_aZ0", "aZ09-_aZ09-_aZ09a", "aZ09-_aZ09-_aZ0.", "aZ09-_aZ09-_aZ0é"]
        {
            assert_eq!(GameId::read(name), None, "{name:?}");
        }
    }
}
