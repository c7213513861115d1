//! A position as the search sees it, with the winning cells of both sides kept up to date.

#![expect(clippy::inline_always, reason = "all of it belongs in each form of the search")]

use foursight::{Bits, Position, Size, line};

use crate::cpu::{Baseline, Cpu};
use crate::lanes::{EachLane, LANE_BITS, LaneSet, Lanes, one_by_one, side_by_side};
use crate::ordering::has_few_rows;

/// An open position in which the side to move cannot win with its next disc and can keep the other side from
/// doing so.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<S: Size, C: Cpu = Baseline> {
    pub(crate) size: S,
    /// The processor that the search is compiled for.
    pub(crate) cpu: C,
    /// The discs of the side to move.
    pub(crate) mover: S::Bits,
    /// The discs of both sides.
    pub(crate) mask: S::Bits,
    /// The empty cells, in reach or not, where a disc of the side to move completes a line.
    pub(crate) mover_wins: S::Bits,
    /// The empty cells, in reach or not, where a disc of the other side completes a line.
    pub(crate) opponent_wins: S::Bits,
    /// The cells where the side to move can play without losing at once.
    // Invariant: never empty.
    pub(crate) moves: S::Bits,
    /// The number of empty cells.
    pub(crate) n_empty: i32,
}

/// All moves of a node and what they lead to, from the center outward.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Children<B> {
    landings: Lanes<B>,
    wins: Lanes<B>,
    replies: Lanes<B>,
    /// The lanes that have a move.
    pub(crate) lanes: LaneSet,
    /// The lanes whose move wins in two.
    pub(crate) won: LaneSet,
}

impl<B: Bits> Children<B> {
    #[inline(always)]
    pub(crate) fn get(&self, lane: usize) -> Child<B> {
        Child { landing: self.landings[lane], wins: self.wins[lane], replies: self.replies[lane] }
    }

    #[inline(always)]
    fn set(&mut self, lane: usize, child: Child<B>) {
        self.landings[lane] = child.landing;
        self.wins[lane] = child.wins;
        self.replies[lane] = child.replies;
    }

    /// The lanes that have a move.
    #[inline(always)]
    pub(crate) fn each(&self) -> EachLane {
        EachLane(self.lanes)
    }
}

/// A move and what it leads to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Child<B> {
    /// The cell played.
    pub(crate) landing: B,
    /// The empty cells where another disc of the same side then completes a line.
    pub(crate) wins: B,
    /// The answers that do not lose at once; if there are none, the move wins in two.
    pub(crate) replies: B,
}

impl<S: Size> Node<S> {
    /// The node of an open position without a win in one; `None` if every move loses to the opponent's next disc.
    pub(crate) fn new(position: &Position<S>) -> Option<Self> {
        let moves = position.non_losing_moves().bits();
        (moves != S::Bits::ZERO).then(|| Self {
            size: position.size(),
            cpu: Baseline,
            mover: position.mover().bits(),
            mask: position.discs().bits(),
            mover_wins: position.winning_cells().bits(),
            opponent_wins: position.opponent_winning_cells().bits(),
            moves,
            n_empty: position.n_empty() as i32,
        })
    }
}

impl<S: Size, C: Cpu> Node<S, C> {
    /// The same node for another form of the search.
    #[inline(always)]
    pub(crate) fn with_cpu<D: Cpu>(&self, cpu: D) -> Node<S, D> {
        let Self { size, mover, mask, mover_wins, opponent_wins, moves, n_empty, .. } = *self;
        Node { size, cpu, mover, mask, mover_wins, opponent_wins, moves, n_empty }
    }

    /// The discs of the side that is not to move.
    #[inline(always)]
    pub(crate) fn opponent(&self) -> S::Bits {
        self.mover ^ self.mask
    }

    #[inline(always)]
    pub(crate) fn empty(&self) -> S::Bits {
        self.size.board() ^ self.mask
    }

    /// Whether the node belongs to the late phase, where searches are too short for what pays in larger ones: the learned
    /// order, strategies, mirror images, and a look beyond forced replies.
    #[inline(always)]
    pub(crate) fn is_late(&self) -> bool {
        C::IS_LATE || self.n_empty <= late_empty(self.size)
    }

    /// Whether its children belong to the late phase.
    #[inline(always)]
    pub(crate) fn has_late_children(&self) -> bool {
        C::IS_LATE || self.n_empty - 1 <= late_empty(self.size)
    }

    /// The highest score that the number of discs allows: a win with the next disc but one.
    #[inline(always)]
    pub(crate) fn max(&self) -> i32 {
        (self.n_empty - 1) / 2
    }

