//! The reasons why a tournament's folder cannot be used.

use std::io;
use std::path::{Path, PathBuf};

use crate::tournament::terms::TermsError;

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

    pub(super) fn damaged(path: &Path, reason: String) -> Self {
        Self::new(path, StoreErrorKind::Damaged(reason))
    }

    /// An invalid value on a line.
    pub(super) fn line(path: &Path, line: usize, reason: &str) -> Self {
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
pub(super) fn json_reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    text.strip_suffix(&place).unwrap_or(&text).to_owned()
}
