//! The reason why a tournament, a check or a marking does not take place.

use std::fmt::Display;
use std::io;
use std::path::Path;

use crate::tournament::json_lines::StoreError;

/// The result of work in the arena.
pub(crate) type Result<T, E = ArenaError> = std::result::Result<T, E>;

/// The reason why a tournament, a check or a marking does not take place.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// The request contradicts itself, or names something that does not exist.
    #[error("{0}")]
    Usage(String),
    /// An opening cannot be played.
    #[error("{0}")]
    Opening(String),
    /// A file or folder cannot be read or written.
    #[error("{place}: {cause}")]
    File {
        /// The path, or what the file is for.
        place: String,
        /// The reason.
        cause: io::Error,
    },
    /// The caller's output cannot be written.
    #[error("{0}")]
    Output(io::Error),
    /// The folder of a tournament cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The caller stopped the work.
    #[error("interrupted")]
    Interrupted,
    /// This machine cannot do the work, or the work has failed.
    #[error("{0}")]
    Failed(String),
}

impl From<io::Error> for ArenaError {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl ArenaError {
    /// An error with the place where it happened.
    pub(crate) fn file(place: impl Display) -> impl FnOnce(io::Error) -> Self {
        let place = place.to_string();
        |cause| Self::File { place, cause }
    }

    /// The reason without the path of this folder: authors see the paths of their files as they know them.
    pub fn without_place(&self, folder: &Path) -> String {
        without_place(&foursight_files::plain(&self.to_string()), folder)
    }

    /// The same error, with the file in which the mistake is.
    pub(crate) fn within(self, place: impl Display) -> Self {
        match self {
            Self::Usage(reason) => Self::Usage(format!("{place}: {reason}")),
            Self::Opening(reason) => Self::Opening(format!("{place}: {reason}")),
            Self::Failed(reason) => Self::Failed(format!("{place}: {reason}")),
            Self::File { place: inner, cause } => {
                Self::File { place: format!("{place}: {inner}"), cause }
            }
            Self::Store(error) => {
                Self::File { place: place.to_string(), cause: io::Error::other(error.to_string()) }
            }
            other @ (Self::Output(_) | Self::Interrupted) => other,
        }
    }
}

/// A text without the path of this folder.
pub(crate) fn without_place(text: &str, folder: &Path) -> String {
    let folder = folder.display().to_string();
    text.replace(&format!("{folder}/"), "").replace(&folder, "")
}
