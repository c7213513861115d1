//! Alpha-beta search to a growing depth, with an evaluation at its end.

use std::cmp::Reverse;

use foursight::{Bits, Column, Size};

use super::evaluation::{PROVED, evaluate, lowest_bit};
use crate::Limits;
use crate::lanes::{Lanes, columns_from_center};
use crate::node::{Child, Children, Node, has_at_most_one};
use crate::short_sort::sort_short_by_key;

/// Above every value.
const MAX: i32 = 2 * PROVED;

/// The rank of a move that was always good enough, and the bonus for each winning cell that a move makes.
const MAX_RANK: i32 = 1024;
const RANK_OF_THREAT: i32 = 200;

/// After this many moves, further ones are searched one ply less deep, unless that shows a better move.
const LATE: usize = 3;

/// The nodes searched between two checks of the limits.
const CHECK_INTERVAL: u64 = 1 << 8;

/// The number of nodes searched regardless of the limits: a few milliseconds' worth.
const MIN_NODES: u64 = 2_000;

/// A limit was reached.
#[derive(Debug)]
struct Stopped;

/// A search from one position, and its memory.
pub(super) struct Search<'a, S: Size> {
    columns: Lanes<S::Bits>,
    table: Table<S>,
    limits: Limits<'a>,
    nodes: u64,
    /// The best move of the node that was searched last.
    best: S::Bits,
    /// The rank of a move to each cell, for each side; the more often it was good enough, the higher.
    history: [[i32; u128::BITS as usize]; 2],
}

impl<'a, S: Size> Search<'a, S> {
    pub(super) fn new(size: S, limits: Limits<'a>) -> Self {
        let columns = columns_from_center(size);
        let table = Table::new(limits.nodes);
        Self { columns, table, limits, nodes: 0, best: S::Bits::ZERO, history: [[0; _]; 2] }
    }

    /// The best move of `node` and its value, at the greatest depth finished within the limits.
    pub(super) fn deepen(&mut self, node: &Node<S>) -> (S::Bits, i32) {
        let mut found = (lowest_bit(node.moves), 0);
        for depth in 1..=node.n_empty {
            self.best = found.0;
            let Ok(value) = self.value(node, depth, -MAX, MAX) else { break };
            found = (self.best, value);
            if value.abs() >= PROVED {
                break;
            }
        }
        found
    }

    /// The value of `node`, `depth` plies ahead: exact if it lies between `alpha` and `beta`, otherwise a bound.
    fn value(&mut self, node: &Node<S>, depth: i32, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_INTERVAL)
            && self.nodes >= MIN_NODES
            && self.limits.are_reached(self.nodes)
        {
            return Err(Stopped);
        }
        if node.n_empty <= 2 {
            return Ok(0);
        }
        let is_forced = has_at_most_one(node.moves);
        if depth <= 0 && !is_forced {
            return Ok(evaluate(node));
        }
        let key = node.size.key(node.mover, node.mask);
        let known = self.table.get(key);
        if let Some(entry) = known.filter(|entry| entry.settles(depth, alpha, beta)) {
            return Ok(entry.value);
        }
        let first = known.map_or(S::Bits::ZERO, |entry| S::Bits::ONE << usize::from(entry.landing));
        let mut children = Children::default();
        node.find_children(&self.columns, &mut children);
        if children.won != 0 {
            let child = children.get(children.won.trailing_zeros() as usize);
            let value = PROVED + node.max();
            self.store(key, value, depth, Bound::Exact, child.landing);
            return Ok(value);
        }
        let depth_left = depth - i32::from(!is_forced);
        let (mut best, mut best_landing) = (-MAX, S::Bits::ZERO);
        for (index, child) in self.sorted(node, &children, first).enumerate() {
            let next = node.after(child);
            let value = self.value_of_move(&next, depth_left, index, alpha.max(best), beta)?;
            if value > best {
                (best, best_landing) = (value, child.landing);
            }
            if best >= beta {
                self.praise(node, child.landing, depth);
                break;
            }
        }
        let bound = match best {
            best if best >= beta => Bound::Lower,
            best if best <= alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        self.store(key, best, depth, bound, best_landing);
        Ok(best)
    }

