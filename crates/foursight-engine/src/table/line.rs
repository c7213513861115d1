//! A line of the table: as much as one access to memory fetches.

#![expect(clippy::inline_always, reason = "all of it belongs in each form of the search")]

use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::Zeroable;
use bytemuck::allocation::try_zeroed_slice_box;
use foursight::Bits;

/// All lines of a table, without entries at first.
#[derive(Debug)]
pub(super) struct Lines {
    // Words, because memory for a type that is aligned to more than a word or two would be written to at once.
    words: Box<[AtomicU64]>,
    /// The word that begins the first line: the first one at a multiple of a line's length.
    first: usize,
}

/// Entries of two bitboards each. Many threads read and write the words at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a>(&'a [AtomicU64; WORDS]);

const WORDS: usize = 8;

pub(super) const LINE_BYTES: usize = WORDS * size_of::<u64>();

/// The maximum number of entries in a line.
pub(super) const MAX_ENTRIES: usize = n_entries::<u64>();

/// The number of entries in a line.
#[inline(always)]
pub(super) const fn n_entries<B>() -> usize {
    WORDS * size_of::<u64>() / (2 * size_of::<B>())
}

/// `n` values without a bit set, if there is enough memory. The system clears a page when it is first used.
pub(super) fn zeroed<T: Zeroable>(n: usize) -> Option<Box<[T]>> {
    try_zeroed_slice_box(n).ok()
}

impl Lines {
    /// `n` lines, if there is enough memory.
    pub(super) fn new(n: usize) -> Option<Self> {
        let words: Box<[AtomicU64]> = zeroed(n * WORDS + WORDS - 1)?;
        let first = words.as_ptr().align_offset(LINE_BYTES);
        Some(Self { words, first })
    }

    #[inline(always)]
    pub(super) fn get(&self, index: usize) -> Line<'_> {
        let words = &self.words[self.first + WORDS * index..];
        Line(words.first_chunk().expect("there are so many lines"))
    }

    /// Removes all entries of the first `n` lines.
    pub(super) fn clear(&mut self, n: usize) {
        self.words[self.first..][..WORDS * n].fill_with(AtomicU64::default);
    }
}

impl Line<'_> {
    /// Removes all entries.
    pub(super) fn clear(self) {
        for word in self.0 {
            word.store(0, Ordering::Relaxed);
        }
    }

    #[inline(always)]
    pub(super) fn get<B: Bits>(self, index: usize) -> [B; 2] {
        [self.bits(2 * index), self.bits(2 * index + 1)]
    }

    #[inline(always)]
    pub(super) fn set<B: Bits>(self, index: usize, entry: [B; 2]) {
        for (place, bits) in (2 * index..).zip(entry) {
            let wide = bits.widen();
            let words = size_of::<B>() / size_of::<u64>();
            for word in 0..words {
                let part = (wide >> (u64::BITS as usize * word)) as u64;
                self.0[words * place + word].store(part, Ordering::Relaxed);
            }
        }
    }

    #[inline(always)]
    fn bits<B: Bits>(self, place: usize) -> B {
        let words = size_of::<B>() / size_of::<u64>();
        let mut wide = 0;
        for word in 0..words {
            let part = self.0[words * place + word].load(Ordering::Relaxed);
            wide |= u128::from(part) << (u64::BITS as usize * word);
        }
        B::narrow(wide)
    }
}

/// Measured: without it, a search spends a quarter of its time waiting for memory.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[expect(unsafe_code, reason = "the only way to ask for a prefetch, which has no other effect")]
pub(super) fn prefetch(line: Line<'_>) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: SSE, which has the instruction, is part of x86-64; the address is that of a reference.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(line.0).cast()) }
}

#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn prefetch(_: Line<'_>) {}
