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

pub(crate) mod attack;
pub(crate) mod follow_up;
pub(crate) mod part;
pub(crate) mod strategy;

#[cfg(test)]
mod tests;

use foursight::Size;
use part::{Part, is_left_out};

use crate::cpu::Cpu;
use crate::node::Node;

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
