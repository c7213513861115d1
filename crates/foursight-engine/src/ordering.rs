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
pub(crate) fn promise<S: Size, C: Cpu>(node: &Node<S, C>, child: &Child<S::Bits>) -> i32 {
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

/// Children in order of promise; of equal ones the first added comes first.
#[derive(Debug)]
pub(crate) struct OrderedChildren<B> {
    children: [Child<B>; Column::MAX_COUNT],
    /// For each child its promise and, in the low bits, its index from the end; the best first.
    ranks: [i32; Column::MAX_COUNT],
    n_children: usize,
}

const INDEX_BITS: u32 = 4;
const LAST_INDEX: usize = (1 << INDEX_BITS) - 1;
const _: () = assert!(Column::MAX_COUNT <= LAST_INDEX);

impl<B: Bits> OrderedChildren<B> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self {
            children: [Child::default(); Column::MAX_COUNT],
            ranks: [0; Column::MAX_COUNT],
            n_children: 0,
        }
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, promise: i32, child: Child<B>) {
        let rank = promise << INDEX_BITS | (LAST_INDEX - self.n_children) as i32;
        let mut slot = self.n_children;
        while slot > 0 && self.ranks[slot - 1] < rank {
            self.ranks[slot] = self.ranks[slot - 1];
            slot -= 1;
        }
        self.ranks[slot] = rank;
        self.children[self.n_children] = child;
        self.n_children += 1;
    }

    #[inline(always)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Child<B>> {
        (0..self.n_children)
            .map(|slot| &self.children[LAST_INDEX - (self.ranks[slot] as usize & LAST_INDEX)])
    }
}
