//! The reason why a tournament, a check or a marking does not take place, or a tournament's folder cannot be used.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use crate::tournament::terms::TermsError;

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

/// The folder of a tournament cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {kind}", path.display())]
pub struct StoreError {
    path: PathBuf,
    kind: StoreErrorKind,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum StoreErrorKind {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("another process is already running this tournament")]
    Busy,
    #[error("{0}; the file is damaged, or another version of foursight wrote it")]
    Damaged(String),
    #[error("there is no game {0}")]
    NoGame(usize),
    #[error(transparent)]
    Terms(#[from] TermsError),
}

impl StoreError {
    pub(crate) fn new(path: &Path, kind: impl Into<StoreErrorKind>) -> Self {
        Self { path: path.to_owned(), kind: kind.into() }
    }

    pub(crate) fn damaged(path: &Path, reason: String) -> Self {
        Self::new(path, StoreErrorKind::Damaged(reason))
    }

    /// An invalid value on a line.
    pub(crate) fn line(path: &Path, line: usize, reason: &str) -> Self {
        Self::damaged(path, format!("line {line}: {reason}"))
    }

    /// The reason why the terms cannot resume the stored tournament, if that is the error.
    pub fn terms_error(&self) -> Option<&TermsError> {
        match &self.kind {
            StoreErrorKind::Terms(error) => Some(error),
            _ => None,
        }
    }

    /// Whether a file of the folder has invalid content.
    pub fn is_damage(&self) -> bool {
        matches!(self.kind, StoreErrorKind::Damaged(_))
    }
}

/// The error in JSON, without the place that `serde_json` adds: for a composite value, that is the place of its end.
pub(crate) fn json_reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    text.strip_suffix(&place).unwrap_or(&text).to_owned()
}
