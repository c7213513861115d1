//! Classes of positions with the same future, so that one entry of the table serves all of them.
//!
//! X and Y are the two sides, in either order; `wins(X)` are the empty cells where X completes a line. A class ignores
//! whatever does not influence the rest of the game, including its length.
//!
//! 1. *Cells that are never played.* If both sides win at a cell, the disc that goes there ends the game, and nothing
//!    above it is ever played. If X wins at a cell and at the one above, a disc of X on the lower one ends the game,
//!    and a disc of Y there is followed by one of X on the upper cell, which ends it too. So Y never gets the upper
//!    cell, and nothing above it is ever played.
//! 2. *Lines that add nothing.* A line of X that lacks a cell of `wins(X)` is completed by a disc that wins anyway, or
//!    after the game.
//! 3. *Dead discs.* A disc of X counts only in lines that consist of discs of X and of empty cells that X may still get
//!    and that do not win by themselves. X completes its next line in a cell of `wins(X)` or along such a line. So the
//!    heights of the columns, the winning cells and the discs that are *alive* determine the rest of the game. A line
//!    without any disc may be completed as well: even if no disc is alive, a line may be left.
//! 4. *Waiting moves.* A column none of whose empty cells is a winning cell or lies in such a line offers
//!    moves that change nothing else. Only the number T of these moves in all such columns matters.
//! 5. *Waiting moves come in pairs.* Two more of them change no verdict, because either side answers the first with the
//!    second. If X wins with at least e cells left, it still does so with T + 2, by that answer. If Y ensures that X
//!    wins with at most e cells left, or not at all, then by the same answer, with T + 2, X wins with at most e + 2
//!    left, or not at all. So a win is worth as much as without the pair, or one more.
//!
//! A key has two words, one for each side, with a bit for each cell:
//!
//! | cell | bit of the side to move | bit of the other side |
//! |---|---|---|
//! | disc of the side to move, alive | 1 | 0 |
//! | disc of the other side, alive | 0 | 1 |
//! | dead disc, or cell of a waiting move | 1 | 1 |
//! | next cell of a column | 0 | 0 |
//! | cell above it | whether the side wins there | whether the side wins there |
//!
//! Nobody may win at a next cell: then the lowest cell of a column with both bits 0 is its next one, and the
//! key says everything. The table holds no other positions, because a threat at a next cell leaves a single move.

#![expect(clippy::inline_always, reason = "all of it belongs in each form of the search")]

#[cfg(test)]
mod tests;

use foursight::{Bits, Size, line};

use crate::bounds::{Part, is_left_out};
use crate::cpu::Cpu;
use crate::lanes::{Lanes, one_by_one, side_by_side};
use crate::node::{Children, Node};

/// The common features of a class of positions, and this position's number of pairs of waiting moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Class<B> {
    /// The cells of the side to move and of the other side.
    pub(crate) cells: [B; 2],
    /// The number of waiting moves.
    pub(crate) waiting: B,
}

/// The most waiting moves that are counted; if there are more, none are counted.
const MAX_WAITING: usize = 15;

impl<B: Bits> Class<B> {
    /// The class of a position in which nobody wins at a next cell.
    #[inline(always)]
    pub(crate) fn of<S: Size<Bits = B>, C: Cpu>(node: &Node<S, C>) -> Self {
        let size = node.size;
        let open = Open::new(size, node.mask, [node.mover_wins, node.opponent_wins]);
        let discs = [node.mover, node.opponent()];
        let in_lines = [
            node.cpu.cells_in_lines(size, discs[0] | open.free[0]),
            node.cpu.cells_in_lines(size, discs[1] | open.free[1]),
        ];
        open.class(size, discs, in_lines)
    }

    /// This class or the mirror image's, whichever comes first.
    #[inline(always)]
    pub(crate) fn or_mirrored<S: Size<Bits = B>>(self, size: S) -> Self {
        let [mover, other] = self.cells;
        let mirrored = [mirror(size, mover), mirror(size, other)];
        let is_first = mover < mirrored[0] || mover == mirrored[0] && other <= mirrored[1];
        Self { cells: if is_first { self.cells } else { mirrored }, ..self }
    }
}

/// The open cells for each side, and who wins where.
struct Open<B> {
    empty: B,
    /// The empty cells that a side may still get and that do not win by themselves.
    free: [B; 2],
    /// The winning cells that matter.
    wins: [B; 2],
}

