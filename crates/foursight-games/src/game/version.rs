//! Versions of a network game.

use serde::{Deserialize, Serialize};

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
