//! A word for each line that says which entries it has, so that most look-ups need not fetch the line.
//!
//! An entry has 16 bits of the word, from the lowest: the work in it (5), whether it has an upper bound (1), and a tag
//! (10), some bits of the hash of its key. Two entries of a line may have the same tag, but never the same key: a new
//! entry replaces the first with its tag.

#![expect(clippy::inline_always, reason = "all of it belongs in each form of the search")]

pub(super) const TAG_BITS: u32 = 10;
const WORK_BITS: u32 = 5;
const HAS_UPPER: u64 = 1 << WORK_BITS;
const TAG_SHIFT: u32 = WORK_BITS + 1;
const MAX_WORK: u64 = (1 << WORK_BITS) - 1;

/// Bits of an entry.
const STRIDE: u32 = 16;
const ENTRY: u64 = (1 << STRIDE) - 1;
/// The lowest bit of each entry.
const ONES: u64 = 0x0001_0001_0001_0001;
const HIGHEST: u64 = ONES << (STRIDE - 1);
const TAGS: u64 = ONES * (((1 << TAG_BITS) - 1) << TAG_SHIFT);
const WORKS: u64 = ONES * MAX_WORK;

const _: () = assert!(TAG_SHIFT + TAG_BITS == STRIDE);

/// A summary of the entries in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Summary(pub(super) u64);

impl Summary {
    /// The entries among the first `n_entries` that have a tag.
    #[inline(always)]
    pub(super) fn with_tag(self, tag: u64, n_entries: usize) -> Entries {
        let differences = (self.0 ^ (ONES * (tag << TAG_SHIFT))) & TAGS;
        // The highest bit of an entry is set if any is; no sum carries into the next.
        let is_other = ((differences & !HIGHEST) + (HIGHEST - ONES)) | differences;
        Entries(!is_other & HIGHEST & u64::MAX >> (64 - STRIDE * n_entries as u32))
    }

    /// The entries among `entries` that have an upper bound.
    #[inline(always)]
    pub(super) fn with_upper(self, mut entries: Entries) -> Entries {
        entries.0 &= self.0 << (STRIDE - 1 - WORK_BITS);
        entries
    }

    /// The entry among the first `n_entries` with the least work, the first of equal ones.
    #[inline(always)]
    pub(super) fn least(self, n_entries: usize) -> usize {
        let mut least = u64::MAX;
        for index in 0..n_entries {
            let work = self.0 >> (STRIDE * index as u32) & MAX_WORK;
            least = least.min(work << 2 | index as u64);
        }
        (least & 3) as usize
    }

    /// The slot for an entry with this tag: the first entry with the same tag, otherwise the entry with the least work.
    #[inline(always)]
    pub(super) fn place(self, tag: u64, n_entries: usize) -> usize {
        let same = self.with_tag(tag, n_entries).next();
        same.unwrap_or_else(|| self.least(n_entries))
    }

    /// The same word with another entry at `index`, which took `nodes` nodes to prove.
    #[inline(always)]
    pub(super) fn with(self, index: usize, tag: u64, has_upper: bool, nodes: u64) -> Self {
        let work = u64::from(u64::BITS - nodes.leading_zeros()).min(MAX_WORK);
        let entry = tag << TAG_SHIFT | if has_upper { HAS_UPPER } else { 0 } | work;
        self.with_entry(index, entry)
    }

    /// The summary of the entry at `index`; 0 if there is none.
    #[inline(always)]
    pub(super) fn entry(self, index: usize) -> u64 {
        self.0 >> (STRIDE * index as u32) & ENTRY
    }

    /// The same word with an entry's summary from another word.
    #[inline(always)]
    pub(super) fn with_entry(self, index: usize, entry: u64) -> Self {
        let shift = STRIDE * index as u32;
        Self(self.0 & !(ENTRY << shift) | entry << shift)
    }

    /// The summary with less value for the work in all entries.
    pub(super) fn aged(self) -> Self {
        let halves = ((self.0 & WORKS) >> 1) & (ONES * (MAX_WORK >> 1));
        Self(self.0 & !WORKS | halves)
    }
}

/// Some entries of a line.
#[derive(Clone, Debug)]
pub(super) struct Entries(u64);

impl Iterator for Entries {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros() / STRIDE;
        self.0 &= self.0 - 1;
        Some(index as usize)
    }
}
