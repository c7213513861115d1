//! Reports a failure: a message for people, an exit code for scripts.

use std::io;

use foursight::notation::NotationError;
#[cfg(unix)]
use foursight_arena::ArenaError;
use foursight_web::{StartError, StoreError};

const SUCCESS: u8 = 0;
/// Any failure other than those below.
const FAILURE: u8 = 1;
/// The arguments contradict each other, or a file cannot be read or written; clap uses the same code.
const USAGE: u8 = 2;
/// A position or game cannot be read or is impossible.
const INVALID_POSITION: u8 = 3;

/// The arguments contradict each other.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(crate) struct UsageError(pub(crate) String);

/// A position cannot be read, is impossible, or is not what the command accepts.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct InvalidPosition(pub(crate) String);

impl From<NotationError> for InvalidPosition {
    fn from(error: NotationError) -> Self {
        Self(error.to_string())
    }
}

/// Some of many positions were invalid, and have been reported one by one.
#[derive(Debug, thiserror::Error)]
#[error("some positions were invalid")]
pub(crate) struct SomeInvalid;

/// Ctrl-C ended the work; what was proved until then has been printed.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub(crate) struct Interrupted;

/// Reports the failure and returns its exit code.
pub(crate) fn report(error: &anyhow::Error) -> u8 {
    if is_closed_pipe(error) {
        return SUCCESS;
    }
    if error.is::<SomeInvalid>() {
        return INVALID_POSITION;
    }
    if is_interrupted(error) {
        return crate::interrupt::EXIT_CODE;
    }
    // All other files have their names in the message.
    let is_output = matches!(error.chain().len(), 1)
        && error.downcast_ref::<io::Error>().is_some_and(|error| error.raw_os_error().is_some());
    let subject = if is_output { "standard output: " } else { "" };
    crate::output::complain(&format!("{subject}{error:#}"));
    if let Some(code) = code_of_arena(error) {
        code
    } else if error.is::<InvalidPosition>() {
        INVALID_POSITION
    } else if error.is::<UsageError>() || is_about_a_file(error) {
        USAGE
    } else {
        FAILURE
    }
}

/// Whether Ctrl-C ended the work.
fn is_interrupted(error: &anyhow::Error) -> bool {
    #[cfg(unix)]
    if matches!(error.downcast_ref(), Some(ArenaError::Interrupted)) {
        return true;
    }
    error.is::<Interrupted>()
}

/// The code of a failure of the arena that says itself what kind it is.
#[cfg(unix)]
fn code_of_arena(error: &anyhow::Error) -> Option<u8> {
    match error.downcast_ref()? {
        ArenaError::Usage(_)
        | ArenaError::File { .. }
        | ArenaError::Store(_)
        | ArenaError::Output(_) => Some(USAGE),
        ArenaError::Opening(_) => Some(INVALID_POSITION),
        ArenaError::Interrupted | ArenaError::Failed(_) => None,
    }
}

#[cfg(not(unix))]
fn code_of_arena(_: &anyhow::Error) -> Option<u8> {
    None
}

/// Whether a file, or something like it, cannot be read or written.
fn is_about_a_file(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let error = cause.downcast_ref::<io::Error>();
        cause.is::<StoreError>()
            || matches!(cause.downcast_ref(), Some(StartError::Store(_)))
            || error.is_some_and(|error| error.kind() != io::ErrorKind::OutOfMemory)
    })
}

/// Whether the reader of our output has stopped reading, as `head` does.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    #[cfg(unix)]
    if let Some(ArenaError::Output(error)) = error.downcast_ref() {
        return error.kind() == io::ErrorKind::BrokenPipe;
    }
    let io_errors = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    io_errors.map(io::Error::kind).any(|kind| kind == io::ErrorKind::BrokenPipe)
}
