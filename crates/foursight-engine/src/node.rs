//! A position as the search sees it: with the winning cells of both sides kept up to date.

#![expect(clippy::inline_always, reason = "all of it belongs into each form of the search")]

use foursight::{Bits, Position, Size};

use crate::cpu::{Baseline, Cpu};

/// An open position in which the side to move neither wins with its next disc nor must let the
/// other side do so.
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
    /// The same for the other side.
    pub(crate) opponent_wins: S::Bits,
    /// Where the side to move can play without losing at once.
    // Invariant: never empty.
    pub(crate) moves: S::Bits,
    /// The number of empty cells.
    pub(crate) n_empty: i32,
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
    /// The node of an open position without a win in one; `None` if every move loses to the next.
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
            n_empty: (position.size().n_cells() - position.ply()) as i32,
        })
    }

    /// The same node for another processor.
    pub(crate) fn with_cpu<C: Cpu>(&self, cpu: C) -> Node<S, C> {
        let Self { size, mover, mask, mover_wins, opponent_wins, moves, n_empty, .. } = *self;
        Node { size, cpu, mover, mask, mover_wins, opponent_wins, moves, n_empty }
    }
}

impl<S: Size, C: Cpu> Node<S, C> {
    /// The discs of the side that is not to move.
    #[inline(always)]
    pub(crate) fn opponent(&self) -> S::Bits {
        self.mover ^ self.mask
    }

    #[inline(always)]
    pub(crate) fn empty(&self) -> S::Bits {
        self.size.board() ^ self.mask
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

    /// What a disc of the side to move in `landing` leads to.
    #[inline(always)]
    pub(crate) fn child(&self, landing: S::Bits) -> Child<S::Bits> {
        self.child_of(self.mover | landing, self.mask | landing, landing)
    }

    /// What `landing`, the last of some `discs` of one side on the cells of `mask`, led to.
    #[inline(always)]
    pub(crate) fn child_of(
        &self,
        discs: S::Bits,
        mask: S::Bits,
        landing: S::Bits,
    ) -> Child<S::Bits> {
        let wins = self.cpu.completing_cells(self.size, discs) & !mask;
        let playable = (mask + self.size.bottom()) & self.size.board();
        let forced = wins & playable;
        let candidates = match (forced == S::Bits::ZERO, has_one(forced)) {
            (true, _) => playable,
            (_, true) => forced,
            _ => S::Bits::ZERO,
        };
        // A disc right below a winning cell would let the other side play there.
        Child { landing, wins, replies: candidates & !(wins >> 1) }
    }

    /// The node after the move of `child`, which has a reply.
    #[inline(always)]
    pub(crate) fn after(&self, child: &Child<S::Bits>) -> Self {
        debug_assert!(child.replies != S::Bits::ZERO, "a move without a reply wins");
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

/// Whether at most one bit is set.
#[inline(always)]
pub(crate) fn has_one<B: Bits>(bits: B) -> bool {
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

/// In every column the lowest cell of `cells` and all cells above it.
///
/// The sentinel less the column's cells is their negative, which shares with them the lowest bit
/// and no higher one.
#[inline(always)]
pub(crate) fn at_or_above<S: Size>(size: S, cells: S::Bits) -> S::Bits {
    (cells | (size.sentinels() - cells)) & size.board()
}
