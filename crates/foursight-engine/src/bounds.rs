//! Bounds on the score of a position that need no search.
//!
//! - [`dead_lines`]: a side that cannot complete any line does not win.
//! - [`attack`]: who wins within two moves, exactly.
//! - [`follow_up`]: what a side achieves by always answering in the column just played.
//! - [`strategy`]: the same, line by line: which of the leader's lines that side still stops. It is slower, and pays
//!   off only where it saves a large search.
//!
//! A wrong bound makes a wrong score, so each bound comes with a proof, and tests check all of them against exact
//! scores of random positions on boards with even and odd sides.

#![expect(clippy::inline_always, reason = "all of it belongs in each form of the search")]

pub(crate) mod follow_up;
pub(crate) mod strategy;

#[cfg(test)]
mod tests;

use foursight::{Bits, Size};

use crate::cpu::Cpu;
use crate::lanes::Lanes;
use crate::node::{Child, Children, Node, has_at_most_one};

/// The answer to "is the score above `alpha`?" if only the fastest win or the fastest loss that the number of discs
/// allows is in question; otherwise `None`.
///
/// The fastest win of a side that cannot win at once is with the disc after its next one. It has such a win exactly if
/// some move leaves the other side without a reply that prevents it, which [`wins_in_two`] looks for. The fastest loss
/// is to the opponent's disc after its next one; it occurs exactly if every move leaves the opponent such an attack.
#[inline(always)]
pub(crate) fn attack<S: Size, C: Cpu>(
    node: &Node<S, C>,
    alpha: i32,
    columns: &Lanes<S::Bits>,
) -> Option<i32> {
    let (min, max) = (node.min(), node.max());
    if is_left_out(Part::Deadline) {
        return None;
    }
    if alpha >= 0 && alpha == max - 1 {
        let wins = wins_in_two(node, node.mover, node.mask, node.moves, columns);
        return Some(if wins { max } else { max - 1 });
    }
    if alpha < 0 && alpha == min {
        return Some(escape(node, columns).unwrap_or(min));
    }
    None
}

/// A score that the side to move is sure to reach and that is above the lowest possible one, if there is such a score.
#[inline(always)]
fn escape<S: Size, C: Cpu>(node: &Node<S, C>, columns: &Lanes<S::Bits>) -> Option<i32> {
    let mut children = Children::default();
    node.find_children(columns, &mut children);
    if children.won != 0 {
        return Some(node.max());
    }
    for lane in children.each() {
        let Child { landing, replies, .. } = children.get(lane);
        if !wins_in_two(node, node.opponent(), node.mask | landing, replies, columns) {
            return Some(node.min() + 1);
        }
    }
    None
}

/// Whether a side with `discs` and with `moves` that do not lose at once has one after which the
/// other side must let it win.
///
/// The reply must take a winning cell in reach, so it cannot stop two of them; and it must not lie right below a
/// winning cell, which it would bring into reach.
#[inline(always)]
fn wins_in_two<S: Size, C: Cpu>(
    node: &Node<S, C>,
    discs: S::Bits,
    mask: S::Bits,
    moves: S::Bits,
    columns: &Lanes<S::Bits>,
) -> bool {
    if has_at_most_one(moves) {
        return node.child_of(discs, mask, moves).replies == S::Bits::ZERO;
    }
    let mut children = Children::default();
    node.find_children_of(discs, mask, moves, columns, &mut children);
    children.won != 0
}

/// A bound that settles "is the score above `alpha`?" because one side has no line left.
///
/// Every line that a side completes later consists of its discs and of cells that are empty now. If
/// no four of these lie in a line, the side never wins, and the score is at best a draw for it.
#[inline(always)]
pub(crate) fn dead_lines<S: Size, C: Cpu>(node: &Node<S, C>, alpha: i32) -> Option<i32> {
    let attacker = if alpha >= 0 { node.mover } else { node.opponent() };
    let is_alive = node.cpu.has_line(node.size, attacker | node.empty());
    (!is_alive && !is_left_out(Part::DeadLines)).then_some(0)
}

/// A part of the search that tests leave out, to see what it decides; the search is then slower, but just as correct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// The last two moves of an attack.
    Deadline,
    DeadLines,
    /// A rule of follow-up, by its number.
    Rule(u8),
    // The excuses of follow-up line by line.
    Pairs,
    Closure,
    Lateness,
    Rounds,
    // The features that put positions into the same class.
    GoneCells,
    DeadDiscs,
    WaitingMoves,
}

#[cfg(not(test))]
#[expect(clippy::inline_always, reason = "nothing is left of it")]
#[inline(always)]
pub(crate) fn is_left_out(_: Part) -> bool {
    false
}

#[cfg(test)]
pub(crate) use left_out::{is_left_out, without};

#[cfg(test)]
mod left_out {
    use std::cell::Cell;

    use super::Part;

    thread_local! {
        static LEFT_OUT: Cell<Option<Part>> = const { Cell::new(None) };
    }

    pub(crate) fn is_left_out(part: Part) -> bool {
        LEFT_OUT.get() == Some(part)
    }

    /// The result of `find` without `part`.
    pub(crate) fn without<T>(part: Part, find: impl FnOnce() -> T) -> T {
        LEFT_OUT.set(Some(part));
        let found = find();
        LEFT_OUT.set(None);
        found
    }
}
