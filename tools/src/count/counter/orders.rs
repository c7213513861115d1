//! The positions that some sequence of moves leads to if lines are ignored, as a decision diagram.

use std::collections::HashMap;

use foursight::{AnySize, Player, Size};

use super::numbers::Numbers;

/// A node: the possible continuations from a cell on.
///
/// The cells are read column by column, each from the bottom up. The first empty cell of a column is the last one read
/// in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node {
    /// The number of the cell; one past the last cell for [`Orders::END`].
    pub(super) cell: u8,
    /// The nodes that follow if the cell is empty, the first player's, or the second player's.
    next: [u32; 3],
}

/// All positions with a given number of discs, as decision diagrams that share nodes.
///
/// No position before one without a line is won, so whether a sequence of moves leads to it depends only on the
/// columns: red and yellow discs must alternate, and each column gives its discs from the bottom up.
pub(super) struct Orders {
    height: usize,
    nodes: Numbers<Node>,
    /// The positions of this ply.
    root: u32,
    ply: usize,
}

impl Orders {
    /// The diagram that accepts nothing.
    pub(super) const NONE: u32 = 0;
    /// The node after the last cell.
    pub(super) const END: u32 = 1;

    /// The empty board alone.
    pub(super) fn new(size: AnySize) -> Self {
        let mut nodes = Numbers::new();
        for cell in [u8::MAX, size.n_cells() as u8] {
            nodes.number(Node { cell, next: [Self::NONE; 3] });
        }
        let height = size.height();
        let mut orders = Self { height, nodes, root: Self::END, ply: 0 };
        for column in (0..size.width()).rev() {
            orders.root = orders.node(column * height, [orders.root, 0, 0]);
        }
        orders
    }

    pub(super) fn root(&self) -> u32 {
        self.root
    }

    /// The player of the next disc.
    pub(super) fn side_to_move(&self) -> Player {
        if self.ply.is_multiple_of(2) { Player::First } else { Player::Second }
    }

    /// The number of the cell that `node` reads.
    pub(super) fn cell(&self, node: u32) -> usize {
        self.nodes.in_order[node as usize].cell.into()
    }

    /// The node after `node` if its cell is empty.
    pub(super) fn after_end(&self, node: u32) -> u32 {
        self.nodes.in_order[node as usize].next[0]
    }

    /// The node after `node` if its cell has a disc of `player`.
    pub(super) fn after_disc(&self, node: u32, player: Player) -> u32 {
        self.nodes.in_order[node as usize].next[1 + player as usize]
    }

    /// The node after `node` if its cell has `player`'s disc at the top of the column.
    pub(super) fn after_top(&self, node: u32, player: Player) -> u32 {
        let above = self.after_disc(node, player);
        if self.is_top(self.cell(node)) { above } else { self.after_end(above) }
    }

    fn is_top(&self, cell: usize) -> bool {
        (cell + 1).is_multiple_of(self.height)
    }

    /// Advances to the positions with one more disc.
    pub(super) fn advance(&mut self) {
        let disc = 1 + self.side_to_move() as usize;
        self.root = self.with_disc(self.root, disc, &mut HashMap::new(), &mut HashMap::new());
        self.ply += 1;
    }

    /// The positions of `node` with a disc on top of one of the columns.
    fn with_disc(
        &mut self,
        node: u32,
        disc: usize,
        known: &mut HashMap<u32, u32>,
        unions: &mut HashMap<[u32; 2], u32>,
    ) -> u32 {
        if node <= Self::END {
            return Self::NONE;
        }
        if let Some(&known) = known.get(&node) {
            return known;
        }
        let cell = self.cell(node);
        let next = self.nodes.in_order[node as usize].next;
        let mut with_disc = next.map(|next| self.with_disc(next, disc, known, unions));
        if next[0] != Self::NONE {
            let column_ends =
                if self.is_top(cell) { next[0] } else { self.node(cell + 1, [next[0], 0, 0]) };
            with_disc[disc] = self.union(with_disc[disc], column_ends, unions);
        }
        let result = self.node(cell, with_disc);
        known.insert(node, result);
        result
    }

    fn union(&mut self, a: u32, b: u32, known: &mut HashMap<[u32; 2], u32>) -> u32 {
        if a == Self::NONE || b == Self::NONE || a == b {
            return a.max(b);
        }
        let key = [a.min(b), a.max(b)];
        if let Some(&known) = known.get(&key) {
            return known;
        }
        let cell = self.cell(a);
        let mut next = self.nodes.in_order[a as usize].next;
        for (a, b) in next.iter_mut().zip(self.nodes.in_order[b as usize].next) {
            *a = self.union(*a, b, known);
        }
        let result = self.node(cell, next);
        known.insert(key, result);
        result
    }

    /// The only node of `cell` that is followed by `next`.
    fn node(&mut self, cell: usize, next: [u32; 3]) -> u32 {
        if next == [Self::NONE; 3] {
            return Self::NONE;
        }
        self.nodes.number(Node { cell: cell as u8, next })
    }

    /// Bytes of memory that it takes, roughly.
    pub(super) fn n_bytes(&self) -> usize {
        self.nodes.in_order.len() * Numbers::<Node>::BYTES
    }
}
