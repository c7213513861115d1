//! The transposition table: bounds already proved, by class of positions.
//!
//! The table is an array of lines, each as long as a cache line. The hash of a class selects the line. An entry holds
//! the whole key, so a result always belongs to the requested class.
//!
//! | boards | entry | lines hold |
//! |---|---|---|
//! | of at most 64 bits with sentinels | two words of 64 bits | 4 |
//! | all others | two words of 128 bits | 2 |
//!
//! A second array has a word for each line, its [`summary`]: an eighth of the memory, which stays in the processor's
//! cache. A look-up that finds nothing reads only that word, and so does the choice of the entry to replace: the one
//! with the least work.
//!
//! A table uses few of its lines at first, and [grows](growth) as it fills.
//!
//! Threads share a table without waiting for each other. A third array [counts](count) the writes to lines. A single
//! thread does without it.

#![expect(clippy::inline_always, reason = "all of it belongs in each form of the search")]

mod address;
mod count;
mod entry;
mod growth;
mod line;
mod size;
mod summary;
#[cfg(test)]
mod tests;

// `count` takes its atomics from here.
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering, fence};

use foursight::{Bits, Size};

pub(crate) use address::Address;
pub(crate) use entry::Bounds;
pub use size::{TableError, TableSize};

use crate::equivalence::Class;
use crate::thread_budget::HAS_THREADS;
use entry::Layout;
use line::{LINE_BYTES, Lines, n_entries, prefetch, zeroed};
use summary::Summary;

/// The number of lines in a MiB, as a power of two.
const LINE_BITS_OF_MIB: u32 = 20 - LINE_BYTES.trailing_zeros();

/// Entries by the hash of their keys, in lines; the number of lines is a power of two.
#[derive(Debug)]
pub(crate) struct TranspositionTable<S: Size> {
    size: S,
    // Invariant: as many as `summaries`, a power of two.
    lines: Lines,
    summaries: Box<[AtomicU64]>,
    /// The number of low bits of a hash that do not select a line, because the table does not yet use all its lines.
    shift: AtomicU32,
    /// Twice the number of writes to lines by threads that share them; odd during a write.
    counts: Box<[AtomicU32]>,
    /// The nodes searched since the stored entries last lost value.
    n_nodes: u64,
}

impl<S: Size> TranspositionTable<S> {
    /// An empty table of at most `table_size`, unless there is not enough memory.
    pub(crate) fn new(size: S, table_size: TableSize) -> Result<Self, TableError> {
        let n_lines = table_size.mib() << LINE_BITS_OF_MIB;
        let n_lines = (n_lines + 1).next_power_of_two() / 2;
        let error = || TableError { table_size };
        Ok(Self {
            size,
            lines: Lines::new(n_lines).ok_or_else(error)?,
            summaries: zeroed(n_lines).ok_or_else(error)?,
            shift: growth::first_shift(),
            counts: zeroed(N_COUNTS).ok_or_else(error)?,
            n_nodes: 0,
        })
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        let n_used = self.n_used();
        self.lines.clear(n_used);
        self.summaries[..n_used].fill_with(AtomicU64::default);
        self.shift = growth::first_shift();
        self.n_nodes = 0;
    }

    /// The index of the line for `address`.
    #[inline(always)]
    fn line_of(&self, address: Address<S::Key>) -> usize {
        (address.hash >> self.shift.load(Ordering::Relaxed)) as usize
    }

    /// Begins a new search. If much work has been done since the last time, stored entries lose value.
    pub(crate) fn start_search(&mut self) {
        if self.n_nodes > NODES_PER_LINE * self.summaries.len() as u64 {
            self.n_nodes = 0;
            self.use_all();
            for summary in &mut self.summaries {
                *summary.get_mut() = Summary(*summary.get_mut()).aged().0;
            }
        }
    }

    /// Ends a search that took `n_nodes` nodes.
    pub(crate) fn end_search(&mut self, n_nodes: u64) {
        self.n_nodes += n_nodes;
    }
}

/// After this many nodes per line, the entries of earlier searches lose value.
const NODES_PER_LINE: u64 = 4;

/// The number of counts: enough that lines with the same count are hardly ever used at the same moment.
const N_COUNTS: usize = 1 << 12;

