//! The last two moves of an attack, without a search.

#![expect(clippy::inline_always, reason = "all of it belongs in each form of the search")]

use foursight::{Bits, Size};

use super::part::{Part, is_left_out};
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
pub(crate) fn settle<S: Size, C: Cpu>(
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
