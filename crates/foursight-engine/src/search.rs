//! The search: null-window negamax over positions with their winning cells.
//!
//! At a node nothing is searched before every cheaper way to answer has been tried: the number of
//! discs, the last moves of an attack, lines that are dead, a move that wins in two, the table, what
//! follow-up says of each child, what the table says of each child, and a plan against each child.

#![expect(clippy::inline_always, reason = "all of it belongs into each form of the search")]

use std::time::Instant;

use foursight::{Bits, Column, Score, Size};

use crate::bounds::{attack, dead_lines::dead_lines, follow_up::FollowUp, plan::plan_holds};
#[cfg(target_arch = "x86_64")]
use crate::cpu::Modern;
use crate::cpu::{Baseline, Cpu};
use crate::node::{Node, has_one};
use crate::ordering::{ColumnOrder, Moves};
use crate::table::{Address, Bounds, TranspositionTable};
use crate::team::Team;
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

/// With more empty cells than this, a plan is looked for after every move.
const PLAN_EMPTY: i32 = 17;

/// With more empty cells than this, threads put off what another one is searching.
const TEAM_EMPTY: i32 = 22;

/// With more empty cells than this, the table is used.
const TABLE_EMPTY: i32 = 6;

/// One run of a solver.
pub(crate) struct Search<'a, 'c, S: Size> {
    pub(crate) table: &'a TranspositionTable<S>,
    pub(crate) columns: &'a ColumnOrder<S::Bits>,
    pub(crate) control: &'a mut Control<'c>,
    /// The threads that search along, if there are any.
    pub(crate) team: Option<&'a Team>,
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
            // The answer is there by the time that the moves are known.
            self.table.prefetch(address);
        }
        let mut moves = Moves::new();
        if let Some(score) = dead_lines_late(node, alpha) {
            return Ok(score);
        }
        if let Some(score) = self.look_ahead(node, &mut moves) {
            return Ok(score);
        }
        match address {
            Some(address) => self.search_with_table(node, &moves, alpha, address),
            None => match follow_ups(node, &moves, alpha) {
                Some(score) => Ok(score),
                None => self.search_moves(node, &moves, alpha),
            },
        }
    }

    /// The same question, answered by the table or, once answered, remembered there.
    #[inline(always)]
    fn search_with_table<C: Cpu>(
        &mut self,
        node: &Node<S, C>,
        moves: &Moves<S::Bits>,
        alpha: i32,
        address: Address<S::Bits>,
    ) -> Result<i32, Stopped> {
        let mut known = self.table.get(address);
        let score = known
            .answer(alpha)
            .or_else(|| follow_ups(node, moves, alpha))
            .or_else(|| self.cut_off(node, moves, alpha));
        if let Some(score) = score {
            return Ok(score);
        }
        let nodes_before = self.nodes;
        let best = match self.team {
            Some(team) if node.n_empty > TEAM_EMPTY => {
                self.search_moves_in_team(node, moves, alpha, address, team)?
            }
            _ => self.search_moves(node, moves, alpha)?,
        };
        if best > alpha {
            known.lower = best;
        } else {
            known.upper = best;
        }
        self.table.insert(address, known, self.nodes - nodes_before + 1);
        Ok(best)
    }

    /// The moves of a node and what they lead to, unless one of them wins in two.
    #[inline(always)]
    fn look_ahead<C: Cpu>(&self, node: &Node<S, C>, moves: &mut Moves<S::Bits>) -> Option<i32> {
        for &column in self.columns.columns() {
            let landing = node.moves & column;
            if landing == S::Bits::ZERO {
                continue;
            }
            let child = node.child(landing);
            if child.replies == S::Bits::ZERO {
                return Some(node.max());
            }
            moves.add(child);
        }
        None
    }

    /// A bound above `alpha` that follows from a child, without a search.
    #[inline(always)]
    fn cut_off<C: Cpu>(
        &self,
        node: &Node<S, C>,
        moves: &Moves<S::Bits>,
        alpha: i32,
    ) -> Option<i32> {
        if is_late_attack(node, alpha) {
            return None;
        }
        if node.n_empty > ENHANCED_EMPTY
            && let Some(score) = self.enhanced_cutoff(node, moves, alpha)
        {
            return Some(score);
        }
        let has_plan = |child| plan_holds(&node.after(child), -alpha - 1);
        (node.n_empty > PLAN_EMPTY && moves.iter().any(has_plan)).then_some(alpha + 1)
    }

    /// A bound above `alpha` that the table holds for a child.
    #[inline(always)]
    fn enhanced_cutoff<C: Cpu>(
        &self,
        node: &Node<S, C>,
        moves: &Moves<S::Bits>,
        alpha: i32,
    ) -> Option<i32> {
        let mut addresses = [Address::default(); Column::MAX_COUNT];
        for (address, child) in addresses.iter_mut().zip(moves.iter()) {
            *address = self.address(&node.after(child));
            self.table.prefetch(*address);
        }
        for (&address, child) in addresses.iter().zip(moves.iter()) {
            if !has_one(child.replies) {
                let known = self.table.get(address);
                if -known.upper > alpha {
                    return Some(-known.upper);
                }
            }
        }
        None
    }

    #[inline(always)]
    fn search_moves<C: Cpu>(
        &mut self,
        node: &Node<S, C>,
        moves: &Moves<S::Bits>,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        let order = moves.order(node);
        let mut best = i32::MIN;
        for slot in 0..moves.len() {
            let child = moves.get(order, slot);
            best = best.max(-C::search(self, &node.after(child), -alpha - 1)?);
            if best > alpha {
                break;
            }
        }
        Ok(best)
    }

    /// The same with other threads: moves that one of them is searching come last.
    #[inline(never)]
    fn search_moves_in_team<C: Cpu>(
        &mut self,
        node: &Node<S, C>,
        moves: &Moves<S::Bits>,
        alpha: i32,
        address: Address<S::Bits>,
        team: &Team,
    ) -> Result<i32, Stopped> {
        let order = moves.order(node);
        let mut best = i32::MIN;
        // The slots of the moves that were put off, a bit each.
        let mut put_off = 0_u32;
        for comes_back in [false, true] {
            for slot in 0..moves.len() {
                if comes_back && put_off >> slot & 1 == 0 {
                    continue;
                }
                let child = node.after(moves.get(order, slot));
                let number = self.address(&child).number();
                if !comes_back && slot > 0 && team.is_busy(number) {
                    put_off |= 1 << slot;
                    continue;
                }
                team.begin(number);
                let score = C::search(self, &child, -alpha - 1);
                team.end(number);
                best = best.max(-score?);
                if best > alpha {
                    return Ok(best);
                }
                // Another thread may have been quicker with this very node.
                if let Some(score) = self.table.get(address).answer(alpha) {
                    return Ok(score);
                }
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
        self.control.limits.are_reached(self.nodes) || self.team.is_some_and(Team::is_done)
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
    let by_discs = Bounds { lower: node.min(), upper: node.max() };
    by_discs.answer(alpha).or_else(|| attack::settle(node, alpha))
}

/// The answer of [`dead_lines`], where lines are likely to be dead.
#[inline(always)]
fn dead_lines_late<S: Size, C: Cpu>(node: &Node<S, C>, alpha: i32) -> Option<i32> {
    if node.n_empty <= DEAD_LINES_EMPTY { dead_lines(node, alpha) } else { None }
}

/// A bound above `alpha` because the opponent, after some move, is held by follow-up.
#[inline(always)]
fn follow_ups<S: Size, C: Cpu>(
    node: &Node<S, C>,
    moves: &Moves<S::Bits>,
    alpha: i32,
) -> Option<i32> {
    if is_late_attack(node, alpha) {
        return None;
    }
    for child in moves.iter() {
        if let Some(bound) = FollowUp::new(&node.after(child)).bound(-alpha - 1) {
            return Some(-bound);
        }
    }
    None
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
    let column = (S::Bits::ONE << stride) - S::Bits::ONE;
    let last = size.width() - 1;
    (0..size.width()).fold(S::Bits::ZERO, |mirrored, index| {
        mirrored | (key >> (index * stride) & column) << ((last - index) * stride)
    })
}
