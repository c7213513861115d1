//! A line of the table: as much as one access to memory fetches.

#![expect(clippy::inline_always, reason = "all of it belongs into each form of the search")]

use std::sync::atomic::{AtomicU64, Ordering};

use foursight::Bits;

/// Entries of two bitboards each. Many threads read and write the words at once.
#[derive(Debug, Default)]
#[repr(align(64))]
pub(super) struct Line([AtomicU64; WORDS]);

const WORDS: usize = 8;

/// How many entries a line has.
#[inline(always)]
pub(super) const fn n_entries<B>() -> usize {
    WORDS * size_of::<u64>() / (2 * size_of::<B>())
}

impl Line {
    #[inline(always)]
    pub(super) fn get<B: Bits>(&self, index: usize) -> [B; 2] {
        [self.bits(2 * index), self.bits(2 * index + 1)]
    }

    #[inline(always)]
    pub(super) fn set<B: Bits>(&self, index: usize, entry: [B; 2]) {
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
    fn bits<B: Bits>(&self, place: usize) -> B {
        let words = size_of::<B>() / size_of::<u64>();
        let mut wide = 0;
        for word in 0..words {
            let part = self.0[words * place + word].load(Ordering::Relaxed);
            wide |= u128::from(part) << (u64::BITS as usize * word);
        }
        B::narrow(wide)
    }
}

const _: () = assert!(size_of::<Line>() == 64);

/// Measured: a quarter of the time of a search is waiting for memory without it.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[expect(unsafe_code, reason = "the only way to ask for a prefetch, which has no other effect")]
pub(super) fn prefetch<T>(memory: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: SSE, which has the instruction, is part of x86-64; the address is that of a reference.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(memory).cast()) }
}

#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn prefetch<T>(_: &T) {}
