//! The discs of one column, as a stack from which an order takes one at a time.

use crate::Player;

/// A column's remaining discs, from the lowest bit; a 1 is a disc of the first player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
// Invariant: a 1 lies above the last disc.
pub(super) struct Stack(u16);

impl Stack {
    pub(super) const EMPTY: Self = Self(1);
    /// Wide enough for the discs of the highest board and the 1 above them.
    pub(super) const BITS: u32 = 11;

    /// The stack of `n_discs` discs; the bits of `of_first` mark the first player's.
    pub(super) fn new(of_first: u16, n_discs: usize) -> Self {
        Self(of_first | 1 << n_discs)
    }

    pub(super) fn bits(self) -> u16 {
        self.0
    }

    pub(super) fn len(self) -> usize {
        self.0.ilog2() as usize
    }

    /// The owner of the next disc.
    pub(super) fn next(self) -> Option<Player> {
        let of = if self.0 & 1 == 1 { Player::First } else { Player::Second };
        (self != Self::EMPTY).then_some(of)
    }

    /// The stack without its next disc.
    pub(super) fn rest(self) -> Self {
        Self(self.0 >> 1)
    }

    /// Whether all discs belong to one player.
    pub(super) fn is_plain(self) -> bool {
        self.n_equal() == self.len()
    }

    /// The number of consecutive discs of one player that come next, and of the other player's after these.
    pub(super) fn runs(self) -> [usize; 2] {
        let first = self.n_equal();
        [first, Self(self.0 >> first).n_equal()]
    }

    fn n_equal(self) -> usize {
        let n = if self.0 & 1 == 1 { self.0.trailing_ones() } else { self.0.trailing_zeros() };
        self.len().min(n as usize)
    }

    /// The same discs in reverse order.
    pub(super) fn reversed(self) -> Self {
        let discs = self.0 ^ 1 << self.len();
        // For an empty stack, this shifts by all 16 bits, which only a checked shift allows.
        let of_first = discs.reverse_bits().checked_shr(16 - self.0.ilog2()).unwrap_or(0);
        Self::new(of_first, self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discs_from_below() {
        let stack = Stack::new(0b0010_0111, 8);
        assert_eq!((stack.len(), stack.next(), stack.runs()), (8, Some(Player::First), [3, 2]));
        assert!(stack.reversed() == Stack::new(0b1110_0100, 8));
        assert_eq!(stack.rest().rest().rest().next(), Some(Player::Second));
        assert!(
            !stack.is_plain() && Stack::new(0b111, 3).is_plain() && Stack::new(0, 10).is_plain()
        );
        assert!(Stack::EMPTY.is_plain() && Stack::EMPTY.reversed() == Stack::EMPTY);
        assert_eq!((Stack::EMPTY.next(), Stack::EMPTY.runs()), (None, [0, 0]));
    }
}
