//! Where the table looks for a position: its key, scrambled and divided.

#![expect(clippy::inline_always, reason = "all of it belongs into each form of the search")]

use foursight::{Bits, Size};

/// Where a position is found: a line, and the tag that tells it from all others in that line.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Address<B> {
    pub(super) line: usize,
    pub(super) tag: B,
}

impl<B: Bits> Address<B> {
    /// A number for the position, not 0, that hardly any other shares.
    #[inline(always)]
    pub(crate) fn number(self) -> u64 {
        let [low, high] = split_tag(self.tag);
        (low ^ high.rotate_left(32)) << MIN_LINE_BITS ^ self.line as u64 | 1 << 63
    }
}

/// Fewest bits that choose a line: 1 MiB.
pub(super) const MIN_LINE_BITS: u32 = 14;

/// The low and the high word of a tag of more than 38 bits.
#[inline(always)]
pub(super) fn split_tag<B: Bits>(tag: B) -> [u64; 2] {
    let wide = tag.widen();
    [wide as u64, (wide >> u64::BITS) as u64]
}

#[inline(always)]
pub(super) fn key_bits<S: Size>(size: S) -> u32 {
    (size.width() * (size.height() + 1)) as u32
}

/// A bijection on the keys of a size that makes every bit depend on many.
///
/// Multiplying by an odd number is reversible modulo any power of two, and so is xoring the high half of the
/// bits into the low half.
#[inline(always)]
pub(super) fn mix<S: Size>(size: S, key: S::Bits) -> S::Bits {
    const MULTIPLIERS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93];
    let n_bits = key_bits(size);
    let half = n_bits.div_ceil(2);
    if n_bits <= u64::BITS {
        let mask = u64::MAX >> (u64::BITS - n_bits);
        let mixed = MULTIPLIERS.iter().fold(key.widen() as u64, |bits, &multiplier| {
            let bits = bits ^ bits >> half;
            bits.wrapping_mul(multiplier) & mask
        });
        return S::Bits::narrow(u128::from(mixed ^ mixed >> half));
    }
    let mask = u128::MAX >> (u128::BITS - n_bits);
    let mixed = MULTIPLIERS.iter().fold(key.widen(), |bits, &multiplier| {
        let bits = bits ^ bits >> half;
        bits.wrapping_mul(u128::from(multiplier)) & mask
    });
    S::Bits::narrow(mixed ^ mixed >> half)
}
