//! The search: null-window negamax over positions with their winning cells.

use std::time::Instant;

use foursight::{Bits, Score, Size};

use crate::bounds::{attack, dead_lines::dead_lines, follow_up::FollowUp, plan::plan_holds};
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

/// What the look at the children of a node comes to.
enum Expansion<B> {
    /// A bound that answers the question.
    Settled(i32),
    /// The children to be searched, best first.
    Open(OrderedChildren<B>),
}

impl<S: Size> Search<'_, '_, S> {
    pub(crate) fn solution(&self) -> Solution {
        let score = |value: i32| Score::new(value as i8);
        Solution { lower: score(self.lower), upper: score(self.upper), nodes: self.nodes }
    }

    /// A score `s` such that the node's is at least `s` if `s > alpha` and at most `s` if not.
    pub(crate) fn search(&mut self, node: &Node<S>, alpha: i32) -> Result<i32, Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_INTERVAL) && self.must_stop() {
            return Err(Stopped);
        }
        let (min, max) = (node.min(), node.max());
        if max <= alpha {
            return Ok(max);
        }
        if min > alpha {
            return Ok(min);
        }
        if let Some(score) = attack::settle(node, alpha) {
            return Ok(score);
        }
        if has_one(node.moves) || node.n_empty <= TABLE_EMPTY {
            if node.n_empty <= DEAD_LINES_EMPTY
                && let Some(score) = dead_lines(node, alpha)
            {
                return Ok(score);
            }
            return match self.expand(node, alpha) {
                Expansion::Settled(score) => Ok(score),
                Expansion::Open(children) => self.search_children(node, &children, alpha),
            };
        }
        self.search_with_table(node, alpha)
    }

    /// The same for a node worth remembering.
    fn search_with_table(&mut self, node: &Node<S>, alpha: i32) -> Result<i32, Stopped> {
        let address = self.address(node);
        self.table.prefetch(address);
        if node.n_empty <= DEAD_LINES_EMPTY
            && let Some(score) = dead_lines(node, alpha)
        {
            return Ok(score);
        }
        let nodes_before = self.nodes;
        let children = match self.expand(node, alpha) {
            Expansion::Settled(score) => return Ok(score),
            Expansion::Open(children) => children,
        };
        let known = self.table.get(address);
        if known.lower > alpha {
            return Ok(known.lower);
        }
        if known.upper <= alpha {
            return Ok(known.upper);
        }
        if node.n_empty > ENHANCED_EMPTY
            && !is_late_attack(node, alpha)
            && let Some(score) = self.enhanced_cutoff(node, &children, alpha)
        {
            return Ok(score);
        }
        if node.n_empty > PLAN_EMPTY
            && !is_late_attack(node, alpha)
            && children.iter().any(|child| plan_holds(&node.after(child), -alpha - 1))
        {
            return Ok(alpha + 1);
        }
        let best = self.search_children(node, &children, alpha)?;
        let bounds = if best > alpha {
            Bounds { lower: best, upper: known.upper.min(node.max()) }
        } else {
            Bounds { lower: known.lower.max(node.min()), upper: best }
        };
        self.table.insert(address, bounds, self.nodes - nodes_before + 1);
        Ok(best)
    }

    /// Looks at the children of a node: whether a move wins in two or has a bound that is enough.
    #[inline]
    fn expand(&self, node: &Node<S>, alpha: i32) -> Expansion<S::Bits> {
        let mut children = OrderedChildren::new();
        let is_late_attack = is_late_attack(node, alpha);
        for landing in self.columns.sort(node.moves) {
            let child = node.child(landing);
            if child.replies == S::Bits::ZERO {
                return Expansion::Settled(node.max());
            }
            if !is_late_attack {
                let bound = FollowUp::new(&node.after(&child)).bound(-alpha - 1);
                if let Some(bound) = bound {
                    return Expansion::Settled(-bound);
                }
            }
            children.add(promise(node, &child), child);
        }
        Expansion::Open(children)
    }

    /// A bound above `alpha` that the table holds for a child.
    #[inline]
    fn enhanced_cutoff(
        &self,
        node: &Node<S>,
        children: &OrderedChildren<S::Bits>,
        alpha: i32,
    ) -> Option<i32> {
        children.iter().find_map(|child| {
            if has_one(child.replies) {
                return None;
            }
            let known = self.table.get(self.address(&node.after(child)));
            (-known.upper > alpha).then_some(-known.upper)
        })
    }

    fn search_children(
        &mut self,
        node: &Node<S>,
        children: &OrderedChildren<S::Bits>,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        let mut best = i32::MIN;
        for child in children.iter() {
            best = best.max(-self.search(&node.after(child), -alpha - 1)?);
            if best > alpha {
                break;
            }
        }
        Ok(best)
    }

    #[inline]
    fn address(&self, node: &Node<S>) -> Address<S::Bits> {
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

/// Whether the side to move asks for a win within three of its moves.
///
/// Follow-up and the table then cost more than the search that they would save.
#[inline]
fn is_late_attack<S: Size>(node: &Node<S>, alpha: i32) -> bool {
    alpha >= 0 && node.max() - alpha <= 2
}

/// The key of the mirror image: the columns of bits in reverse order.
#[inline]
fn mirror<S: Size>(size: S, key: S::Bits) -> S::Bits {
    let stride = size.height() + 1;
    let column = size.column_mask(foursight::Column::new(0))
        | size.column_mask(foursight::Column::new(0)) << 1;
    let last = size.width() - 1;
    (0..size.width()).fold(S::Bits::ZERO, |mirrored, index| {
        mirrored | (key >> (index * stride) & column) << ((last - index) * stride)
    })
}
