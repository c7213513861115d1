//! Why a launcher failed, and at which step.

use std::fmt::Display;

#[derive(Debug, thiserror::Error)]
#[error("{step}: {reason}")]
pub(super) struct Failure {
    step: String,
    reason: String,
}

impl Failure {
    pub(super) fn new(step: &str, reason: impl Display) -> Self {
        Self { step: step.to_owned(), reason: reason.to_string() }
    }
}

/// Names the step at which an error occurred.
pub(super) trait Step<T> {
    fn step(self, step: &str) -> Result<T, Failure>;
}

impl<T, E: Display> Step<T> for Result<T, E> {
    fn step(self, step: &str) -> Result<T, Failure> {
        self.map_err(|error| Failure::new(step, error))
    }
}
