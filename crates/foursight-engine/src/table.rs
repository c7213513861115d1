//! The transposition table: bounds already proved, by position.
//!
//! A position is stored with its whole key, so that what is found is always about the position
//! that was asked for. A new entry takes the place of whatever was there.

use foursight::Bits;

/// The room for a transposition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSize {
    mib: usize,
}

impl TableSize {
    /// The largest table that can be asked for, in MiB.
    pub const MAX_MIB: usize = 1 << 16;

    /// A table of about `mib` MiB, at least 1 and at most [`TableSize::MAX_MIB`].
    pub fn from_mib(mib: usize) -> Self {
        Self { mib: mib.clamp(1, Self::MAX_MIB) }
    }
}

impl TableSize {
    /// The size in MiB.
    pub fn mib(self) -> usize {
        self.mib
    }
}

/// 64 MiB.
impl Default for TableSize {
    fn default() -> Self {
        Self::from_mib(64)
    }
}

/// Bounds on the score of one position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Entry<B> {
    key: B,
    pub(crate) lower: i8,
    pub(crate) upper: i8,
}

/// Entries by the hash of their keys, a power of two of them.
#[derive(Debug)]
pub(crate) struct TranspositionTable<B> {
    entries: Vec<Entry<B>>,
}

impl<B: Bits> TranspositionTable<B> {
    pub(crate) fn new(size: TableSize) -> Self {
        let n_entries = (size.mib << 20) / size_of::<Entry<B>>();
        let n_entries = (n_entries + 1).next_power_of_two() / 2;
        Self { entries: vec![Entry::default(); n_entries] }
    }

    /// The entry of this key, if it is still there. No position has key 0.
    pub(crate) fn get(&self, key: B) -> Option<Entry<B>> {
        let entry = self.entries[self.slot(key)];
        (entry.key == key).then_some(entry)
    }

    pub(crate) fn insert(&mut self, key: B, lower: i8, upper: i8) {
        let slot = self.slot(key);
        self.entries[slot] = Entry { key, lower, upper };
    }

    fn slot(&self, key: B) -> usize {
        // Multiplying by an odd number spreads a key over the high bits of the product.
        const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;
        let wide = key.widen();
        let folded = wide as u64 ^ ((wide >> 64) as u64).wrapping_mul(MULTIPLIER);
        let hash = folded.wrapping_mul(MULTIPLIER);
        (hash >> (64 - self.entries.len().trailing_zeros())) as usize
    }
}
