//! The number of lines that a table uses: it grows before an entry would have to give way.
//!
//! So a short search touches little memory, and clearing the table after it is quick. As long as no entry gives way,
//! nothing is lost, and a line that is split into several keeps its entries in their order. So a search finds in each
//! table what it would find if all lines were used from the beginning, and visits the same nodes.

use std::array;
use std::sync::atomic::{AtomicU32, Ordering};

use foursight::Size;

use super::entry::Layout;
use super::line::{MAX_ENTRIES, n_entries};
use super::summary::Summary;
use super::{Address, TranspositionTable};

/// The number of bits of a hash that select a line at first: the lines fit into a processor's smallest cache.
const FIRST_BITS: u32 = 8;

/// The number of bits that each growth adds.
const MORE_BITS: u32 = 8;

pub(super) fn first_shift() -> AtomicU32 {
    AtomicU32::new(u64::BITS - FIRST_BITS)
}

impl<S: Size> TranspositionTable<S> {
    /// The number of lines used, the first ones.
    pub(super) fn n_used(&self) -> usize {
        1 << (u64::BITS - self.shift.load(Ordering::Relaxed))
    }

    #[inline]
    pub(super) fn can_grow(&self) -> bool {
        self.n_used() < self.summaries.len()
    }

    /// Uses all lines, because threads are going to share them.
    pub(crate) fn use_all(&self) {
        while self.can_grow() {
            self.grow();
        }
    }

    /// Grows until an entry for `address` replaces no other, or all lines are used.
    #[inline(never)]
    pub(super) fn make_room(&self, address: Address<S::Key>) {
        while self.can_grow() && self.is_taken(address) {
            self.grow();
        }
    }

    /// Whether an entry for `address` would replace another class's entry.
    fn is_taken(&self, address: Address<S::Key>) -> bool {
        let line = self.line_of(address);
        let summary = Summary(self.summaries[line].load(Ordering::Relaxed));
        let index = summary.place(address.tag(), n_entries::<S::Key>());
        let key = || Layout::of(self.size).key(self.lines.get(line).get(index));
        summary.entry(index) != 0 && key() != address.key
    }

    /// Divides the entries of each line among several, from the last line to the first, which makes way for the next.
    #[cold]
    fn grow(&self) {
        let n_used = self.n_used();
        let n_bits = (n_used << MORE_BITS).min(self.summaries.len()).trailing_zeros();
        self.shift.store(u64::BITS - n_bits, Ordering::Relaxed);
        for index in (0..n_used).rev() {
            let summary = Summary(self.summaries[index].load(Ordering::Relaxed));
            if summary.0 != 0 {
                self.divide(index, summary);
            }
        }
    }

    fn divide(&self, index: usize, summary: Summary) {
        let layout = Layout::of(self.size);
        let line = self.lines.get(index);
        let entries: [_; MAX_ENTRIES] = array::from_fn(|place| match summary.entry(place) {
            0 => None,
            word => Some((word, line.get(place))),
        });
        line.clear();
        self.summaries[index].store(0, Ordering::Relaxed);
        for (word, entry) in entries.into_iter().flatten() {
            let index = self.line_of(Address::of_key(layout.key(entry)));
            let stored = &self.summaries[index];
            let summary = Summary(stored.load(Ordering::Relaxed));
            // No entry has aged yet, so the least work is that of an empty place.
            let place = summary.least(n_entries::<S::Key>());
            self.lines.get(index).set(place, entry);
            stored.store(summary.with_entry(place, word).0, Ordering::Relaxed);
        }
    }
}
