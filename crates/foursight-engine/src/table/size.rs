//! The memory of a table.

use std::fmt;
use std::num::NonZeroUsize;

/// The memory for the entries of a solver's transposition table; the summaries take an eighth more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSize {
    pub(super) mib: usize,
}

impl TableSize {
    /// The maximum table size, in MiB.
    pub const MAX_MIB: usize = 1 << 16;

    /// A table of about `mib` MiB, at least 1 and at most [`TableSize::MAX_MIB`].
    pub fn from_mib(mib: usize) -> Self {
        Self { mib: mib.clamp(1, Self::MAX_MIB) }
    }

    /// The additional memory of each thread if there are several.
    pub(crate) const OWN: Self = Self { mib: 2 };

    /// 4 MiB for one thread; for several, 2 MiB per thread, besides the 2 MiB that each thread has to itself: a table
    /// that fits into the processor's caches beats one that remembers more.
    pub fn for_threads(n_threads: NonZeroUsize) -> Self {
        Self::from_mib(n_threads.get().saturating_mul(2).max(4))
    }

    /// The size in MiB.
    pub fn mib(self) -> usize {
        self.mib
    }
}

/// The size for one thread.
impl Default for TableSize {
    fn default() -> Self {
        Self::for_threads(NonZeroUsize::MIN)
    }
}

/// There is not enough memory for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableError {
    /// The size that was requested.
    pub table_size: TableSize,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mib = self.table_size.mib();
        write!(f, "not enough memory for a table of {mib} MiB; choose a smaller one")
    }
}

impl std::error::Error for TableError {}
