//! The table's entry for a class: its key and two bounds, in two words with room for a board with sentinels.
//!
//! A key has a bit for each cell in either word, as in a bitboard, and the parity of the waiting moves. The other bits
//! hold the bounds and the number of pairs of waiting moves that they were proved with. They are the bits above the
//! columns or, if these are too few, the sentinels.

#![expect(clippy::inline_always, reason = "all of it belongs in each form of the search")]

use foursight::{Bits, Size};

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

    /// The bounds of a position with `n_pairs` more pairs of waiting moves, or fewer if that is negative.
    #[inline(always)]
    pub(crate) fn with_more_pairs(self, n_pairs: i32) -> Self {
        let Self { lower, upper } = self;
        if n_pairs >= 0 {
            // A win grows by at most one with each pair.
            Self {
                lower: if lower < 0 { lower - n_pairs } else { lower },
                upper: if upper > 0 { upper + n_pairs } else { upper },
            }
        } else {
            Self {
                lower: if lower > 0 { (lower + n_pairs).max(1) } else { lower },
                upper: if upper < 0 { (upper - n_pairs).min(-1) } else { upper },
            }
        }
    }
}

/// The division of the bits of an entry that no cell needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout<S: Size> {
    size: S,
}

/// In each word: the lower or the upper bound, then a field for the waiting moves.
const PARITY_BITS: usize = 1;
const LOW_PAIR_BITS: usize = 1;
const HIGH_PAIR_BITS: usize = 2;

impl<S: Size> Layout<S> {
    #[inline(always)]
    pub(super) fn of(size: S) -> Self {
        Self { size }
    }

    /// Enough for a score with its sign: at most half of the cells are left when a game is won.
    #[inline(always)]
    fn bound_bits() -> usize {
        if size_of::<S::Key>() == size_of::<u64>() { 6 } else { 7 }
    }

    #[inline(always)]
    fn field_bits() -> usize {
        Self::bound_bits() + HIGH_PAIR_BITS
    }

    /// The entry that knows nothing.
    pub(super) const UNKNOWN: Bounds = {
        let half = if size_of::<S::Key>() == size_of::<u64>() { 32 } else { 64 };
        Bounds { lower: -half, upper: half - 1 }
    };

    /// The number of bits below those above all columns.
    #[inline(always)]
    fn shift() -> usize {
        8 * size_of::<S::Key>() - Self::field_bits()
    }

    /// Whether there are enough bits above the columns.
    #[inline(always)]
    fn is_compact(self) -> bool {
        self.size.max_width() * self.size.column_bits() <= Self::shift()
    }

    /// The bit of a key that says whether the number of waiting moves is odd.
    #[inline(always)]
    pub(super) fn parity(self, n_waiting: u64) -> S::Key {
        self.spread(n_waiting & 1)
    }

    /// The bits that make up a key, in each word.
    #[inline(always)]
    pub(super) fn key_bits(self) -> [S::Key; 2] {
        let board = S::Key::narrow(self.size.board().widen());
        [board | self.spread(1), board]
    }

    /// The key of an entry, without its bounds.
    pub(super) fn key(self, entry: [S::Key; 2]) -> [S::Key; 2] {
        let [first_bits, second_bits] = self.key_bits();
        [entry[0] & first_bits, entry[1] & second_bits]
    }

    /// Bounds proved with `n_pairs` pairs of waiting moves, to be added to a key. No bit is set if nothing is known.
    #[inline(always)]
    pub(super) fn encode(self, bounds: Bounds, n_pairs: i32) -> [S::Key; 2] {
        let half = 1 << (Self::bound_bits() - 1);
        let lower = (bounds.lower + half) as u64;
        let upper = (half - 1 - bounds.upper) as u64;
        let n_pairs = n_pairs as u64;
        let low = n_pairs & 1;
        [
            self.spread(lower << (PARITY_BITS + LOW_PAIR_BITS) | low << PARITY_BITS),
            self.spread(upper << HIGH_PAIR_BITS | n_pairs >> LOW_PAIR_BITS),
        ]
    }

    /// The bounds of an entry and the number of pairs of waiting moves.
    #[inline(always)]
    pub(super) fn decode(self, entry: [S::Key; 2]) -> (Bounds, i32) {
        let half = 1 << (Self::bound_bits() - 1);
        let [first, second] = [self.gather(entry[0]), self.gather(entry[1])];
        let lower = (first >> (PARITY_BITS + LOW_PAIR_BITS)) as i32 - half;
        let upper = half - 1 - (second >> HIGH_PAIR_BITS) as i32;
        let low = first >> PARITY_BITS & 1;
        let high = second & ((1 << HIGH_PAIR_BITS) - 1);
        (Bounds { lower, upper }, (high << LOW_PAIR_BITS | low) as i32)
    }

    /// A field in the bits that no cell needs.
    #[inline(always)]
    fn spread(self, field: u64) -> S::Key {
        if self.is_compact() {
            return S::Key::narrow(u128::from(field)) << Self::shift();
        }
        let mut bits = S::Key::ZERO;
        for index in 0..Self::field_bits() {
            let bit = S::Key::narrow(u128::from(field >> index & 1));
            bits = bits | bit << self.place(index);
        }
        bits
    }

    #[inline(always)]
    fn gather(self, word: S::Key) -> u64 {
        if self.is_compact() {
            return (word >> Self::shift()).widen() as u64;
        }
        let mut field = 0;
        for index in 0..Self::field_bits() {
            field |= ((word >> self.place(index)).widen() as u64 & 1) << index;
        }
        field
    }

    /// The place of a field's bit: in the sentinel of a column, or above all columns of the widest board.
    #[inline(always)]
    fn place(self, index: usize) -> usize {
        let stride = self.size.height() + 1;
        let n_sentinels = self.size.max_width();
        if index < n_sentinels {
            index * stride + self.size.height()
        } else {
            n_sentinels * stride + (index - n_sentinels)
        }
    }
}
