//! The positions of a ply without lines, and the marked positions of the next ply: each mark may have been the last
//! disc.

use std::collections::HashMap;

use foursight::{AnySize, Player, Size};

use super::numbers::Numbers;
use super::orders::Orders;
use super::symbol::Symbol;

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// The nodes of the cells of a column, those of the bottom row first.
#[derive(Default)]
pub(super) struct DiagramColumn {
    /// The offsets at which each row's nodes begin, and at which the last ones end.
    pub(super) rows: Vec<usize>,
    /// For each symbol and node, its successor or [`NONE`]: a node of this column or, if the column ends, of the bottom
    /// row of the next one.
    pub(super) next: [Vec<u32>; Symbol::ALL.len()],
}

/// The decision diagram, column by column.
pub(super) fn diagram(orders: &Orders, size: AnySize) -> Vec<DiagramColumn> {
    let mut builder = Builder {
        orders,
        size,
        own: orders.side_to_move(),
        nodes: vec![Numbers::new(); size.n_cells()],
        known: HashMap::new(),
    };
    builder.node(Question { without: [0; MAX_MARKS], unmarked: orders.root(), n_columns: 0 });
    builder.columns()
}

/// All marks are on one line.
const MAX_MARKS: usize = 6;

/// The question about the rest of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Question {
    /// For each mark that was read, the node of the position without it: some sequence of moves must lead there. The
    /// numbers are sorted and distinct, and the rest are [`Orders::NONE`].
    without: [u32; MAX_MARKS],
    /// If more marks may follow, the node of the position without any of those, and otherwise [`Orders::NONE`].
    unmarked: u32,
    /// Number of columns in which more marks may follow, once a mark has been read.
    n_columns: u8,
}

impl Question {
    fn has_marks(&self) -> bool {
        self.without[MAX_MARKS - 1] != Orders::NONE
    }

    /// The question after `follow`, unless a position without one of the marks is impossible.
    fn followed(mut self, follow: impl Fn(u32) -> u32) -> Option<Self> {
        for node in self.without.iter_mut().chain([&mut self.unmarked]) {
            if *node != Orders::NONE {
                *node = follow(*node);
                if *node == Orders::NONE {
                    return None;
                }
            }
        }
        Some(self.sorted())
    }

    fn sorted(mut self) -> Self {
        self.without.sort_unstable();
        for i in 1..MAX_MARKS {
            if self.without[i - 1] == self.without[i] {
                self.without[i - 1] = Orders::NONE;
            }
        }
        self.without.sort_unstable();
        self
    }
}

struct Builder<'a> {
    orders: &'a Orders,
    size: AnySize,
    /// The player whose disc wins.
    own: Player,
    /// The nodes of each cell, by what follows them.
    nodes: Vec<Numbers<[u32; Symbol::ALL.len()]>>,
    known: HashMap<Question, u32>,
}

impl Builder<'_> {
    /// The number of the node that answers `question`, among those of its cell, or [`NONE`] if the answer is no.
    fn node(&mut self, question: Question) -> u32 {
        let last = question.without[MAX_MARKS - 1];
        let awaits_marks = question.has_marks() && question.unmarked != Orders::NONE;
        let node = if question.has_marks() { last } else { question.unmarked };
        if awaits_marks && (node == Orders::END || question.n_columns == 0) {
            return NONE;
        }
        if node == Orders::END {
            return 0;
        }
        if let Some(&known) = self.known.get(&question) {
            return known;
        }
        let next = Symbol::ALL.map(|symbol| {
            self.after(question, node, symbol).map_or(NONE, |question| self.node(question))
        });
        let number = if next == [NONE; Symbol::ALL.len()] {
            NONE
        } else {
            self.nodes[self.orders.cell(node)].number(next)
        };
        self.known.insert(question, number);
        number
    }

    /// The question about the rest after `symbol`.
    fn after(&self, question: Question, node: u32, symbol: Symbol) -> Option<Question> {
        let (orders, own) = (self.orders, self.own);
        let row = orders.cell(node) % self.size.height();
        let mut next = match symbol {
            Symbol::End => question.followed(|node| orders.after_end(node)),
            Symbol::Own => question.followed(|node| orders.after_disc(node, own)),
            Symbol::Other => question.followed(|node| orders.after_disc(node, own.other())),
            Symbol::Mark | Symbol::LastMark => self.after_mark(question, symbol),
        }?;
        if !symbol.goes_on(row, self.size.height()) && next.has_marks() {
            next.n_columns = next.n_columns.saturating_sub(1);
        }
        Some(next)
    }

    fn after_mark(&self, mut question: Question, symbol: Symbol) -> Option<Question> {
        let without = Some(question.unmarked).filter(|&node| node != Orders::NONE);
        let without = without.map(|node| self.orders.after_end(node));
        let without = without.filter(|&node| node != Orders::NONE)?;
        if symbol == Symbol::LastMark {
            (question.unmarked, question.n_columns) = (Orders::NONE, 0);
        } else if !question.has_marks() {
            question.n_columns = self.size.connect() as u8;
        }
        let mut next = question.followed(|node| self.orders.after_top(node, self.own))?;
        // No line has more than six marks, so there is room.
        next.without[0] = without;
        Some(next.sorted())
    }

    fn columns(self) -> Vec<DiagramColumn> {
        let cells: Vec<_> = self.nodes.into_iter().map(|numbers| numbers.in_order).collect();
        cells.chunks(self.size.height()).map(DiagramColumn::new).collect()
    }
}

impl DiagramColumn {
    /// Bytes of memory that it takes.
    pub(super) fn n_bytes(&self) -> usize {
        self.next.iter().map(|next| size_of_val(&next[..])).sum()
    }

    /// The column, from the nodes of each row.
    fn new(cells: &[Vec<[u32; Symbol::ALL.len()]>]) -> Self {
        let mut column = Self { rows: vec![0], ..Self::default() };
        for cell in cells {
            column.rows.push(column.rows[column.rows.len() - 1] + cell.len());
        }
        for (row, cell) in cells.iter().enumerate() {
            for symbol in Symbol::ALL {
                let first =
                    if symbol.goes_on(row, cells.len()) { column.rows[row + 1] as u32 } else { 0 };
                let next = cell.iter().map(|next| next[symbol as usize]);
                column.next[symbol as usize]
                    .extend(next.map(|next| if next == NONE { NONE } else { first + next }));
            }
        }
        column
    }
}
