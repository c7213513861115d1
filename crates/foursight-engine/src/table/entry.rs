//! What the table keeps of a position: two bounds and their worth, in a few bits.

#![expect(clippy::inline_always, reason = "all of it belongs into each form of the search")]

use foursight::Size;

use super::address::{MIN_LINE_BITS, key_bits};

/// Proved bounds on the score of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
}

impl Bounds {
    /// The bound that answers "is the score above `alpha`?", if one does.
    #[inline(always)]
    pub(crate) fn answer(self, alpha: i32) -> Option<i32> {
        if self.lower > alpha {
            Some(self.lower)
        } else if self.upper <= alpha {
            Some(self.upper)
        } else {
            None
        }
    }
}

// The fields of an entry's last word, from the lowest bit: lower bound, upper bound, work,
// generation, tag. All of them 0 say nothing: the bounds are then the widest that can be stored.
pub(super) const NARROW: Layout = Layout { bound_bits: 6 };
pub(super) const WIDE: Layout = Layout { bound_bits: 8 };
const WORK_BITS: u32 = 6;
const GENERATION_BITS: u32 = 8;

const _: () = assert!(NARROW.max_key_bits() == 52 && u64::BITS - NARROW.tag_shift() == 38);
const _: () = assert!(WIDE.max_key_bits() + u64::BITS >= 110);

/// How the word of an entry that holds the bounds is divided.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    bound_bits: u32,
}

impl Layout {
    const fn work_shift(self) -> u32 {
        2 * self.bound_bits
    }

    const fn generation_shift(self) -> u32 {
        self.work_shift() + WORK_BITS
    }

    pub(super) const fn tag_shift(self) -> u32 {
        self.generation_shift() + GENERATION_BITS
    }

    /// The longest keys whose tags fit this word.
    const fn max_key_bits(self) -> u32 {
        u64::BITS - self.tag_shift() + MIN_LINE_BITS
    }

    #[inline(always)]
    pub(super) fn encode(self, bounds: Bounds, work: u32, generation: u8) -> u64 {
        let half = 1 << (self.bound_bits - 1);
        (bounds.lower + half) as u64
            | ((half - 1 - bounds.upper) as u64) << self.bound_bits
            | u64::from(work) << self.work_shift()
            | u64::from(generation) << self.generation_shift()
    }

    #[inline(always)]
    pub(super) fn bounds(self, bits: u64) -> Bounds {
        let half = 1 << (self.bound_bits - 1);
        let field = |shift: u32| (bits >> shift & ((1 << self.bound_bits) - 1)) as i32;
        Bounds { lower: field(0) - half, upper: half - 1 - field(self.bound_bits) }
    }

    /// What losing this entry costs: the work in it, and more if this search stored it.
    #[inline(always)]
    pub(super) fn worth(self, bits: u64, generation: u8) -> u64 {
        let work = bits >> self.work_shift() & ((1 << WORK_BITS) - 1);
        let is_old = (bits >> self.generation_shift()) as u8 != generation;
        if is_old { work } else { work | 1 << WORK_BITS }
    }
}

/// Whether an entry is one word.
#[inline(always)]
pub(super) fn is_narrow<S: Size>(size: S) -> bool {
    key_bits(size) <= NARROW.max_key_bits()
}
