//! Follow-up line by line: whether the follower has an answer to every line of the leader.
//!
//! The strategy and the terms are those of [`follow_up`](super::follow_up). It divides the empty cells:
//!
//! | cells | even number of empty cells | odd number, with an anchor in column C |
//! |---|---|---|
//! | leader's | odd ones | outside C odd ones, in C even ones below the anchor |
//! | follower's | even ones | outside C even ones, in C odd ones below the anchor |
//! | singles, of neither | even next cells | even next cells outside C, an odd next cell of C |
//! | never reached | at or above a threat | at or above a threat outside C, in C from the anchor up |
//!
//! The leader can play only to its own cells and to singles, and after the follower's answer the same is true again;
//! every filled cell of the follower's has the follower's disc. Without a line in reach the leader never wins. Nor does
//! it if every line in reach is *excused* for one of these reasons.
//!
//! - **Pairs.** The follower may choose which single answers which. If both singles of a pair are in a line, the leader
//!   gets only one of them. Pairs are chosen as lines ask for them; no single is in two pairs, and since the number of
//!   singles is even, the others can be paired in some way.
//! - **Closure.** Before the leader completes the line, all cells below the line's empty cells are filled, the
//!   follower's cells by the follower. If these and its discs make a line, the game has already ended.
//! - **Lateness**, where a small win is allowed. The leader must itself play the line's empty cells and its own cells
//!   below them. If there are n of these, it wins with its n-th disc at the earliest, and that win is worth no more
//!   than allowed.
//!
//! Then the score is at most 0. With an anchor, it is at most the score of a game that ends on the anchor with all
//! other columns full: the leader runs out of other cells, as under rule 4.
//!
//! To bound the score further, the follower must win earlier: with k more rounds left to play, each one disc of each
//! side. Which cells these would fill depends on the leader, but they lie at the tops of columns (below the anchor in
//! its column), and each round has at most one of the follower's cells. So the follower holds all of its cells but at
//! most k, the highest of some columns. If these make a line with its discs whichever the k are, it has won by then.

#![expect(clippy::inline_always, reason = "all of it belongs in each form of the search")]

use foursight::{Bits, Direction, Size, line};

use super::follow_up::FollowUp;
use super::{Part, is_left_out};
use crate::cpu::Cpu;
use crate::node::{Node, each_bit};

/// The maximum number of rounds before the end at which to look for an early win: with more rounds left, there are many
/// ways to fill the cells, and the follower rarely wins in all of these ways.
const MAX_ROUNDS: i32 = 3;

/// The maximum number of pairs.
const MAX_PAIRS: usize = 3;

/// Whether follow-up, by the side that is not to move, keeps the score at `alpha` or below.
#[inline(always)]
pub(crate) fn strategy_holds<S: Size, C: Cpu>(node: &Node<S, C>, alpha: i32) -> bool {
    let position = FollowUp::new(node);
    let is_even = position.is_even();
    let mut anchors = each_bit(position.anchors());
    let mut anchor = if is_even { Some(S::Bits::ZERO) } else { anchors.next() };
    // A single call: the code of a strategy is long, and all of it becomes part of the search.
    while let Some(cell) = anchor {
        if Strategy::new(&position, cell).holds(alpha) {
            return true;
        }
        anchor = if is_even { None } else { anchors.next() };
    }
    false
}

/// The follower's strategy: who gets which cell.
struct Strategy<S: Size, C: Cpu> {
    cpu: C,
    size: S,
    follower: S::Bits,
    empty: S::Bits,
    leader_cells: S::Bits,
    follower_cells: S::Bits,
    // Invariant: an even number of them.
    singles: S::Bits,
    /// The leader's discs and all cells that it may get.
    reach: S::Bits,
    /// The leader's loss if it never completes a line.
    sure_loss: i32,
}

impl<S: Size, C: Cpu> Strategy<S, C> {
    /// The strategy with an anchor, or without if no bit is set.
    #[inline(always)]
    fn new(position: &FollowUp<S, C>, anchor: S::Bits) -> Self {
        let FollowUp { cpu, size, leader, follower, empty, next, .. } = *position;
        let has_anchor = anchor != S::Bits::ZERO;
        let column = if has_anchor { position.column_of(anchor) } else { S::Bits::ZERO };
        let from_anchor = size.at_or_above(anchor) & column;
        // In the anchor's column the sides change rows.
        let (odd, even) = (size.odd_rows() & !column, size.even_rows() & !column);
        let (odd_in, even_in) = (size.odd_rows() & column, size.even_rows() & column);
        let singles = next & (even | odd_in);
        let open = empty & !singles & !from_anchor;
        let leader_cells = open & (odd | even_in);
        let lost = size.at_or_above(position.threats() & !column);
        Self {
            cpu,
            size,
            follower,
            empty,
            leader_cells,
            follower_cells: open & (even | odd_in),
            singles,
            reach: (leader | leader_cells | singles) & !lost,
            sure_loss: if has_anchor { 1 + (from_anchor.count() as i32 - 1) / 2 } else { 0 },
        }
    }

