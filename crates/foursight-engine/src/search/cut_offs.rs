//! Cut-offs after a node's moves are known and before any is searched.

#![expect(clippy::inline_always, reason = "all of it belongs in each form of the search")]

use foursight::Size;

use super::Search;
use crate::bounds::{follow_up, strategy::strategy_holds};
use crate::cpu::Cpu;
use crate::equivalence::{Class, Classes};
use crate::node::{Children, Node, has_at_most_one};

/// With more empty cells than this, all children are looked up before any is searched.
const ENHANCED_EMPTY: i32 = 12;

impl<S: Size> Search<'_, '_, S> {
    /// A bound above `alpha` that follows from a child, without a search.
    #[inline(always)]
    pub(super) fn cut_off<C: Cpu>(
        &mut self,
        node: &Node<S, C>,
        children: &Children<S::Bits>,
        alpha: i32,
        classes: &mut Option<Classes<S::Bits>>,
    ) -> Option<i32> {
        if is_late_attack(node, alpha) {
            return None;
        }
        if node.n_empty > ENHANCED_EMPTY {
            let classes = classes.insert(classes_of(node, children));
            if let Some(score) = self.enhanced_cutoff(node, children, alpha, classes) {
                return Some(score);
            }
        }
        if !node.is_late() {
            for lane in children.each() {
                if strategy_holds(&node.after(children.get(lane)), -alpha - 1) {
                    return Some(alpha + 1);
                }
            }
        }
        None
    }

    /// A bound above `alpha` that the table holds for a child.
    #[inline(always)]
    fn enhanced_cutoff<C: Cpu>(
        &mut self,
        node: &Node<S, C>,
        children: &Children<S::Bits>,
        alpha: i32,
        classes: &Classes<S::Bits>,
    ) -> Option<i32> {
        for lane in children.each() {
            let child = children.get(lane);
            if !has_at_most_one(child.replies) {
                let address = self.table.address(classes.get(lane));
                if let Some(known) = self.table_for(node.n_empty - 1).get_with_upper(address)
                    && -known.upper > alpha
                {
                    return Some(-known.upper);
                }
            } else if !node.is_late()
                && let Some(lower) = self.lower_after_only_reply(&node.after(child))
                && lower > alpha
            {
                return Some(lower);
            }
        }
        None
    }

    /// The table's lower bound for the only move of a node, seen by the other side. The node itself
    /// has no entry.
    #[inline(always)]
    fn lower_after_only_reply<C: Cpu>(&self, node: &Node<S, C>) -> Option<i32> {
        let child = node.child_of(node.mover, node.mask, node.moves);
        if has_at_most_one(child.replies) {
            return None;
        }
        let next = node.after(child);
        let address = self.table.address(class_of(&next));
        Some(self.table_for(next.n_empty).get(address).lower)
    }
}

/// The class under which a node is stored.
#[inline(always)]
pub(super) fn class_of<S: Size, C: Cpu>(node: &Node<S, C>) -> Class<S::Bits> {
    let class = Class::of(node);
    if node.is_late() { class } else { class.or_mirrored(node.size) }
}

/// The classes under which a node's children are stored.
#[inline(always)]
fn classes_of<S: Size, C: Cpu>(
    node: &Node<S, C>,
    children: &Children<S::Bits>,
) -> Classes<S::Bits> {
    let classes = Classes::of_children(node, children);
    if node.has_late_children() { classes } else { classes.or_mirrored(node.size) }
}

/// A bound above `alpha` because, after some move, follow-up holds the opponent.
#[inline(always)]
pub(super) fn follow_ups<S: Size, C: Cpu>(
    node: &Node<S, C>,
    children: &Children<S::Bits>,
    alpha: i32,
) -> Option<i32> {
    if is_late_attack(node, alpha) {
        return None;
    }
    follow_up::bound_of_children(node, children, -alpha - 1).map(|bound| -bound)
}

/// Whether the side to move asks for a win within three of its moves.
///
/// Follow-up and the table then cost more than the search that they would save.
#[inline(always)]
pub(super) fn is_late_attack<S: Size, C: Cpu>(node: &Node<S, C>, alpha: i32) -> bool {
    alpha >= 0 && node.max() - alpha <= 2
}
