//! A line of the table: as much as one access to memory fetches.

#![expect(clippy::inline_always, reason = "all of it belongs into each form of the search")]

use std::sync::atomic::{AtomicU64, Ordering, fence};

/// Many threads read and write the words at once.
#[derive(Debug, Default)]
#[repr(align(64))]
pub(super) struct Line([AtomicU64; WORDS]);

impl Line {
    #[inline(always)]
    pub(super) fn words(&self) -> [u64; WORDS] {
        let mut words = [0; WORDS];
        for (word, stored) in words.iter_mut().zip(&self.0) {
            *word = stored.load(Ordering::Relaxed);
        }
        words
    }

    /// The same without other threads: the compiler may read the words as one vector.
    #[inline(always)]
    pub(super) fn own_words(&mut self) -> [u64; WORDS] {
        let mut words = [0; WORDS];
        for (word, stored) in words.iter_mut().zip(&mut self.0) {
            *word = *stored.get_mut();
        }
        words
    }

    #[inline(always)]
    pub(super) fn set(&self, index: usize, word: u64) {
        self.0[index].store(word, Ordering::Relaxed);
    }

    /// The words as they were at one moment; `None` during a write.
    #[inline(always)]
    pub(super) fn whole_words(&self) -> Option<[u64; WORDS]> {
        let before = self.0[COUNT].load(Ordering::Acquire);
        let words = self.words();
        // The count is not read again before all words are.
        fence(Ordering::Acquire);
        let after = self.0[COUNT].load(Ordering::Relaxed);
        (before.is_multiple_of(2) && before == after && words[COUNT] == before).then_some(words)
    }

    /// Stores an entry of two words if nothing was stored since `count` was read.
    #[inline(always)]
    pub(super) fn set_whole(&self, count: u64, slot: usize, entry: [u64; 2]) {
        let [acquire, relaxed] = [Ordering::Acquire, Ordering::Relaxed];
        if self.0[COUNT].compare_exchange(count, count + 1, acquire, relaxed).is_ok() {
            // No word is written before the count is odd, nor after it is even again.
            fence(Ordering::Release);
            self.set_pair(slot, entry);
            self.0[COUNT].store(count + 2, Ordering::Release);
        }
    }

    #[inline(always)]
    pub(super) fn set_pair(&self, slot: usize, [low, high]: [u64; 2]) {
        self.set(FIRST_PAIR + 2 * slot, low);
        self.set(FIRST_PAIR + 2 * slot + 1, high);
    }
}

/// The entries of a line of entries of two words.
#[inline(always)]
pub(super) fn pairs(words: &[u64; WORDS]) -> &[[u64; 2]] {
    words[FIRST_PAIR..].as_chunks().0
}

pub(super) const WORDS: usize = 8;

/// In a line with entries of two words: where it counts writes, and where the entries begin.
pub(super) const COUNT: usize = 0;
const FIRST_PAIR: usize = 2;

const _: () = assert!(size_of::<Line>() == 64);

/// Measured: a quarter of the time of a search is waiting for memory without it.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[expect(unsafe_code, reason = "the only way to ask for a prefetch, which has no other effect")]
pub(super) fn prefetch(line: &Line) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: SSE, which has the instruction, is part of x86-64; the address is that of a reference.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(line).cast()) }
}

#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn prefetch(_: &Line) {}