impl<B: Bits> Open<B> {
    #[inline(always)]
    fn new<S: Size<Bits = B>>(size: S, mask: B, wins: [B; 2]) -> Self {
        let empty = size.board() ^ mask;
        // The cells where a side wins both there and right below.
        let upper = [wins[0] & size.above(wins[0]), wins[1] & size.above(wins[1])];
        let last = wins[0] & wins[1] | upper[0] | upper[1];
        let last = if is_left_out(Part::GoneCells) { B::ZERO } else { last };
        let played = empty & !size.above(size.at_or_above(last));
        let gets = [played & !upper[1], played & !upper[0]];
        let free = [gets[0] & !wins[0], gets[1] & !wins[1]];
        let wins = [gets[0] & wins[0], gets[1] & wins[1]];
        Self { empty, free, wins }
    }

    /// The class, with the cells of each side's discs and free cells that lie in lines of these.
    #[inline(always)]
    fn class<S: Size<Bits = B>>(&self, size: S, discs: [B; 2], in_lines: [B; 2]) -> Class<B> {
        let Self { empty, wins, .. } = *self;
        let alive = [discs[0] & in_lines[0], discs[1] & in_lines[1]];
        let alive = if is_left_out(Part::DeadDiscs) { discs } else { alive };
        let relevant = (in_lines[0] | in_lines[1]) & empty | wins[0] | wins[1];
        let tops = size.at_or_above(relevant) & size.top();
        let columns = tops | (tops - (tops >> (size.height() - 1)));
        let idle = empty & !columns;
        let n_idle = idle.count();
        let most = if is_left_out(Part::WaitingMoves) { 0 } else { MAX_WAITING };
        let idle = if n_idle <= most { idle } else { B::ZERO };
        let waiting = if n_idle <= most { n_idle } else { 0 };
        let filled = size.board() ^ empty | idle;
        let dead = filled & !(alive[0] | alive[1]);
        let cells = [alive[0] | wins[0] | dead, alive[1] | wins[1] | dead];
        Class { cells, waiting: B::narrow(waiting as u128) }
    }
}

/// The classes of all children of a node, by lane; meaningless where no move is possible or either side wins at a next
/// cell.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Classes<B> {
    cells: [Lanes<B>; 2],
    waiting: Lanes<B>,
}

impl<B: Bits> Classes<B> {
    #[inline(always)]
    pub(crate) fn get(&self, lane: usize) -> Class<B> {
        Class { cells: [self.cells[0][lane], self.cells[1][lane]], waiting: self.waiting[lane] }
    }

    #[inline(always)]
    fn set(&mut self, lane: usize, class: Class<B>) {
        self.cells[0][lane] = class.cells[0];
        self.cells[1][lane] = class.cells[1];
        self.waiting[lane] = class.waiting;
    }

    #[inline(always)]
    pub(crate) fn of_children<S: Size<Bits = B>, C: Cpu>(
        node: &Node<S, C>,
        children: &Children<B>,
    ) -> Self {
        let size = node.size;
        let mut classes = Self::default();
        for lane in side_by_side::<S>() {
            let child = node.after(children.get(lane));
            let open = Open::new(size, child.mask, [child.mover_wins, child.opponent_wins]);
            let discs = [child.mover, child.opponent()];
            let in_lines = [
                line::cells_in_lines(size, discs[0] | open.free[0]),
                line::cells_in_lines(size, discs[1] | open.free[1]),
            ];
            classes.set(lane, open.class(size, discs, in_lines));
        }
        for lane in one_by_one(size) {
            let child = children.get(lane);
            if child.landing != B::ZERO {
                classes.set(lane, Class::of(&node.after(child)));
            }
        }
        classes
    }

    /// Each class or its mirror image, whichever comes first.
    #[inline(always)]
    pub(crate) fn or_mirrored<S: Size<Bits = B>>(mut self, size: S) -> Self {
        for lanes in [side_by_side::<S>(), one_by_one(size)] {
            for lane in lanes {
                self.set(lane, self.get(lane).or_mirrored(size));
            }
        }
        self
    }
}

/// The mirror image of some cells: the columns of bits in reverse order.
///
/// The loop goes over the maximum number of columns, a constant; the columns that this adds on the left are shifted
/// away.
#[inline(always)]
fn mirror<S: Size>(size: S, cells: S::Bits) -> S::Bits {
    let stride = size.column_bits();
    let column = (S::Bits::ONE << stride) - S::Bits::ONE;
    let last = size.max_width() - 1;
    let mut mirrored = S::Bits::ZERO;
    for index in 0..size.max_width() {
        mirrored = mirrored | (cells >> (index * stride) & column) << ((last - index) * stride);
    }
    mirrored >> ((size.max_width() - size.width()) * stride)
}
