//! The remaining discs of all columns, and the player who takes next.

use super::stack::Stack;
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
