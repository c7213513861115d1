//! The order in which moves are searched: most likely the best one first.
//!
//! A move's *promise* is a weighted sum of what it does, which a node's threat maps and discs show. `docs/solver/moves.md`
//! says what each feature means and how the weights were learned. All features describe the position, not the search:
//! with a uniform order, positions that transpose choose the same reply, which keeps the proof small.

#![expect(clippy::inline_always, reason = "all of it belongs in each form of the search")]

mod model;

use std::ops::Range;

use foursight::{Bits, Column, Direction, Position, Size, line};

use crate::bounds::follow_up::FollowUp;
use crate::cpu::Cpu;
use crate::lanes::{Lanes, columns_from_center, one_by_one, side_by_side};
use crate::node::{Child, Children, Node};
pub(crate) use model::has_few_rows;
use model::{Kind, LATE};
pub use model::{Model, N_FEATURES, Row};

/// The moves of a node in the order of their promise; of equal moves, the one nearer the center comes first.
///
/// A rank holds the promise and, in its low bits, the lane from the end. One move is usually enough, so
/// nothing is sorted: each step looks for the best move left.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    ranks: Lanes<i32>,
    lanes: [Range<usize>; 2],
}

/// With at most this many empty cells, and in the late phase, a search is too short to pay for more than counting
/// threats.
const SIMPLE_EMPTY: i32 = 24;

const LANE_BITS: u32 = 4;
const LAST_LANE: usize = (1 << LANE_BITS) - 1;

impl Order {
    #[inline(always)]
    pub(crate) fn new<S: Size, C: Cpu>(
        node: &Node<S, C>,
        children: &Children<S::Bits>,
        alpha: i32,
        model: &Model,
    ) -> Self {
        if !node.is_late() && (has_few_rows(node.size) || node.n_empty > SIMPLE_EMPTY) {
            return Self::learned(node, children, alpha, model);
        }
        // The compiler knows these weights.
        Self::by(node, children, |_, child| threats(node, child, LATE))
    }

    /// The order by all features.
    #[inline(always)]
    fn learned<S: Size, C: Cpu>(
        node: &Node<S, C>,
        children: &Children<S::Bits>,
        alpha: i32,
        model: &Model,
    ) -> Self {
        let (size, kind) = (node.size, Kind::of(alpha));
        let weights = model.row(kind);
        let [of_threats, of_spent, of_forcing, _, _, _, _, _, of_distance, ..] = *weights;
        let mut order = Self::by(node, children, |lane, child| {
            threats(node, child, [of_threats, of_spent, of_forcing])
                + plans(node, child, weights)
                + of_distance * usize::midpoint(lane, size.width() % 2) as i32
        });
        let open = [node.mover, node.opponent()].map(|discs| size.unpack(node.empty() | discs));
        for lane in children.each() {
            let landing = size.unpack(children.get(lane).landing);
            order.ranks[lane] += model.lines(size, kind, open, landing) << LANE_BITS;
        }
        order
    }

    /// The order by a promise that is computed side by side.
    #[inline(always)]
    fn by<S: Size, C: Cpu>(
        node: &Node<S, C>,
        children: &Children<S::Bits>,
        promise: impl Fn(usize, Child<S::Bits>) -> i32,
    ) -> Self {
        let mut ranks = Lanes::default();
        let lanes = [side_by_side::<S>(), one_by_one(node.size)];
        for some_lanes in lanes.clone() {
            for lane in some_lanes {
                let child = children.get(lane);
                let rank = promise(lane, child) << LANE_BITS | (LAST_LANE - lane) as i32;
                ranks[lane] = if child.landing == S::Bits::ZERO { i32::MIN } else { rank };
            }
        }
        Self { ranks, lanes }
    }
}

/// The promise of every move that does not lose at once, from the center outward, for the question whether the score is
/// above `alpha`; none if a move wins at once or in two.
pub fn promises<S: Size>(position: &Position<S>, alpha: i32, model: &Model) -> Vec<(Column, i32)> {
    let size = position.size();
    let is_won = !(position.winning_cells() & position.playable_cells()).is_empty();
    let Some(node) = Node::new(position).filter(|_| !is_won) else { return Vec::new() };
    let mut children = Children::default();
    node.find_children(&columns_from_center(size), &mut children);
    if children.won != 0 {
        return Vec::new();
    }
    let order = Order::learned(&node, &children, alpha, model);
    let promise = |lane| {
        let column = children.get(lane).landing.lowest() / size.column_bits();
        (Column::new(column), order.ranks[lane] >> LANE_BITS)
    };
    children.each().map(promise).collect()
}

/// The winning cells of `child`'s side, except those out of reach because the other side wins below them.
#[inline(always)]
fn useful_wins<S: Size, C: Cpu>(node: &Node<S, C>, child: Child<S::Bits>) -> S::Bits {
    let opponent_wins = node.opponent_wins & !child.landing;
    child.wins & !node.size.above(node.size.at_or_above(opponent_wins))
}

/// The share of threats in a move's promise.
#[inline(always)]
fn threats<S: Size, C: Cpu>(node: &Node<S, C>, child: Child<S::Bits>, weights: [i32; 3]) -> i32 {
    let [threats, spent, forcing] = weights;
    let is_spent = node.size.above(child.landing) & node.mover_wins != S::Bits::ZERO;
    let playable = node.size.next_cells(node.mask | child.landing);
    let is_forcing = child.wins & playable != S::Bits::ZERO;
    threats * useful_wins(node, child).count() as i32
        + spent * i32::from(is_spent)
        + forcing * i32::from(is_forcing)
}

/// The share of replies, rows and follow-up in a move's promise.
#[inline(always)]
fn plans<S: Size, C: Cpu>(node: &Node<S, C>, child: Child<S::Bits>, weights: &Row) -> i32 {
    let size = node.size;
    let [_, _, _, of_next_threats, of_own_row, of_replies, of_reach, of_anchors, ..] = *weights;
    let playable = size.next_cells(node.mask | child.landing);
    let next_threats = useful_wins(node, child) & size.above(playable);
    let own_rows = if node.n_empty % 2 == 0 { size.odd_rows() } else { size.even_rows() };
    let is_own_row = child.landing & own_rows != S::Bits::ZERO;
    let reach = FollowUp::new(&node.after(child)).reach();
    let n_lines: usize = Direction::ALL
        .map(|direction| line::line_starts(size, reach, direction).count())
        .iter()
        .sum();
    let anchors = child.wins & !node.mover_wins & size.odd_rows();
    of_next_threats * next_threats.count() as i32
        + of_own_row * i32::from(is_own_row)
        + of_replies * child.replies.count() as i32
        + of_reach * n_lines as i32
        + of_anchors * anchors.count() as i32
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
