//! Why the folder of a tournament cannot be used.

use std::io;
use std::path::{Path, PathBuf};

use crate::tournament::plan::PlanError;

/// The folder of a tournament cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {kind}", path.display())]
pub struct StoreError {
    path: PathBuf,
    kind: StoreErrorKind,
}

#[derive(Debug, thiserror::Error)]
enum StoreErrorKind {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("another process plays this tournament")]
    Busy,
    #[error("line {line}: {reason}; the file is damaged, or another version of foursight wrote it")]
    Damaged { line: usize, reason: String },
    #[error("there is no game {0}")]
    NoGame(usize),
    #[error(transparent)]
    Plan(#[from] PlanError),
}

impl StoreError {
    pub(super) fn io(path: &Path, error: io::Error) -> Self {
        Self { path: path.to_owned(), kind: StoreErrorKind::Io(error) }
    }

    pub(super) fn busy(path: &Path) -> Self {
        Self { path: path.to_owned(), kind: StoreErrorKind::Busy }
    }

    pub(super) fn no_game(path: &Path, number: usize) -> Self {
        Self { path: path.to_owned(), kind: StoreErrorKind::NoGame(number) }
    }

    pub(super) fn plan(path: &Path, error: PlanError) -> Self {
        Self { path: path.to_owned(), kind: StoreErrorKind::Plan(error) }
    }

    pub(super) fn damaged(path: &Path, line: usize, reason: String) -> Self {
        Self { path: path.to_owned(), kind: StoreErrorKind::Damaged { line, reason } }
    }

    /// JSON that is not what belongs in the file; its first line is `line`.
    pub(super) fn json(path: &Path, line: usize, error: &serde_json::Error) -> Self {
        let text = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        let reason = text.strip_suffix(&place).unwrap_or(&text).to_owned();
        Self::damaged(path, line + error.line().saturating_sub(1), reason)
    }

    /// Why the plan cannot resume the stored one, if that is what is wrong.
    pub fn plan_error(&self) -> Option<&PlanError> {
        match &self.kind {
            StoreErrorKind::Plan(error) => Some(error),
            _ => None,
        }
    }

    /// Whether a file of the folder does not hold what belongs there.
    pub fn is_damage(&self) -> bool {
        matches!(self.kind, StoreErrorKind::Damaged { .. })
    }
}
