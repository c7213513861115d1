//! The order in which moves are searched: most likely the best one first.
//!
//! A move is worth what it threatens. Everything else that was tried (history and killer tables, values of
//! cells, learned scores) made the search larger, even where the first move was right more often: with a
//! uniform order, positions that transpose choose the same reply, which keeps the proof small.

#![expect(clippy::inline_always, reason = "all of it belongs in each form of the search")]

use std::ops::Range;

use foursight::{Bits, Size};

use crate::cpu::Cpu;
use crate::lanes::{Lanes, one_by_one, side_by_side};
use crate::node::{Child, Children, Node};

/// The promise of a move: the number of winning cells that its side has after it, except those out of reach because the
/// other side wins below them.
///
/// A move right below a winning cell of its own side spends that cell, because the other side must then block
/// it. A move that forces the reply keeps the search narrow.
#[inline(always)]
fn promise<S: Size, C: Cpu>(node: &Node<S, C>, child: Child<S::Bits>) -> i32 {
    let opponent_wins = node.opponent_wins & !child.landing;
    let above_lowest = node.size.above(node.size.at_or_above(opponent_wins));
    let n_wins = (child.wins & !above_lowest).count() as i32;
    let spends_win = node.size.above(child.landing) & node.mover_wins != S::Bits::ZERO;
    let playable = node.size.next_cells(node.mask | child.landing);
    let is_forcing = child.wins & playable != S::Bits::ZERO;
    256 * n_wins - 400 * i32::from(spends_win) + 100 * i32::from(is_forcing)
}

/// The moves of a node in the order of their promise; of equal moves, the one nearer the center comes first.
///
/// A rank holds the promise and, in its low bits, the lane from the end. One move is usually enough, so
/// nothing is sorted: each step looks for the best move left.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    ranks: Lanes<i32>,
    lanes: [Range<usize>; 2],
}

const LANE_BITS: u32 = 4;
const LAST_LANE: usize = (1 << LANE_BITS) - 1;

impl Order {
    #[inline(always)]
    pub(crate) fn new<S: Size, C: Cpu>(node: &Node<S, C>, children: &Children<S::Bits>) -> Self {
        let mut ranks = Lanes::default();
        let lanes = [side_by_side::<S>(), one_by_one(node.size)];
        for some_lanes in lanes.clone() {
            for lane in some_lanes {
                let child = children.get(lane);
                let rank = promise(node, child) << LANE_BITS | (LAST_LANE - lane) as i32;
                ranks[lane] = if child.landing == S::Bits::ZERO { i32::MIN } else { rank };
            }
        }
        Self { ranks, lanes }
    }
}

/// The lanes, best move first.
impl Iterator for Order {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let mut best = i32::MIN;
        for some_lanes in self.lanes.clone() {
            for lane in some_lanes {
                best = best.max(self.ranks[lane]);
            }
        }
        if best == i32::MIN {
            return None;
        }
        let lane = LAST_LANE - (best as usize & LAST_LANE);
        self.ranks[lane] = i32::MIN;
        Some(lane)
    }
}
