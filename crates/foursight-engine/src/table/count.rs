//! Twice the number of writes to a line; odd during a write.
//!
//! A reader that finds the count changed has found nothing, and a writer that cannot raise the count it saw stores
//! nothing. `interleavings` tries all orders in which threads may do this.

#![expect(clippy::inline_always, reason = "all of it belongs in each form of the search")]

use super::{AtomicU32, Ordering, fence};

/// The count before a line is read.
#[inline(always)]
pub(super) fn begin_read(count: &AtomicU32) -> u32 {
    count.load(Ordering::Acquire)
}

/// Whether no thread has written to the line since the count was `before`.
#[inline(always)]
pub(super) fn is_unchanged(count: &AtomicU32, before: u32) -> bool {
    // The count is not read again before all words are.
    fence(Ordering::Acquire);
    before.is_multiple_of(2) && count.load(Ordering::Relaxed) == before
}

/// The count before a write, unless another thread is writing.
#[inline(always)]
pub(super) fn begin_write(count: &AtomicU32) -> Option<u32> {
    let before = count.load(Ordering::Relaxed);
    let [acquire, relaxed] = [Ordering::Acquire, Ordering::Relaxed];
    if !before.is_multiple_of(2)
        || count.compare_exchange(before, before.wrapping_add(1), acquire, relaxed).is_err()
    {
        return None;
    }
    // No word is written before the count is odd, nor after it is even again.
    fence(Ordering::Release);
    Some(before)
}

#[inline(always)]
pub(super) fn end_write(count: &AtomicU32, before: u32) {
    count.store(before.wrapping_add(2), Ordering::Release);
}
