//! The search: null-window negamax over positions with their winning cells.

#![expect(clippy::inline_always, reason = "all of it belongs into each form of the search")]

use std::time::Instant;

use foursight::{Bits, Score, Size};

use crate::bounds::{attack, dead_lines::dead_lines, follow_up::FollowUp, plan::plan_holds};
#[cfg(target_arch = "x86_64")]
use crate::cpu::Modern;
use crate::cpu::{Baseline, Cpu};
use crate::node::{Node, has_one};
use crate::ordering::{ColumnOrder, OrderedChildren, promise};
use crate::table::{Address, Bounds, TranspositionTable};
use crate::{Control, Progress, Solution};

/// How many nodes are searched between two looks at the limits.
const CHECK_INTERVAL: u64 = 1 << 12;

// Where a step pays is a matter of how much search is left below it, so the thresholds count empty
// cells. They were measured on the standard board.

/// With more empty cells than this, a position and its mirror image share an entry.
const MIRROR_EMPTY: i32 = 18;

/// With at most this many empty cells, lines that cannot be completed any more are looked for.
const DEAD_LINES_EMPTY: i32 = 18;

/// With more empty cells than this, all children are looked up before any is searched.
const ENHANCED_EMPTY: i32 = 14;

/// With more empty cells than this, the opponent is looked for a plan after every move.
const PLAN_EMPTY: i32 = 17;

/// With more empty cells than this, the table is used.
const TABLE_EMPTY: i32 = 6;

/// One run of a solver.
pub(crate) struct Search<'a, 'c, S: Size> {
    pub(crate) table: &'a mut TranspositionTable<S>,
    pub(crate) columns: &'a ColumnOrder<S::Bits>,
    pub(crate) control: &'a mut Control<'c>,
    /// What is proved of the score so far.
    pub(crate) lower: i32,
    pub(crate) upper: i32,
    pub(crate) nodes: u64,
    pub(crate) start: Instant,
}

/// A limit was reached before the question was answered.
#[derive(Debug)]
pub(crate) struct Stopped;

impl<S: Size> Search<'_, '_, S> {
    pub(crate) fn solution(&self) -> Solution {
        let score = |value: i32| Score::new(value as i8);
        Solution { lower: score(self.lower), upper: score(self.upper), nodes: self.nodes }
    }

    /// A score `s` such that the node's is at least `s` if `s > alpha` and at most `s` if not.
    pub(crate) fn search(&mut self, node: &Node<S>, alpha: i32) -> Result<i32, Stopped> {
        #[cfg(target_arch = "x86_64")]
        if let Some(cpu) = Modern::detect() {
            return Modern::search(self, &node.with_cpu(cpu), alpha);
        }
        Baseline::search(self, node, alpha)
    }