    /// The lowest score that the number of discs allows: a loss to the next disc but one.
    #[inline(always)]
    pub(crate) fn min(&self) -> i32 {
        -((self.n_empty - 2) / 2)
    }

    /// The child of every move; `children` must be fresh.
    #[inline(always)]
    pub(crate) fn find_children(&self, columns: &Lanes<S::Bits>, children: &mut Children<S::Bits>) {
        self.find_children_of(self.mover, self.mask, self.moves, columns, children);
    }

    /// The children of `moves` for a side with `discs` on the cells of `mask`.
    ///
    /// The children are written in place: returning them would copy a few hundred bytes.
    #[inline(always)]
    pub(crate) fn find_children_of(
        &self,
        discs: S::Bits,
        mask: S::Bits,
        moves: S::Bits,
        columns: &Lanes<S::Bits>,
        children: &mut Children<S::Bits>,
    ) {
        // Separate variables for the sums: in memory, they would keep the loop from being vectorized.
        let (mut lanes, mut won) = (0, 0);
        for lane in side_by_side::<S>() {
            let landing = moves & columns[lane];
            let empty = self.size.board() & !(mask | landing);
            let wins = line::winning_cells(self.size, discs | landing, empty);
            let child = child(self.size, mask, landing, wins);
            children.set(lane, child);
            let has_move = landing != S::Bits::ZERO;
            let has_won = has_move && child.replies == S::Bits::ZERO;
            lanes |= if has_move { LANE_BITS[lane] } else { 0 };
            won |= if has_won { LANE_BITS[lane] } else { 0 };
        }
        for lane in one_by_one(self.size) {
            let landing = moves & columns[lane];
            if landing != S::Bits::ZERO {
                let child = self.child_of(discs, mask, landing);
                children.set(lane, child);
                lanes |= LANE_BITS[lane];
                won |= if child.replies == S::Bits::ZERO { LANE_BITS[lane] } else { 0 };
            }
        }
        (children.lanes, children.won) = (lanes, won);
    }

    /// The child of `landing` for a side with `discs` on the cells of `mask`.
    #[inline(always)]
    pub(crate) fn child_of(
        &self,
        discs: S::Bits,
        mask: S::Bits,
        landing: S::Bits,
    ) -> Child<S::Bits> {
        let empty = self.size.board() & !(mask | landing);
        let wins = self.cpu.winning_cells(self.size, discs | landing, empty);
        child(self.size, mask, landing, wins)
    }

    /// The node after the move of `child`, which has a reply; meaningless for a lane without a move.
    #[inline(always)]
    pub(crate) fn after(&self, child: Child<S::Bits>) -> Self {
        Self {
            size: self.size,
            cpu: self.cpu,
            mover: self.opponent(),
            mask: self.mask | child.landing,
            mover_wins: self.opponent_wins & !child.landing,
            opponent_wins: child.wins,
            moves: child.replies,
            n_empty: self.n_empty - 1,
        }
    }
}

/// The child for a disc in `landing`, which leaves its side with the winning cells `wins`.
#[inline(always)]
fn child<S: Size>(size: S, mask: S::Bits, landing: S::Bits, wins: S::Bits) -> Child<S::Bits> {
    let mask = mask | landing;
    let playable = size.next_cells(mask);
    let forced = wins & playable;
    let candidates = match (forced == S::Bits::ZERO, has_at_most_one(forced)) {
        (true, _) => playable,
        (_, true) => forced,
        _ => S::Bits::ZERO,
    };
    // A disc right below a winning cell would let the other side play there.
    Child { landing, wins, replies: candidates & !size.below(wins) }
}

/// With at most this many empty cells, a node belongs to the late phase.
#[inline(always)]
fn late_empty<S: Size>(size: S) -> i32 {
    if has_few_rows(size) { 16 } else { 22 }
}

/// Whether at most one bit is set.
#[inline(always)]
pub(crate) fn has_at_most_one<B: Bits>(bits: B) -> bool {
    bits == B::ZERO || bits & (bits - B::ONE) == B::ZERO
}

/// The set bits, from the lowest.
#[inline(always)]
pub(crate) fn each_bit<B: Bits>(bits: B) -> EachBit<B> {
    EachBit(bits)
}

/// See [`each_bit`].
#[derive(Clone, Debug)]
pub(crate) struct EachBit<B>(B);

impl<B: Bits> Iterator for EachBit<B> {
    type Item = B;

    #[inline(always)]
    fn next(&mut self) -> Option<B> {
        if self.0 == B::ZERO {
            return None;
        }
        let bits = self.0;
        self.0 = bits & (bits - B::ONE);
        Some(bits ^ self.0)
    }
}
