//! The remaining discs of all columns, and the player who takes next.

use crate::{Column, Player};

/// The stacks of all columns.
#[derive(Clone, Copy)]
pub(super) struct Stacks {
    stacks: [Stack; Column::MAX_COUNT],
    mover: Player,
}

// The key has room for every stack, the number of discs in plain ones, and the mover.
const _: () = assert!(Column::MAX_COUNT as u32 * Stack::BITS + 8 <= u128::BITS);

impl Stacks {
    pub(super) fn new(stacks: impl Iterator<Item = Stack>) -> Self {
        let mut all = [Stack::EMPTY; Column::MAX_COUNT];
        all.iter_mut().zip(stacks).for_each(|(place, stack)| *place = stack);
        Self { stacks: all, mover: Player::First }
    }

    pub(super) fn n_discs(&self) -> usize {
        self.stacks.iter().map(|stack| stack.len()).sum()
    }

    /// The same discs in reverse order: an order of the reversed stacks, read backward, is an order of these stacks.
    pub(super) fn reversed(&self) -> Self {
        let mover = if self.n_discs() % 2 == 1 { Player::First } else { Player::Second };
        Self { stacks: self.stacks.map(Stack::reversed), mover }
    }

    /// The columns worth trying, with their stacks.
    ///
    /// A plain column can wait, because its discs are just as useful later: it is tried only if there is nothing else.
    pub(super) fn choices(&self) -> impl Iterator<Item = (Column, Stack)> {
        let of_mover = move |stack: &Stack| stack.next() == Some(self.mover);
        let n_mixed = self.stacks.iter().filter(|&s| of_mover(s) && !s.is_plain()).count();
        let is_choice = move |stack: &Stack| of_mover(stack) && (n_mixed == 0 || !stack.is_plain());
        let choices = (0..Column::MAX_COUNT)
            .map(Column::new)
            .zip(self.stacks)
            .filter(move |(_, s)| is_choice(s));
        choices.take(n_mixed.max(1))
    }

    /// The stacks without the next disc of a column.
    pub(super) fn take(&self, column: Column) -> Self {
        let mut left = Self { mover: self.mover.other(), ..*self };
        left.stacks[column.index()] = left.stacks[column.index()].rest();
        left
    }

    /// The facts that determine the rest of the search: the mixed stacks, whichever columns they are in, the number of
    /// the first player's discs in plain stacks, and the mover. The number of the second player's discs follows from
    /// these.
    pub(super) fn key(&self) -> u128 {
        let is_plain_of_first = |s: &&Stack| s.is_plain() && s.next() == Some(Player::First);
        let n_plain: usize = self.stacks.iter().filter(is_plain_of_first).map(|s| s.len()).sum();
        let mut mixed = self.stacks.map(|s| if s.is_plain() { Stack::EMPTY } else { s });
        mixed.sort_unstable();
        let key = mixed.iter().fold(0, |key, s| key << Stack::BITS | u128::from(s.bits()));
        (key << 7 | n_plain as u128) << 1 | u128::from(self.mover == Player::First)
    }
}

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