    /// The same, to be compiled for one processor.
    #[inline(always)]
    pub(crate) fn search_node<C: Cpu>(
        &mut self,
        node: &Node<S, C>,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_INTERVAL) && self.must_stop() {
            return Err(Stopped);
        }
        if let Some(score) = settle(node, alpha) {
            return Ok(score);
        }
        // A node with a single move is as good as its child, which has an entry of its own.
        let uses_table = node.n_empty > TABLE_EMPTY && !has_one(node.moves);
        let address = uses_table.then(|| self.address(node));
        if let Some(address) = address {
            self.table.prefetch(address);
        }
        if node.n_empty <= DEAD_LINES_EMPTY
            && let Some(score) = dead_lines(node, alpha)
        {
            return Ok(score);
        }
        let mut children = OrderedChildren::new();
        if let Some(score) = self.expand(node, alpha, &mut children) {
            return Ok(score);
        }
        match address {
            Some(address) => self.search_with_table(node, &children, alpha, address),
            None => self.search_children(node, &children, alpha),
        }
    }

    /// Looks at the children of a node: whether a move wins in two or has a bound that is enough.
    #[inline(always)]
    fn expand<C: Cpu>(
        &self,
        node: &Node<S, C>,
        alpha: i32,
        children: &mut OrderedChildren<S::Bits>,
    ) -> Option<i32> {
        let is_late_attack = is_late_attack(node, alpha);
        for &column in self.columns.columns() {
            let landing = node.moves & column;
            if landing == S::Bits::ZERO {
                continue;
            }
            let child = node.child(landing);
            if child.replies == S::Bits::ZERO {
                return Some(node.max());
            }
            if !is_late_attack
                && let Some(bound) = FollowUp::new(&node.after(&child)).bound(-alpha - 1)
            {
                return Some(-bound);
            }
            children.add(promise(node, &child), child);
        }
        None
    }

    /// The same question for a node with its children, answered by the table or remembered there.
    #[inline(always)]
    fn search_with_table<C: Cpu>(
        &mut self,
        node: &Node<S, C>,
        children: &OrderedChildren<S::Bits>,
        alpha: i32,
        address: Address<S::Bits>,
    ) -> Result<i32, Stopped> {
        let known = self.table.get(address);
        if known.lower > alpha {
            return Ok(known.lower);
        }
        if known.upper <= alpha {
            return Ok(known.upper);
        }
        if !is_late_attack(node, alpha)
            && let Some(score) = self.cut_off(node, children, alpha)
        {
            return Ok(score);
        }
        let nodes_before = self.nodes;
        let best = self.search_children(node, children, alpha)?;
        let bounds = if best > alpha {
            Bounds { lower: best, upper: known.upper.min(node.max()) }
        } else {
            Bounds { lower: known.lower.max(node.min()), upper: best }
        };
        self.table.insert(address, bounds, self.nodes - nodes_before + 1);
        Ok(best)
    }

    /// A bound above `alpha` that follows from a child, without a search.
    #[inline(always)]
    fn cut_off<C: Cpu>(
        &self,
        node: &Node<S, C>,
        children: &OrderedChildren<S::Bits>,
        alpha: i32,
    ) -> Option<i32> {
        if node.n_empty > ENHANCED_EMPTY
            && let Some(score) = self.enhanced_cutoff(node, children, alpha)
        {
            return Some(score);
        }
        let has_plan = |child| plan_holds(&node.after(child), -alpha - 1);
        (node.n_empty > PLAN_EMPTY && children.iter().any(has_plan)).then_some(alpha + 1)
    }

    /// A bound above `alpha` that the table holds for a child.
    #[inline(always)]
    fn enhanced_cutoff<C: Cpu>(
        &self,
        node: &Node<S, C>,
        children: &OrderedChildren<S::Bits>,
        alpha: i32,
    ) -> Option<i32> {
        for child in children.iter() {
            if !has_one(child.replies) {
                let known = self.table.get(self.address(&node.after(child)));
                if -known.upper > alpha {
                    return Some(-known.upper);
                }
            }
        }
        None
    }

    #[inline(always)]
    fn search_children<C: Cpu>(
        &mut self,
        node: &Node<S, C>,
        children: &OrderedChildren<S::Bits>,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        let mut best = i32::MIN;
        for child in children.iter() {
            best = best.max(-C::search(self, &node.after(child), -alpha - 1)?);
            if best > alpha {
                break;
            }
        }
        Ok(best)
    }

    #[inline(always)]
    fn address<C: Cpu>(&self, node: &Node<S, C>) -> Address<S::Bits> {
        let key = node.mover + node.mask + node.size.bottom();
        let key = if node.n_empty > MIRROR_EMPTY { key.min(mirror(node.size, key)) } else { key };
        self.table.address(key)
    }

    /// Tells how it goes, and whether a limit is reached.
    #[cold]
    fn must_stop(&mut self) -> bool {
        self.report();
        self.control.limits.are_reached(self.nodes)
    }

    pub(crate) fn report(&mut self) {
        let Solution { lower, upper, nodes } = self.solution();
        if let Some(progress) = &mut self.control.progress {
            progress(&Progress { lower, upper, nodes, elapsed: self.start.elapsed() });
        }
    }
}

/// The answer where the number of discs or the last two moves of an attack give it.
#[inline(always)]
fn settle<S: Size, C: Cpu>(node: &Node<S, C>, alpha: i32) -> Option<i32> {
    let (min, max) = (node.min(), node.max());
    if max <= alpha {
        return Some(max);
    }
    if min > alpha {
        return Some(min);
    }
    attack::settle(node, alpha)
}

/// Whether the side to move asks for a win within three of its moves.
///
/// Follow-up and the table then cost more than the search that they would save.
#[inline(always)]
fn is_late_attack<S: Size, C: Cpu>(node: &Node<S, C>, alpha: i32) -> bool {
    alpha >= 0 && node.max() - alpha <= 2
}

/// The key of the mirror image: the columns of bits in reverse order.
#[inline(always)]
fn mirror<S: Size>(size: S, key: S::Bits) -> S::Bits {
    let stride = size.height() + 1;
    let column = size.column_mask(foursight::Column::new(0))
        | size.column_mask(foursight::Column::new(0)) << 1;
    let last = size.width() - 1;
    (0..size.width()).fold(S::Bits::ZERO, |mirrored, index| {
        mirrored | (key >> (index * stride) & column) << ((last - index) * stride)
    })
}
