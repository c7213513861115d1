//! The search for an order in which two players alternately take the discs of all stacks.
//!
//! There is no shortcut: an order may depend on a single choice deep in the search. But positions from games are easy:
//! the first attempt nearly always succeeds. If it fails, a change of preference or of direction helps more than a
//! longer search: a search from the top often takes a few steps where one from the bottom takes very many.

use alloc::vec::Vec;
use core::cmp::Reverse;
use core::mem;

use super::stacks::{Stack, Stacks};
use crate::Column;
use crate::key_set::{KeySet, key_of};
use crate::notation::NoMoveOrder;

/// The number of dead ends that a search may add before the next search takes over, for each round.
const SHARES: [usize; 5] = [100, 300, 900, 2_700, 8_100];

/// Priorities of stacks: the lowest number comes first.
type Preference = fn(Stack) -> (usize, Reverse<usize>);

const PREFERENCES: [Preference; 2] = [
    // The highest stack, as many short ones leave more choice than a few high ones.
    |stack| (0, Reverse(stack.len())),
    // The stack that soonest exposes many discs of the other player.
    |stack| (stack.runs()[0], Reverse(stack.runs()[1])),
];

/// An order in which the discs can be taken.
///
/// # Errors
///
/// If there is no order, or the search gives up.
pub(super) fn find(stacks: Stacks) -> Result<Vec<Column>, NoMoveOrder> {
    let mut forward = Search::new(stacks);
    let mut backward = Search::new(stacks.reversed());
    for share in SHARES {
        for prefer in PREFERENCES {
            if let Some(found) = forward.go_on(share, prefer) {
                return found;
            }
            if let Some(found) = backward.go_on(share, prefer) {
                return found.map(|columns| columns.into_iter().rev().collect());
            }
        }
    }
    Err(NoMoveOrder::GaveUp)
}

/// A depth-first search that remembers dead ends.
struct Search {
    start: Stacks,
    dead_ends: KeySet,
    max_dead_ends: usize,
    columns: Vec<Column>,
}

impl Search {
    fn new(start: Stacks) -> Self {
        Self { start, dead_ends: KeySet::default(), max_dead_ends: 0, columns: Vec::new() }
    }

    /// An order, or the proof that there is none; `None` after `share` more dead ends.
    fn go_on(
        &mut self,
        share: usize,
        prefer: Preference,
    ) -> Option<Result<Vec<Column>, NoMoveOrder>> {
        self.max_dead_ends = self.dead_ends.len() + share;
        self.columns.clear();
        let start = self.start;
        let is_found = self.extend(&start, prefer)?;
        Some(if is_found {
            Ok(mem::take(&mut self.columns))
        } else {
            Err(NoMoveOrder::Unreachable)
        })
    }

    /// Whether the remaining discs can be taken; `columns` then lists the order. `None` if the limit is reached.
    fn extend(&mut self, left: &Stacks, prefer: Preference) -> Option<bool> {
        if left.n_discs() == 0 {
            return Some(true);
        }
        let key = key_of(left.key());
        if self.dead_ends.number(&key).is_some() {
            return Some(false);
        }
        if self.dead_ends.len() >= self.max_dead_ends {
            return None;
        }
        let mut choices: Vec<(Column, Stack)> = left.choices().collect();
        // A sort would take 4 KB of the WebAssembly module.
        while let Some(first) = (0..choices.len()).min_by_key(|&index| prefer(choices[index].1)) {
            let (column, _) = choices.remove(first);
            self.columns.push(column);
            if self.extend(&left.take(column), prefer)? {
                return Some(true);
            }
            self.columns.pop();
        }
        self.dead_ends.insert(key);
        Some(false)
    }
}
