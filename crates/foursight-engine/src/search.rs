//! The search: null-window negamax over positions with their winning cells.
//!
//! It is compiled once for each form of [`cpu`](crate::cpu): a node carries its form, and a form calls back into the
//! search. So `search`, `cpu`, `node`, `ordering`, `table`, `bounds` and `equivalence` import one another, directly or not:
//! they are one search in several forms.
//!
//! At a node, every cheaper way to answer comes before a search: the number of discs, the last moves of an
//! attack, dead lines, a move that wins in two, the table, follow-up for each child, the table for each
//! child, and a strategy against each child.

#![expect(clippy::inline_always, reason = "all of it belongs in each form of the search")]

mod cut_offs;
mod in_team;

use std::time::Duration;

use foursight::{Bits, Score, Size};

use crate::bounds::{attack, dead_lines, follow_up::FollowUp};
use crate::clock::Instant;
#[cfg(target_arch = "x86_64")]
use crate::cpu::{Avx2, Avx512, HAS_FORMS};
use crate::cpu::{Cpu, HAS_PHASES};
use crate::equivalence::{Class, Classes};
use crate::lanes::Lanes;
use crate::node::{Children, Node, has_at_most_one};
use crate::ordering::{Model, Order};
use crate::table::{Access, Address, Bounds, TranspositionTable};
use crate::team::Team;
use crate::thread_budget::HAS_THREADS;
use crate::{Control, Progress, Solution};
use cut_offs::{class_of, follow_ups, is_late_attack};

/// The nodes searched between two checks of the limits: a millisecond's worth, or about ten milliseconds' in a build
/// without optimizations.
const CHECK_INTERVAL: u64 = 1 << 10;

// Whether a step pays depends on how much search is left below it, so the thresholds count empty cells. They
// were measured on the standard board.

/// With at most this many empty cells, the search looks for lines that can no longer be completed.
const DEAD_LINES_EMPTY: i32 = 18;

/// With more empty cells than this, a thread puts off the positions that another is searching.
const TEAM_EMPTY: i32 = 26;

/// With at most this many empty cells, each thread of a team uses its own table: sharing costs the other threads
/// more time than it saves them.
const OWN_EMPTY: i32 = 20;

/// With more empty cells than this, the table is used.
const TABLE_EMPTY: i32 = 6;

/// One run of a solver.
pub(crate) struct Search<'a, 'c, S: Size> {
    pub(crate) table: Access<'a, S>,
    /// A table of this thread alone, if other threads use `table`, for positions near the end.
    pub(crate) own_table: Option<&'a TranspositionTable<S>>,
    /// The columns from the center outward.
    pub(crate) columns: &'a Lanes<S::Bits>,
    /// The order of moves.
    pub(crate) order: &'a Model,
    pub(crate) control: &'a mut Control<'c>,
    /// The other threads on the same question, if any.
    pub(crate) team: Option<&'a Team>,
    /// The bounds on the score proved so far.
    pub(crate) lower: i32,
    pub(crate) upper: i32,
    pub(crate) nodes: u64,
    /// The start time, if the caller wants it: in a short search, reading the clock takes longer than a node.
    pub(crate) start: Option<Instant>,
}

/// A limit was reached before the question was answered.
#[derive(Debug)]
pub(crate) struct Stopped;

impl<S: Size> Search<'_, '_, S> {
    pub(crate) fn solution(&self) -> Solution {
        let score = |value: i32| Score::new(value as i8);
        let (lower, upper) = (score(self.lower), score(self.upper));
        Solution { lower, upper, nodes: self.nodes, from_book: false }
    }

