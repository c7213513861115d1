//! The place where the table looks for a class of positions.

#![expect(clippy::inline_always, reason = "all of it belongs in each form of the search")]

use foursight::{Bits, Size};

use super::entry::Layout;
use super::summary::TAG_BITS;
use crate::equivalence::Class;

/// The place of a class: its line, its tag in the line's summary, and its key in the entry.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Address<K> {
    /// The words of the entry, without bounds.
    pub(super) key: [K; 2],
    /// The number of pairs of waiting moves in the position.
    pub(super) n_pairs: i32,
    pub(super) hash: u64,
}

impl<K: Bits> Address<K> {
    #[inline(always)]
    pub(crate) fn new<S: Size<Key = K>>(size: S, class: Class<S::Bits>) -> Self {
        let [mover, other] = class.cells.map(|cells| K::narrow(cells.widen()));
        let n_waiting = class.waiting.widen() as u64;
        let key = [mover | Layout::of(size).parity(n_waiting), other];
        Self { n_pairs: (n_waiting / 2) as i32, ..Self::of_key(key) }
    }

    /// The address of an entry with this key.
    #[inline(always)]
    pub(super) fn of_key(key: [K; 2]) -> Self {
        Self { key, n_pairs: 0, hash: hash(key) }
    }

    /// A nonzero number for the class, shared by hardly any other.
    #[inline(always)]
    pub(crate) fn number(self) -> u64 {
        self.hash | 1
    }

    /// The class's tag in the summary of the line.
    #[inline(always)]
    pub(super) fn tag(self) -> u64 {
        self.hash >> 24 & ((1 << TAG_BITS) - 1)
    }
}

/// A number whose high bits depend on every bit of the key.
#[inline(always)]
fn hash<K: Bits>([mover, other]: [K; 2]) -> u64 {
    const MULTIPLIERS: [u64; 4] = [
        0x9e37_79b9_7f4a_7c15,
        0xd6e8_feb8_6659_fd93,
        0xc2b2_ae3d_27d4_eb4f,
        0x1656_67b1_9e37_79f9,
    ];
    let word = |bits: K, multiplier: u64| {
        let wide = bits.widen();
        let high = (wide >> u64::BITS) as u64;
        (wide as u64).wrapping_mul(multiplier) ^ high.wrapping_mul(MULTIPLIERS[3]).rotate_left(23)
    };
    let mixed = word(mover, MULTIPLIERS[0]).wrapping_add(word(other, MULTIPLIERS[1]));
    (mixed ^ mixed >> 32).wrapping_mul(MULTIPLIERS[2])
}
