//! Versions of a network game.

use serde::{Deserialize, Serialize};

/// The number of changes that a game has gone through: the `seq` of its events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
pub(crate) struct Version(u64);

impl Version {
    /// Before the game was created.
    pub(crate) const NONE: Self = Self(0);
    /// A new game.
    pub(crate) const FIRST: Self = Self::NONE.next();

    /// The version after the next change.
    pub(crate) const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    pub(crate) const fn from_count(n_changes: u64) -> Self {
        Self(n_changes)
    }

    pub(crate) const fn count(self) -> u64 {
        self.0
    }
}
