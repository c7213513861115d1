//! Bounds for the follower, who always answers in the column just played.
//!
//! The *leader* is to move, the *follower* has the strategy, and the bound is on the leader's score. Rows are counted
//! from the top: an *even* cell has an even number of cells above it, the top row included, an *odd* cell an odd
//! number. A column with an even number of empty cells has an odd cell next; a column with an odd number has an even
//! cell next, which is called a *single*. So in a column without its single, a leader's disc goes to an odd cell and
//! leaves the even cell above it for the answer, whatever the height of the board.
//!
//! ```text
//!   e F e e     e  even cell     L, F  a disc of either side
//!   o L o o     o  odd cell
//!   e L s e     s  single: the right column but one has three empty cells
//!   o F F o
//! ```
//!
//! # Even number of empty cells
//!
//! The number of singles is even too. *Strategy*: answer an odd cell with the even cell above it, a single with another
//! single. Both answers are always there: an odd cell has a cell above it, and after the leader has taken one of an
//! even number of singles, at least one is left. So the leader's discs at the end lie within its *reach*: what it has,
//! the empty odd cells, and the singles.
//!
//! Let *threats* be the follower's winning cells that are even and not singles. Below each is an empty odd cell that
//! only the leader ever plays, and playing it loses at once. So the leader never gets a cell at or above the lowest
//! threat of a column; these cells leave its reach.
//!
//! 1. No line in reach: the leader does not win; the score is at most 0.
//! 2. The same with a threat: other cells run out, and in the end the leader must play below a threat, and loses. When
//!    it has lost, at least these cells are empty: in every column with a threat, the cells from the lowest threat up
//!    and the one below, except for two cells of the column where the game ended. Of R empty cells the follower would
//!    have filled R / 2: the score is at most -(1 + R / 2).
//! 3. The same without a threat: the follower ends with all even cells that are not singles. If they make a line with
//!    its discs, the score is at most -1. The last round, one disc of each side, fills the two top cells of one column
//!    or two singles of the top row, whatever was played before. So a line without a cell of the top row was complete
//!    before it: at most -2. The last two rounds fill four cells at the tops of columns, so in any column the follower
//!    fills at most the highest cell and the third from the top: without these rows, at most -3.
//!
//! # Odd number of empty cells
//!
//! The number of singles is odd, and the strategy lacks one answer. It works where the follower has
//! an *anchor*, a winning cell that is odd and not in reach now; let it be the lowest of its column.
//!
//! 4. The next cell of the anchor's column is even. The follower plays as before in the other columns, where the number
//!    of singles is even, and in the anchor's column it answers above the leader's disc. There the leader gets even
//!    cells below the anchor; the highest of them lies right below the anchor, and playing it loses at once. So the
//!    leader never gets the anchor or a cell above it. When the other columns are full (up to their threats), the
//!    leader must play on in the anchor's column: an odd number of cells is left below the anchor, so the leader fills
//!    the last of them. The score is bounded as under 2, with the cells from the anchor up in place of the cells from a
//!    threat up.
//! 5. The next cell of the anchor's column is odd. It counts as one more single, which makes their number even; whoever
//!    takes it, what is left is the case above. The leader's reach includes this cell as well.

#![expect(clippy::inline_always, reason = "all of it belongs in each form of the search")]

use foursight::{Bits, Column, Size, line};

use super::{Part, is_left_out};
use crate::cpu::Cpu;
use crate::lanes::{EachLane, LANE_BITS, LaneSet, one_by_one, side_by_side};
use crate::node::{Children, Node, each_bit};

/// [`FollowUp::bound`] of the first child of `node` that has one: an upper bound of at most `alpha` on
/// the opponent's score there.
///
/// Few children have a bound, so a condition that most of them fail is tested for all at once.
#[inline(always)]
pub(crate) fn bound_of_children<S: Size, C: Cpu>(
    node: &Node<S, C>,
    children: &Children<S::Bits>,
    alpha: i32,
) -> Option<i32> {
    let is_even = node.n_empty % 2 == 1;
    let mut promising: LaneSet = 0;
    for lane in side_by_side::<S>() {
        let follow_up = FollowUp::new(&node.after(children.get(lane)));
        let is_promising = if is_even {
            !line::has_line(node.size, follow_up.reach() & !follow_up.lost())
        } else {
            follow_up.anchors() != S::Bits::ZERO
        };
        promising |= LaneSet::from(is_promising) << lane;
    }
    // Each of the others is tested in full right away.
    for lane in one_by_one(node.size) {
        promising |= LANE_BITS[lane];
    }
    for lane in EachLane(promising & children.lanes) {
        let bound = FollowUp::new(&node.after(children.get(lane))).bound(alpha);
        if bound.is_some() {
            return bound;
        }
    }
    None
}