    /// The table that knows positions with `n_empty` empty cells.
    #[inline(always)]
    fn table_for(&self, n_empty: i32) -> Access<'_, S> {
        match self.own_table {
            Some(table) if HAS_THREADS && n_empty <= OWN_EMPTY => {
                Access { table, is_shared: false }
            }
            _ => self.table,
        }
    }

    /// A bound `s` on the node's score: a lower bound if `s > alpha`, otherwise an upper bound.
    pub(crate) fn search(&mut self, node: &Node<S>, alpha: i32) -> Result<i32, Stopped> {
        // Constants spare the compiler forms that are never called. Long vectors do nothing for a `u128`.
        #[cfg(target_arch = "x86_64")]
        if const { HAS_FORMS } {
            if const { S::Bits::HAS_VECTORS }
                && let Some(cpu) = Avx512::detect()
            {
                return self.search_next(&node.with_cpu(cpu), alpha, None);
            }
            if let Some(cpu) = Avx2::detect() {
                return self.search_next(&node.with_cpu(cpu), alpha, None);
            }
        }
        self.search_next(node, alpha, None)
    }

    /// The bound that [`Search::search`] returns, by the search compiled for one processor and the node's phase.
    #[inline(always)]
    fn search_next<C: Cpu>(
        &mut self,
        node: &Node<S, C>,
        alpha: i32,
        class: Option<Class<S::Bits>>,
    ) -> Result<i32, Stopped> {
        if const { HAS_PHASES } && !C::IS_LATE && node.is_late() {
            return C::Late::search(self, &node.with_cpu(node.cpu.late()), alpha, class);
        }
        C::search(self, node, alpha, class)
    }

    /// The bound that [`Search::search`] returns, by a search compiled for one processor.
    #[inline(always)]
    pub(crate) fn search_node<C: Cpu>(
        &mut self,
        node: &Node<S, C>,
        alpha: i32,
        class: Option<Class<S::Bits>>,
    ) -> Result<i32, Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_INTERVAL) && self.must_stop() {
            return Err(Stopped);
        }
        if let Some(score) = settle(node, alpha, self.columns) {
            return Ok(score);
        }
        if has_at_most_one(node.moves) {
            return self.search_only_move(node, alpha);
        }
        if let Some(score) = dead_lines_late(node, alpha) {
            return Ok(score);
        }
        let mut children = Children::default();
        node.find_children(self.columns, &mut children);
        if children.won != 0 {
            return Ok(node.max());
        }
        if node.n_empty > TABLE_EMPTY {
            let class = class.unwrap_or_else(|| class_of(node));
            let address = self.table.address(class);
            return self.search_with_table(node, &children, alpha, address);
        }
        match follow_ups(node, &children, alpha) {
            Some(score) => Ok(score),
            None => self.search_moves(node, &children, alpha, None),
        }
    }

    /// A node with a single move is as good as its child, which has its own entry.
    #[inline(always)]
    fn search_only_move<C: Cpu>(&mut self, node: &Node<S, C>, alpha: i32) -> Result<i32, Stopped> {
        if let Some(score) = dead_lines_late(node, alpha) {
            return Ok(score);
        }
        let child = node.child_of(node.mover, node.mask, node.moves);
        if child.replies == S::Bits::ZERO {
            return Ok(node.max());
        }
        let next = node.after(child);
        if !is_late_attack(node, alpha)
            && let Some(bound) = FollowUp::new(&next).bound(-alpha - 1)
        {
            return Ok(-bound);
        }
        Ok(-self.search_next(&next, -alpha - 1, None)?)
    }

    /// Answers the same question from the table, or searches and stores the answer there.
    #[inline(always)]
    fn search_with_table<C: Cpu>(
        &mut self,
        node: &Node<S, C>,
        children: &Children<S::Bits>,
        alpha: i32,
        address: Address<S::Key>,
    ) -> Result<i32, Stopped> {
        let mut known = self.table_for(node.n_empty).get(address);
        if let Some(score) = known.answer(alpha) {
            return Ok(score);
        }
        if let Some(score) = follow_ups(node, children, alpha) {
            return Ok(score);
        }
        let mut classes = None;
        if let Some(score) = self.cut_off(node, children, alpha, &mut classes) {
            return Ok(score);
        }
        // The line arrives by the time the answer is known.
        self.table_for(node.n_empty).prefetch(address);
        let nodes_before = self.nodes;
        let best = match self.team {
            Some(team) if HAS_THREADS && !C::IS_LATE && node.n_empty > TEAM_EMPTY => {
                self.search_moves_in_team(node, children, alpha, address, team)?
            }
            _ => self.search_moves(node, children, alpha, classes.as_ref())?,
        };
        if best > alpha {
            known.lower = best;
        } else {
            known.upper = best;
        }
        let nodes = self.nodes - nodes_before + 1;
        self.table_for(node.n_empty).insert(address, known, nodes);
        Ok(best)
    }

    #[inline(always)]
    fn search_moves<C: Cpu>(
        &mut self,
        node: &Node<S, C>,
        children: &Children<S::Bits>,
        alpha: i32,
        classes: Option<&Classes<S::Bits>>,
    ) -> Result<i32, Stopped> {
        let mut best = i32::MIN;
        for lane in Order::new(node, children, alpha, self.order) {
            let child = children.get(lane);
            let class = classes.map(|classes| classes.get(lane));
            best = best.max(-self.search_next(&node.after(child), -alpha - 1, class)?);
            if best > alpha {
                break;
            }
        }
        Ok(best)
    }

    /// Reports the progress, and returns whether a limit is reached.
    #[cold]
    fn must_stop(&mut self) -> bool {
        self.report();
        self.control.limits.are_reached(self.nodes) || self.team.is_some_and(Team::is_done)
    }

    pub(crate) fn report(&mut self) {
        let Solution { lower, upper, nodes, .. } = self.solution();
        if let Some(progress) = &mut self.control.progress {
            let elapsed = self.start.map_or(Duration::ZERO, |start| start.elapsed());
            progress(&Progress { lower, upper, nodes, elapsed });
        }
    }
}

/// The answer, if the number of discs or the last two moves of an attack give it.
#[inline(always)]
fn settle<S: Size, C: Cpu>(node: &Node<S, C>, alpha: i32, columns: &Lanes<S::Bits>) -> Option<i32> {
    let by_discs = Bounds { lower: node.min(), upper: node.max() };
    match by_discs.answer(alpha) {
        None => attack(node, alpha, columns),
        answer => answer,
    }
}

/// The answer of [`dead_lines`], where lines are likely to be dead.
#[inline(always)]
fn dead_lines_late<S: Size, C: Cpu>(node: &Node<S, C>, alpha: i32) -> Option<i32> {
    if node.n_empty <= DEAD_LINES_EMPTY { dead_lines(node, alpha) } else { None }
}
