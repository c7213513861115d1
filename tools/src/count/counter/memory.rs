//! A limit on memory, and the error if it is too low.

use std::{error, fmt};

/// The reason why positions could not be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) enum CountError {
    /// There is too little memory.
    Memory {
        /// The limit, in bytes.
        max_bytes: usize,
    },
    /// The numbers are too large.
    TooLarge,
}

impl fmt::Display for CountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory { max_bytes } => {
                write!(f, "this board needs more than {} MiB of memory", max_bytes >> 20)
            }
            Self::TooLarge => write!(f, "this board has more positions than 64 bits can count"),
        }
    }
}

impl error::Error for CountError {}

/// Memory that may be used.
#[derive(Clone, Copy)]
pub(super) struct Memory {
    max_bytes: usize,
    pub(super) n_free: usize,
}

impl Memory {
    /// Reserves a quarter for memory that the allocator does not give back, and for memory that is not counted.
    pub(super) fn new(max_bytes: usize) -> Self {
        Self { max_bytes, n_free: max_bytes / 4 * 3 }
    }

    /// The memory left after `n_bytes`.
    pub(super) fn without(self, n_bytes: usize) -> Self {
        Self { n_free: self.n_free.saturating_sub(n_bytes), ..self }
    }

    /// Fails if `n_bytes` exceed the memory available.
    pub(super) fn check(self, n_bytes: usize) -> Result<(), CountError> {
        if n_bytes <= self.n_free { Ok(()) } else { Err(self.error()) }
    }

    pub(super) fn error(self) -> CountError {
        CountError::Memory { max_bytes: self.max_bytes }
    }
}