/// A position as the follower's strategy sees it; the leader is to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FollowUp<S: Size, C: Cpu> {
    pub(super) cpu: C,
    pub(super) size: S,
    pub(super) leader: S::Bits,
    pub(super) follower: S::Bits,
    pub(super) empty: S::Bits,
    /// The next cell of every column.
    pub(super) next: S::Bits,
    /// The empty cells where the follower completes a line.
    pub(super) wins: S::Bits,
}

impl<S: Size, C: Cpu> FollowUp<S, C> {
    /// The side to move leads.
    #[inline(always)]
    pub(crate) fn new(node: &Node<S, C>) -> Self {
        let next = node.size.next_cells(node.mask);
        Self {
            cpu: node.cpu,
            size: node.size,
            leader: node.mover,
            follower: node.opponent(),
            empty: node.empty(),
            next,
            wins: node.opponent_wins,
        }
    }

    /// An upper bound on the leader's score that is at most `alpha`, if there is one.
    #[inline(always)]
    pub(crate) fn bound(&self, alpha: i32) -> Option<i32> {
        let bound = if self.is_even() { self.even_bound(alpha) } else { self.odd_bound(alpha) };
        match bound {
            Some(bound) if bound <= alpha => Some(bound),
            _ => None,
        }
    }

    /// Rules 1 to 3.
    #[inline(always)]
    fn even_bound(&self, alpha: i32) -> Option<i32> {
        let lost = self.lost();
        if self.cpu.has_line(self.size, self.reach() & !lost) || is_left_out(Part::Rule(1)) {
            return None;
        }
        if lost != S::Bits::ZERO {
            let bound = loss_leaving(self.size, lost);
            return Some(if is_left_out(Part::Rule(2)) { 0 } else { bound });
        }
        let is_loss_asked = alpha < 0 && !is_left_out(Part::Rule(3));
        Some(if is_loss_asked { self.bound_by_even_rows() } else { 0 })
    }

    /// Rule 3, for a leader that does not win and a follower without a threat.
    #[inline(always)]
    fn bound_by_even_rows(&self) -> i32 {
        let top = self.size.top();
        let fill = self.empty & self.size.even_rows() & !self.next;
        let has_line = |cells| self.cpu.has_line(self.size, self.follower | cells);
        if !has_line(fill) {
            0
        } else if !has_line(fill & !top) {
            -1
        } else if !has_line(fill & !(top | top >> 2)) {
            -2
        } else {
            -3
        }
    }

    /// Rules 4 and 5, with each anchor until one suffices.
    #[inline(always)]
    fn odd_bound(&self, alpha: i32) -> Option<i32> {
        let anchors = self.anchors();
        if anchors == S::Bits::ZERO {
            return None;
        }
        let lost = self.lost();
        let reach = self.reach();
        let in_column = self.leader | self.empty & self.size.even_rows() | self.next;
        for anchor in each_bit(anchors) {
            let column = self.column_of(anchor);
            let is_next_even = self.next & self.size.even_rows() & column != S::Bits::ZERO;
            if is_left_out(Part::Rule(if is_next_even { 4 } else { 5 })) {
                continue;
            }
            let from_anchor = self.size.at_or_above(anchor) & column;
            let lost = lost & !column | from_anchor;
            let bound = loss_leaving(self.size, lost);
            let reach = (reach & !column | in_column & column) & !lost;
            if bound <= alpha && !self.cpu.has_line(self.size, reach) {
                return Some(bound);
            }
        }
        None
    }

    #[inline(always)]
    pub(super) fn is_even(&self) -> bool {
        self.empty.count().is_multiple_of(2)
    }

    /// The lowest anchor of each column.
    #[inline(always)]
    pub(super) fn anchors(&self) -> S::Bits {
        let up = self.size.at_or_above(self.wins & self.size.odd_rows() & !self.next);
        up & !self.size.above(up)
    }

    /// The follower's winning cells that it gets if the leader plays below.
    #[inline(always)]
    pub(super) fn threats(&self) -> S::Bits {
        self.wins & self.size.even_rows() & !self.next
    }

    /// The cells that the leader never gets because of the threats.
    #[inline(always)]
    fn lost(&self) -> S::Bits {
        self.size.at_or_above(self.threats())
    }

    /// The cells that the leader can get in columns without threat or anchor.
    #[inline(always)]
    pub(crate) fn reach(&self) -> S::Bits {
        self.leader | self.empty & self.size.odd_rows() | self.next & self.size.even_rows()
    }

    #[inline(always)]
    pub(super) fn column_of(&self, cell: S::Bits) -> S::Bits {
        let index = cell.lowest() / self.size.column_bits();
        self.size.column_mask(Column::new(index))
    }
}

/// The best score of a leader that loses while at least these cells are empty, except for two of them: those of `lost`,
/// which are the tops of some columns, and in each of these columns the next cell below.
#[inline(always)]
fn loss_leaving<S: Size>(size: S, lost: S::Bits) -> i32 {
    let n_columns = (lost & size.top()).count();
    let n_left = lost.count() + n_columns - 2;
    -(1 + n_left as i32 / 2)
}