    /// The value of the move to `next`, the one with this `index`. All moves but the first are searched only to see
    /// whether they are better than `alpha`, and late ones less deeply; a better move is searched again.
    fn value_of_move(
        &mut self,
        next: &Node<S>,
        depth: i32,
        index: usize,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        if index > 0 {
            let is_late = index >= LATE && depth >= 3;
            let mut value = -self.value(next, depth - i32::from(is_late), -alpha - 1, -alpha)?;
            if value > alpha && is_late {
                value = -self.value(next, depth, -alpha - 1, -alpha)?;
            }
            if value <= alpha || value >= beta {
                return Ok(value);
            }
        }
        Ok(-self.value(next, depth, -beta, -alpha)?)
    }

    /// The children of `node`: the one that lands on `first`, then the most promising ones.
    fn sorted(
        &self,
        node: &Node<S>,
        children: &Children<S::Bits>,
        first: S::Bits,
    ) -> impl Iterator<Item = Child<S::Bits>> + use<S> {
        let history = &self.history[node.n_empty as usize % 2];
        let mut moves = [(0, Child::default()); Column::MAX_COUNT];
        let mut n_moves = 0;
        for lane in children.each() {
            let child = children.get(lane);
            let rank = match child.landing {
                landing if landing == first => i32::MAX,
                landing => RANK_OF_THREAT * child.wins.count() as i32 + history[landing.lowest()],
            };
            moves[n_moves] = (rank, child);
            n_moves += 1;
        }
        sort_short_by_key(&mut moves[..n_moves], |&(rank, _)| Reverse(rank));
        moves.into_iter().take(n_moves).map(|(_, child)| child)
    }

    /// Records that the move to `landing` was good enough.
    fn praise(&mut self, node: &Node<S>, landing: S::Bits, depth: i32) {
        let rank = &mut self.history[node.n_empty as usize % 2][landing.lowest()];
        let weight = (4 * depth * depth).min(MAX_RANK);
        *rank += weight - *rank * weight / MAX_RANK;
    }

    fn store(&mut self, key: S::Key, value: i32, depth: i32, bound: Bound, landing: S::Bits) {
        self.best = landing;
        self.table.insert(Entry { key, value, depth, bound, landing: landing.lowest() as u8 });
    }
}

/// The known bounds on a position's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Lower,
    Upper,
    Exact,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<K> {
    pub(super) key: K,
    pub(super) value: i32,
    pub(super) depth: i32,
    pub(super) bound: Bound,
    /// The cell of the best move.
    pub(super) landing: u8,
}

impl<K> Entry<K> {
    /// Whether this bound settles a search to `depth`, if only values between `alpha` and `beta` matter.
    pub(super) fn settles(&self, depth: i32, alpha: i32, beta: i32) -> bool {
        let Self { value, bound, .. } = *self;
        let is_enough = self.depth >= depth || value.abs() >= PROVED;
        is_enough
            && match bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            }
    }
}

/// The last entry stored in each place.
pub(super) struct Table<S: Size> {
    // Invariant: 2 to the power of `bits`.
    entries: Vec<Entry<S::Key>>,
    bits: u32,
}

/// The maximum number of entries, of at most 32 bytes each, as a power of two.
const MAX_BITS: u32 = 18;

impl<S: Size> Table<S> {
    /// A table for a search of at most `nodes` nodes.
    pub(super) fn new(nodes: Option<u64>) -> Self {
        let bits = nodes.map_or(MAX_BITS, |nodes| nodes.max(1).ilog2() + 1).min(MAX_BITS);
        let unused =
            Entry { key: S::Key::ZERO, value: 0, depth: 0, bound: Bound::Lower, landing: 0 };
        Self { entries: vec![unused; 1 << bits], bits }
    }

    pub(super) fn get(&self, key: S::Key) -> Option<&Entry<S::Key>> {
        Some(&self.entries[self.place(key)]).filter(|entry| entry.key == key)
    }

    pub(super) fn insert(&mut self, entry: Entry<S::Key>) {
        let place = self.place(entry.key);
        self.entries[place] = entry;
    }

    /// Multiplicative hashing of both halves of the key.
    fn place(&self, key: S::Key) -> usize {
        let wide = key.widen();
        let high = ((wide >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hash = (wide as u64 ^ high).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (hash >> (u64::BITS - self.bits)) as usize
    }
}
