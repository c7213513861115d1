//! Lines that can still be completed.

use foursight::{Size, line};

use crate::node::Node;

/// A bound that settles "is the score above `alpha`?" because one side has no line left.
///
/// Every line that a side completes later consists of its discs and of cells that are empty now. If
/// no four of these lie in a line, the side never wins, and the score is at best a draw for it.
#[inline]
pub(crate) fn dead_lines<S: Size>(node: &Node<S>, alpha: i32) -> Option<i32> {
    let attacker = if alpha >= 0 { node.mover } else { node.opponent() };
    (!line::has_line(node.size, attacker | node.empty())).then_some(0)
}