    #[inline(always)]
    fn holds(&self, alpha: i32) -> bool {
        self.wins_in_time(alpha) && self.excuses_all_lines(alpha)
    }

    /// Whether the follower's cells bring the score down to `alpha` if the leader has no line.
    #[inline(always)]
    fn wins_in_time(&self, alpha: i32) -> bool {
        if alpha >= -self.sure_loss {
            return true;
        }
        let n_rounds = -alpha - 1 - self.sure_loss;
        n_rounds <= MAX_ROUNDS
            && !is_left_out(Part::Rounds)
            && self.follower_cells.count() as i32 > n_rounds
            && self.wins_with_rounds_left(self.follower_cells, 0, n_rounds)
    }

    /// Whether the follower has a line with `cells` even after losing any `n_rounds` of them, each the highest left in
    /// its column, from column number `first` on.
    fn wins_with_rounds_left(&self, cells: S::Bits, first: usize, n_rounds: i32) -> bool {
        if !self.cpu.has_line(self.size, self.follower | cells) {
            return false;
        }
        if n_rounds == 0 {
            return true;
        }
        self.size.columns().skip(first).all(|column| {
            let in_column = cells & self.size.column_mask(column);
            in_column == S::Bits::ZERO || {
                let highest = S::Bits::ONE << in_column.highest();
                self.wins_with_rounds_left(cells ^ highest, column.index(), n_rounds - 1)
            }
        })
    }

    #[inline(always)]
    fn excuses_all_lines(&self, alpha: i32) -> bool {
        let mut pairs = Pairs { pairs: [S::Bits::ZERO; MAX_PAIRS], n_pairs: 0 };
        Direction::ALL.into_iter().all(|direction| {
            let stride = direction.stride(self.size);
            each_bit(line::line_starts(self.size, self.reach, direction)).all(|start| {
                let cells =
                    (1..self.size.connect()).fold(start, |cells, n| cells | start << (n * stride));
                self.excuses(cells & self.empty, alpha, &mut pairs)
            })
        })
    }

    /// Whether the leader never completes the line that lacks the cells `missing`, or completes it too late.
    #[inline(always)]
    fn excuses(&self, missing: S::Bits, alpha: i32, pairs: &mut Pairs<S::Bits>) -> bool {
        let singles = missing & self.singles;
        if pairs.split(singles) {
            return true;
        }
        let below = self.at_or_below(missing);
        let is_closed = self.cpu.has_line(self.size, self.follower | self.follower_cells & below);
        if is_closed && !is_left_out(Part::Closure) {
            return true;
        }
        if alpha > 0 && !is_left_out(Part::Lateness) {
            let n_moves = (singles | self.leader_cells & below).count() as i32;
            let n_empty = self.empty.count() as i32;
            if (n_empty + 1) / 2 - (n_moves - 1) <= alpha {
                return true;
            }
        }
        pairs.add(singles)
    }

    /// In each column, the cells from the bottom up to the highest of `cells`, which lie one above another.
    #[inline(always)]
    fn at_or_below(&self, cells: S::Bits) -> S::Bits {
        let highest = cells & !self.size.below(cells);
        let tops = self.size.at_or_above(cells) & self.size.top();
        highest | (highest - (tops >> (self.size.height() - 1)))
    }
}

/// The pairs of singles chosen so far.
struct Pairs<B> {
    pairs: [B; MAX_PAIRS],
    n_pairs: usize,
}

impl<B: Bits> Pairs<B> {
    /// Whether `singles` contain both of a pair, so that the leader does not get them all.
    #[inline(always)]
    fn split(&self, singles: B) -> bool {
        self.pairs[..self.n_pairs].iter().any(|&pair| pair & singles == pair)
    }

    /// Pairs two of `singles`, if two are not yet in a pair.
    #[inline(always)]
    fn add(&mut self, singles: B) -> bool {
        let paired = self.pairs[..self.n_pairs].iter().fold(B::ZERO, |all, &pair| all | pair);
        let mut free = each_bit(singles & !paired);
        let has_room = self.n_pairs < MAX_PAIRS && !is_left_out(Part::Pairs);
        let (Some(first), Some(second), true) = (free.next(), free.next(), has_room) else {
            return false;
        };
        self.pairs[self.n_pairs] = first | second;
        self.n_pairs += 1;
        true
    }
}
