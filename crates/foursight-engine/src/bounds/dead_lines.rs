//! Lines that can still be completed.

#![expect(clippy::inline_always, reason = "all of it belongs into each form of the search")]

use foursight::Size;

use super::part::{Part, is_left_out};
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