/// The table as a search uses it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access<'a, S: Size> {
    pub(crate) table: &'a TranspositionTable<S>,
    /// Whether other threads use it at the same time.
    pub(crate) is_shared: bool,
}

impl<S: Size> Access<'_, S> {
    #[inline(always)]
    pub(crate) fn address(&self, class: Class<S::Bits>) -> Address<S::Key> {
        Address::new(self.table.size, class)
    }

    /// Starts loading the line of `address` into the cache.
    #[inline(always)]
    pub(crate) fn prefetch(&self, address: Address<S::Key>) {
        prefetch(self.table.lines.get(self.table.line_of(address)));
    }

    /// The proved bounds of the position at `address`; the widest ones if nothing is known.
    #[inline(always)]
    pub(crate) fn get(&self, address: Address<S::Key>) -> Bounds {
        self.find(address, |_, entries| entries).unwrap_or(Layout::<S>::UNKNOWN)
    }

    /// The proved bounds of the position at `address`, if an upper bound is known.
    #[inline(always)]
    pub(crate) fn get_with_upper(&self, address: Address<S::Key>) -> Option<Bounds> {
        self.find(address, Summary::with_upper)
    }

    #[inline(always)]
    fn find(
        &self,
        address: Address<S::Key>,
        select: impl FnOnce(Summary, summary::Entries) -> summary::Entries,
    ) -> Option<Bounds> {
        let line = self.table.line_of(address);
        let summary = Summary(self.table.summaries[line].load(Ordering::Relaxed));
        let entries = summary.with_tag(address.tag(), n_entries::<S::Key>());
        let layout = Layout::of(self.table.size);
        let [first_bits, second_bits] = layout.key_bits();
        for index in select(summary, entries) {
            let Some(entry) = self.entry(line, index) else { continue };
            let differences = (entry[0] ^ address.key[0]) & first_bits
                | (entry[1] ^ address.key[1]) & second_bits;
            if differences == S::Key::ZERO {
                let (bounds, n_pairs) = layout.decode(entry);
                return Some(bounds.with_more_pairs(address.n_pairs - n_pairs));
            }
        }
        None
    }

    /// Whether other threads may write at this moment.
    #[inline(always)]
    fn has_rivals(&self) -> bool {
        HAS_THREADS && self.is_shared
    }

    /// The entry as it was at one moment; `None` if another thread writes to the line.
    #[inline(always)]
    fn entry(&self, line: usize, index: usize) -> Option<[S::Key; 2]> {
        if !self.has_rivals() {
            return Some(self.table.lines.get(line).get(index));
        }
        let count = &self.table.counts[line % N_COUNTS];
        let before = count::begin_read(count);
        let entry = self.table.lines.get(line).get(index);
        count::is_unchanged(count, before).then_some(entry)
    }

    /// Stores bounds that took `nodes` nodes to prove, in place of the entry with the least work.
    #[inline(always)]
    pub(crate) fn insert(&self, address: Address<S::Key>, bounds: Bounds, nodes: u64) {
        if !self.has_rivals() {
            if self.table.can_grow() {
                self.table.make_room(address);
            }
            return self.replace(self.table.line_of(address), address, bounds, nodes);
        }
        let line = self.table.line_of(address);
        let count = &self.table.counts[line % N_COUNTS];
        if let Some(before) = count::begin_write(count) {
            self.replace(line, address, bounds, nodes);
            count::end_write(count, before);
        }
    }

    #[inline(always)]
    fn replace(&self, line: usize, address: Address<S::Key>, bounds: Bounds, nodes: u64) {
        let layout = Layout::of(self.table.size);
        let n_entries = n_entries::<S::Key>();
        let stored = &self.table.summaries[line];
        let summary = Summary(stored.load(Ordering::Relaxed));
        let tag = address.tag();
        let index = summary.place(tag, n_entries);
        let unknown = Layout::<S>::UNKNOWN;
        let bounds = Bounds {
            lower: bounds.lower.max(unknown.lower),
            upper: bounds.upper.min(unknown.upper),
        };
        let data = layout.encode(bounds, address.n_pairs);
        let entry = [address.key[0] | data[0], address.key[1] | data[1]];
        self.table.lines.get(line).set(index, entry);
        let has_upper = bounds.upper < unknown.upper;
        stored.store(summary.with(index, tag, has_upper, nodes).0, Ordering::Relaxed);
    }
}
