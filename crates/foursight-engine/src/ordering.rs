//! The order in which moves are searched: most likely the best one first.
//!
//! A move is worth what it threatens. Whatever else was tried (history and killer tables, values of
//! cells, learned scores) made the search larger even where the first move was right more often: a
//! uniform order makes positions that transpose choose the same reply, so that the proof stays small.

use foursight::{Bits, Column, Size};

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

    /// The bits of `moves`, at most one in a column, in this order.
    #[inline]
    pub(crate) fn sort(&self, moves: B) -> impl Iterator<Item = B> {
        let landings = self.columns[..self.n_columns].iter().map(move |&cells| cells & moves);
        landings.filter(|&landing| landing != B::ZERO)
    }
}

/// How promising a move is: the number of winning cells it leaves its side with, without those
/// that are out of reach because the other side wins below them.
///
/// A move right below a winning cell of the own side spends it, since the other side must then stop
/// it; a move that forces the reply keeps the search narrow.
#[inline]
pub(crate) fn promise<S: Size>(node: &Node<S>, child: &Child<S::Bits>) -> i32 {
    let opponent_wins = node.opponent_wins & !child.landing;
    let n_wins = (child.wins & !above_lowest(node.size, opponent_wins)).count() as i32;
    let spends_win = (child.landing << 1) & node.mover_wins != S::Bits::ZERO;
    let playable = (node.mask | child.landing) + node.size.bottom();
    let is_forcing = child.wins & playable != S::Bits::ZERO;
    256 * n_wins - 400 * i32::from(spends_win) + 100 * i32::from(is_forcing)
}

/// The cells above the lowest of `cells` in each column.
#[inline]
fn above_lowest<S: Size>(size: S, cells: S::Bits) -> S::Bits {
    (at_or_above(size, cells) << 1) & size.board()
}

/// Children in order of promise; of equal ones the first added comes first.
#[derive(Debug)]
pub(crate) struct OrderedChildren<B> {
    children: [(i32, Child<B>); Column::MAX_COUNT],
    n_children: usize,
}

impl<B: Bits> OrderedChildren<B> {
    #[inline]
    pub(crate) fn new() -> Self {
        Self { children: [(0, Child::default()); Column::MAX_COUNT], n_children: 0 }
    }

    /// Adds a child after those of at least the same promise.
    #[inline]
    pub(crate) fn add(&mut self, promise: i32, child: Child<B>) {
        let mut slot = self.n_children;
        while slot > 0 && self.children[slot - 1].0 < promise {
            self.children[slot] = self.children[slot - 1];
            slot -= 1;
        }
        self.children[slot] = (promise, child);
        self.n_children += 1;
    }

    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Child<B>> {
        self.children[..self.n_children].iter().map(|(_, child)| child)
    }
}
