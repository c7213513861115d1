//! The order in which moves are searched: most likely the best one first.
//!
//! A move is worth what it threatens. Whatever else was tried (history and killer tables, values of
//! cells, learned scores) made the search larger even where the first move was right more often: a
//! uniform order makes positions that transpose choose the same reply, so that the proof stays small.

#![expect(clippy::inline_always, reason = "all of it belongs into each form of the search")]

use foursight::{Bits, Column, Size};

use crate::cpu::Cpu;
use crate::node::{Child, Node, at_or_above};
use crate::solve::sort_from_center;

/// The cells of each column, from the center outward, the left one of a pair first.
#[derive(Clone, Debug)]
pub(crate) struct ColumnOrder<B> {
    columns: [B; Column::MAX_COUNT],
    n_columns: usize,
}

impl<B: Bits> ColumnOrder<B> {
    pub(crate) fn new<S: Size<Bits = B>>(size: S) -> Self {
        let mut order: Vec<Column> = size.columns().collect();
        sort_from_center(&mut order, size);
        let mut columns = [B::ZERO; Column::MAX_COUNT];
        for (cells, column) in columns.iter_mut().zip(&order) {
            *cells = size.column_mask(*column);
        }
        Self { columns, n_columns: order.len() }
    }

    /// The cells of each column, in this order.
    #[inline(always)]
    pub(crate) fn columns(&self) -> &[B] {
        &self.columns[..self.n_columns]
    }
}

/// How promising a move is: the number of winning cells it leaves its side with, without those
/// that are out of reach because the other side wins below them.
///
/// A move right below a winning cell of the own side spends it, since the other side must then stop
/// it; a move that forces the reply keeps the search narrow.
#[inline(always)]
fn promise<S: Size, C: Cpu>(node: &Node<S, C>, child: &Child<S::Bits>) -> i32 {
    let opponent_wins = node.opponent_wins & !child.landing;
    let n_wins = (child.wins & !above_lowest(node.size, opponent_wins)).count() as i32;
    let spends_win = (child.landing << 1) & node.mover_wins != S::Bits::ZERO;
    let playable = (node.mask | child.landing) + node.size.bottom();
    let is_forcing = child.wins & playable != S::Bits::ZERO;
    256 * n_wins - 400 * i32::from(spends_win) + 100 * i32::from(is_forcing)
}

/// The cells above the lowest of `cells` in each column.
#[inline(always)]
fn above_lowest<S: Size>(size: S, cells: S::Bits) -> S::Bits {
    (at_or_above(size, cells) << 1) & size.board()
}

/// The moves of a node, from the center outward, with what they lead to.
#[derive(Debug)]
pub(crate) struct Moves<B> {
    children: [Child<B>; Column::MAX_COUNT],
    n_moves: usize,
}

/// The order in which the moves of a node are searched.
///
/// For each move its promise and, in the low bits, its index from the end; the best first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order([i32; Column::MAX_COUNT]);

const INDEX_BITS: u32 = 4;
const LAST_INDEX: usize = (1 << INDEX_BITS) - 1;
const _: () = assert!(Column::MAX_COUNT <= LAST_INDEX);

impl<B: Bits> Moves<B> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self { children: [Child::default(); Column::MAX_COUNT], n_moves: 0 }
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, child: Child<B>) {
        self.children[self.n_moves] = child;
        self.n_moves += 1;
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.n_moves
    }

    #[inline(always)]
    pub(crate) fn iter(&self) -> std::slice::Iter<'_, Child<B>> {
        self.children[..self.n_moves].iter()
    }

    /// The moves by promise; of equal ones that nearer the center comes first.
    #[inline(always)]
    pub(crate) fn order<S: Size<Bits = B>, C: Cpu>(&self, node: &Node<S, C>) -> Order {
        let mut ranks = [0; Column::MAX_COUNT];
        for (index, child) in self.iter().enumerate() {
            let rank = promise(node, child) << INDEX_BITS | (LAST_INDEX - index) as i32;
            let mut slot = index;
            while slot > 0 && ranks[slot - 1] < rank {
                ranks[slot] = ranks[slot - 1];
                slot -= 1;
            }
            ranks[slot] = rank;
        }
        Order(ranks)
    }

    /// The move that comes in this place.
    #[inline(always)]
    pub(crate) fn get(&self, order: Order, place: usize) -> &Child<B> {
        &self.children[LAST_INDEX - (order.0[place] as usize & LAST_INDEX)]
    }
}
