//! The transposition table: bounds already proved, by position.
//!
//! The table is an array of lines, each as long as a cache line, so a look-up costs one access to memory. A
//! bijection scrambles the key; the low bits select the line, and the entry keeps all other bits, the tag.
//! An entry found is therefore always about the position asked for.
//!
//! An entry holds the tag, two bounds, the work they took and the search that stored them:
//!
//! | key bits | entry | lines hold | boards |
//! |---|---|---|---|
//! | up to 52 | one word: tag 38, generation 8, work 6, bounds 6 and 6 | 8 | 7x6 and smaller ones |
//! | up to 110 | two words: tag 98, generation 8, work 6, bounds 8 and 8 | 3 | all others |
//!
//! The smallest table has 2^14 lines, so 14 bits of the key need no room in the tag.
//!
//! Threads share a table without waiting for each other. A word is always whole. A line with entries of two
//! words is a sequence lock: its first word counts writes, and is odd during one. A reader that finds the
//! count changed has found nothing, and a writer that cannot raise the count it saw stores nothing.

#![expect(clippy::inline_always, reason = "all of it belongs into each form of the search")]

mod address;
mod entry;
mod line;
mod size;
#[cfg(test)]
mod tests;

use foursight::{Bits, Size};

pub(crate) use address::Address;
pub(crate) use entry::Bounds;
pub use size::{TableError, TableSize};

use address::{MIN_LINE_BITS, mix, split_tag};
use entry::{NARROW, WIDE, is_narrow};
use line::{COUNT, Line, WORDS, pairs, prefetch};

/// A MiB has 2 to the power of this lines.
const LINE_BITS_OF_MIB: u32 = 20 - size_of::<Line>().trailing_zeros();

/// Entries by the hash of their keys, a power of two of lines of them.
#[derive(Debug)]
pub(crate) struct TranspositionTable<S: Size> {
    size: S,
    // Invariant: a power of two of them, at least 2^MIN_LINE_BITS.
    lines: Vec<Line>,
    /// The number of the present search; it wraps, which only makes an old entry look new.
    generation: u8,
    is_empty: bool,
}

impl<S: Size> TranspositionTable<S> {
    /// An empty table of at most `table_size`, unless there is not enough memory.
    pub(crate) fn new(size: S, table_size: TableSize) -> Result<Self, TableError> {
        let n_lines = table_size.mib() << LINE_BITS_OF_MIB;
        let n_lines = (n_lines + 1).next_power_of_two() / 2;
        debug_assert!(n_lines >= 1 << MIN_LINE_BITS);
        let mut lines = Vec::new();
        lines.try_reserve_exact(n_lines).map_err(|_| TableError { table_size })?;
        lines.resize_with(n_lines, Line::default);
        Ok(Self { size, lines, generation: 0, is_empty: true })
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        if !self.is_empty {
            self.lines.fill_with(Line::default);
        }
        (self.generation, self.is_empty) = (0, true);
    }

    /// Begins a new search: what is stored now gives way to what it will find.
    pub(crate) fn start_generation(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        self.is_empty = false;
    }
}

