//! The memory of an estimating search.

use foursight::{Bits, Size};

use super::evaluation::PROVED;

/// The known bounds on a position's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Lower,
    Upper,
    Exact,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<K> {
    pub(super) key: K,
    pub(super) value: i32,
    pub(super) depth: i32,
    pub(super) bound: Bound,
    /// The cell of the best move.
    pub(super) landing: u8,
}

impl<K> Entry<K> {
    /// Whether this bound settles a search to `depth`, if only values between `alpha` and `beta` matter.
    pub(super) fn settles(&self, depth: i32, alpha: i32, beta: i32) -> bool {
        let Self { value, bound, .. } = *self;
        let is_enough = self.depth >= depth || value.abs() >= PROVED;
        is_enough
            && match bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            }
    }
}

/// The last entry stored in each place.
pub(super) struct Table<S: Size> {
    // Invariant: 2 to the power of `bits`.
    entries: Vec<Entry<S::Key>>,
    bits: u32,
}

/// The maximum number of entries, of at most 32 bytes each, as a power of two.
const MAX_BITS: u32 = 18;

impl<S: Size> Table<S> {
    /// A table for a search of at most `nodes` nodes.
    pub(super) fn new(nodes: Option<u64>) -> Self {
        let bits = nodes.map_or(MAX_BITS, |nodes| nodes.max(1).ilog2() + 1).min(MAX_BITS);
        let unused =
            Entry { key: S::Key::ZERO, value: 0, depth: 0, bound: Bound::Lower, landing: 0 };
        Self { entries: vec![unused; 1 << bits], bits }
    }

    pub(super) fn get(&self, key: S::Key) -> Option<&Entry<S::Key>> {
        Some(&self.entries[self.place(key)]).filter(|entry| entry.key == key)
    }

    pub(super) fn insert(&mut self, entry: Entry<S::Key>) {
        let place = self.place(entry.key);
        self.entries[place] = entry;
    }

    /// Multiplicative hashing of both halves of the key.
    fn place(&self, key: S::Key) -> usize {
        let wide = key.widen();
        let high = ((wide >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hash = (wide as u64 ^ high).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (hash >> (u64::BITS - self.bits)) as usize
    }
}