/// The table as a search uses it.
#[derive(Debug)]
pub(crate) enum Access<'a, S: Size> {
    /// By one thread alone.
    Own(&'a mut TranspositionTable<S>),
    /// Together with other threads.
    Shared(&'a TranspositionTable<S>),
}

impl<S: Size> Access<'_, S> {
    #[inline(always)]
    pub(crate) fn table(&self) -> &TranspositionTable<S> {
        match self {
            Self::Own(table) => table,
            Self::Shared(table) => table,
        }
    }

    #[inline(always)]
    pub(crate) fn address(&self, key: S::Bits) -> Address<S::Bits> {
        let TranspositionTable { size, lines, .. } = self.table();
        let mixed = mix(*size, key);
        let n_lines = lines.len();
        let line = mixed.widen() as usize & (n_lines - 1);
        Address { line, tag: mixed >> n_lines.trailing_zeros() as usize }
    }

    /// Starts loading the line of `address` into the cache.
    #[inline(always)]
    pub(crate) fn prefetch(&self, address: Address<S::Bits>) {
        prefetch(&self.table().lines[address.line]);
    }

    #[inline(always)]
    fn words(&mut self, line: usize) -> [u64; WORDS] {
        match self {
            Self::Own(table) => table.lines[line].own_words(),
            Self::Shared(table) => table.lines[line].words(),
        }
    }

    /// The words as they were at one moment; `None` if another thread interferes.
    #[inline(always)]
    fn whole_words(&mut self, line: usize) -> Option<[u64; WORDS]> {
        match self {
            Self::Own(table) => Some(table.lines[line].own_words()),
            Self::Shared(table) => table.lines[line].whole_words(),
        }
    }

    /// What is proved of the position at `address`; the widest bounds if nothing is known.
    #[inline(always)]
    pub(crate) fn get(&mut self, address: Address<S::Bits>) -> Bounds {
        if is_narrow(self.table().size) {
            let words = self.words(address.line);
            let tag = address.tag.widen() as u64;
            // With the tag taken out, an entry that has it is below all others. Threads that store the
            // same position at once can leave two such entries; either will do, but not a mixture.
            let tag = tag << NARROW.tag_shift();
            let mut least = u64::MAX;
            for stored in words {
                least = least.min(stored ^ tag);
            }
            let is_found = least >> NARROW.tag_shift() == 0;
            return NARROW.bounds(if is_found { least } else { 0 });
        }
        let [low, high] = split_tag(address.tag);
        let words = self.whole_words(address.line).unwrap_or_default();
        let of_tag = |pair: &&[u64; 2]| pair[0] == low && pair[1] >> WIDE.tag_shift() == high;
        WIDE.bounds(pairs(&words).iter().find(of_tag).map_or(0, |&[_, bits]| bits))
    }

    /// Stores bounds that took `nodes` nodes to prove, in place of the entry worth least.
    #[inline(always)]
    pub(crate) fn insert(&mut self, address: Address<S::Bits>, bounds: Bounds, nodes: u64) {
        let work = u64::BITS - nodes.leading_zeros();
        if is_narrow(self.table().size) {
            self.insert_narrow(address, bounds, work);
        } else if let Some(words) = self.whole_words(address.line) {
            self.insert_wide(address, bounds, work, &words);
        }
    }

    #[inline(always)]
    fn insert_narrow(&mut self, address: Address<S::Bits>, bounds: Bounds, work: u32) {
        let words = self.words(address.line);
        let TranspositionTable { lines, generation, .. } = self.table();
        let tag = address.tag.widen() as u64;
        let mut worths = [0; WORDS];
        for (worth, stored) in worths.iter_mut().zip(words) {
            let is_same = stored >> NARROW.tag_shift() == tag;
            *worth = if is_same { 0 } else { 1 + NARROW.worth(stored, *generation) };
        }
        let entry = NARROW.encode(bounds, work, *generation) | tag << NARROW.tag_shift();
        lines[address.line].set(least(worths), entry);
    }

    #[inline(always)]
    fn insert_wide(
        &mut self,
        address: Address<S::Bits>,
        bounds: Bounds,
        work: u32,
        words: &[u64; WORDS],
    ) {
        let generation = self.table().generation;
        let [low, high] = split_tag(address.tag);
        let pairs = pairs(words);
        let worth = |slot: usize| {
            let [tag_low, stored] = pairs[slot];
            let is_same = tag_low == low && stored >> WIDE.tag_shift() == high;
            if is_same { 0 } else { 1 + WIDE.worth(stored, generation) }
        };
        let slot = least([worth(0), worth(1), worth(2)]);
        let bits = WIDE.encode(bounds, work, generation) | high << WIDE.tag_shift();
        let line = &self.table().lines[address.line];
        match self {
            Self::Own(_) => line.set_pair(slot, [low, bits]),
            Self::Shared(_) => line.set_whole(words[COUNT], slot, [low, bits]),
        }
    }
}

const INDEX_BITS: u32 = WORDS.trailing_zeros();

/// The index of the least value, the first of equal ones.
#[inline(always)]
fn least<const N: usize>(values: [u64; N]) -> usize {
    let mut least = u64::MAX;
    for (index, &value) in (0..).zip(&values) {
        least = least.min(value << INDEX_BITS | index);
    }
    least as usize & (WORDS - 1)
}
