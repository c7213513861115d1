//! The evaluation of a position whose end is out of reach: what decides games on a filling board.
//!
//! A *threat* is an empty cell that completes a line. When nothing else is left, a player must play below a threat of
//! the other side: *zugzwang*. Which player must do so depends on the number of cells that can be played safely before,
//! and so on the rows of the threats.

use foursight::line::{self, Direction};
use foursight::{Bits, Size};

use crate::node::Node;

/// Values from here on are proved results: this plus the score.
pub(super) const PROVED: i32 = 20_000;

/// The number of terms.
const N_TERMS: usize = 8;

/// The weight of each of the [terms], in thousandths of the natural logarithm of the odds.
///
/// They come from a logistic regression on the results of 10,000 games that a search of 8,000 nodes played
/// against itself on 8x8, 9x7, 9x9 and 10x10.
const WEIGHTS: [i32; N_TERMS] = [285, 374, 534, 577, 54, 77, 106, 24];

/// The terms of `node`: those of the side to move minus those of the other side.
fn terms<S: Size>(node: &Node<S>) -> [i32; N_TERMS] {
    let Node { size, mover, mask, mover_wins, opponent_wins, n_empty, .. } = *node;
    let empty = node.empty();
    let n_cells = size.n_cells() as i32;
    // In a column that both sides leave to the end, the side to move gets the cells with an odd number of cells above
    // them if the number of all empty cells is even, and otherwise those with an even number of cells above them.
    let (mine, theirs) = if n_empty % 2 == 0 {
        (size.odd_rows(), size.even_rows())
    } else {
        (size.even_rows(), size.odd_rows())
    };
    let count = |cells: S::Bits| cells.count() as i32;
    let above = size.at_or_above(mover_wins | opponent_wins);
    let lowest = above & !size.above(above);
    let later = |wins: S::Bits| count(wins & !lowest);
    let playable = size.next_cells(mask);
    let [mine_2, mine_now, mine_3] = open_lines(size, mover | empty, empty, playable);
    let [theirs_2, theirs_now, theirs_3] =
        open_lines(size, (mover ^ mask) | empty, empty, playable);
    [
        // Having the move.
        1,
        // A win by zugzwang, times the eighths of the board that are full.
        zugzwang(node) * (n_cells - n_empty) * 8 / n_cells,
        // The lowest threats of columns: those in rows where zugzwang helps the side, and those where it does not; then
        // all threats above them.
        count(lowest & mover_wins & mine) - count(lowest & opponent_wins & theirs),
        count(lowest & mover_wins & theirs) - count(lowest & opponent_wins & mine),
        later(mover_wins) - later(opponent_wins),
        // Lines that lack two discs, their cells that can be played now, and lines that lack three.
        mine_2 - theirs_2,
        mine_now - theirs_now,
        mine_3 - theirs_3,
    ]
}

/// The evaluation for the side to move, in thousandths of the natural logarithm of its odds: below [`PROVED`].
pub(super) fn evaluate<S: Size>(node: &Node<S>) -> i32 {
    let value: i32 = terms(node).iter().zip(WEIGHTS).map(|(term, weight)| term * weight).sum();
    value.clamp(1 - PROVED, PROVED - 1)
}

/// The winner if no further threats arise: 1 the side to move, -1 the other, 0 nobody.
///
/// Both play elsewhere until only cells below threats are left. The side to move then gives up a threat of its own,
/// which the other side blocks, or has none and loses.
fn zugzwang<S: Size>(node: &Node<S>) -> i32 {
    let (size, mut empty) = (node.size, node.empty());
    let (mut own, mut other, mut sign) = (node.mover_wins, node.opponent_wins, 1);
    loop {
        let threats = (own | other) & empty;
        if threats == S::Bits::ZERO {
            return 0;
        }
        let above = size.at_or_above(threats);
        let lowest = above & !size.above(above);
        let in_reach = lowest & !size.above(empty);
        if in_reach & own != S::Bits::ZERO {
            return sign;
        }
        let mut is_others_turn = true;
        if in_reach == S::Bits::ZERO {
            let left = size.at_or_above(size.below(lowest));
            is_others_turn = (empty & !left).count() % 2 == 1;
            empty = left;
        } else {
            empty = empty ^ lowest_bit(in_reach);
        }
        if is_others_turn {
            (own, other, sign) = (other, own, -sign);
        }
        if in_reach == S::Bits::ZERO {
            let given = lowest & own & !other;
            if given == S::Bits::ZERO {
                return -sign;
            }
            let given = lowest_bit(given);
            empty = empty & !(given | size.below(given));
        }
    }
}

pub(super) fn lowest_bit<B: Bits>(bits: B) -> B {
    bits & !(bits - B::ONE)
}

/// The number of possible lines with two empty cells in `open`, the discs of one side and the empty cells; the number of
/// these cells that are `playable`; and the number of possible lines with three empty cells.
fn open_lines<S: Size>(size: S, open: S::Bits, empty: S::Bits, playable: S::Bits) -> [i32; 3] {
    let mut counts = [0; 3];
    for direction in Direction::ALL {
        let stride = direction.stride(size);
        let lines = line::line_starts(size, open, direction);
        let [mut ones, mut twos, mut fours] = [S::Bits::ZERO; 3];
        let [mut one_now, mut two_now] = [S::Bits::ZERO; 2];
        for n in 0..size.connect() {
            let cell = empty >> (n * stride);
            let carry = ones & cell;
            fours = fours | twos & carry;
            (ones, twos) = (ones ^ cell, twos ^ carry);
            let cell = playable >> (n * stride);
            (one_now, two_now) = (one_now ^ cell, two_now ^ one_now & cell);
        }
        let few = lines & twos & !fours;
        let two = few & !ones;
        let count = |lines: S::Bits| lines.count() as i32;
        counts[0] += count(two);
        counts[1] += count(two & one_now) + 2 * count(two & two_now);
        counts[2] += count(few & ones);
    }
    counts
}

#[cfg(test)]
mod tests {
    use foursight::{AnySize, Bitboard, Cell, Column, Position, STANDARD};

    use super::*;

    /// The winner by zugzwang on a board that is full except for the first columns, with threats of the side to move
    /// and of the other; cells are columns and rows.
    #[track_caller]
    fn check(n_columns: usize, mine: &[(usize, usize)], theirs: &[(usize, usize)], expected: i32) {
        let cells = |cells: &[(usize, usize)]| {
            let cells = cells.iter().map(|&(column, row)| Cell::new(column, row));
            Bitboard::from_cells(STANDARD, cells).bits()
        };
        let full = STANDARD.columns().skip(n_columns).map(|column| STANDARD.column_mask(column));
        let node = Node {
            mask: full.sum(),
            mover_wins: cells(mine),
            opponent_wins: cells(theirs),
            ..Node::new(&Position::new()).unwrap()
        };
        assert_eq!(zugzwang(&node), expected, "{mine:?} {theirs:?}");
    }

    #[test]
    fn without_threats_nobody_is_in_zugzwang() {
        check(2, &[], &[], 0);
    }

    #[test]
    fn the_row_of_a_threat_decides() {
        // With an even number of cells, the side to move plays first in the last column.
        check(1, &[(0, 2)], &[], 1);
        check(1, &[(0, 3)], &[], 0);
        check(1, &[], &[(0, 3)], -1);
        check(1, &[], &[(0, 2)], 0);
    }

    #[test]
    fn other_columns_are_filled_first() {
        check(2, &[(0, 2)], &[], 1);
        check(2, &[(0, 1)], &[], 0);
        // Each has a threat in the rows that help it: that of the side to move comes first.
        check(2, &[(0, 2)], &[(1, 3)], 1);
        check(2, &[(0, 2)], &[(0, 1)], -1);
    }

    #[test]
    fn threats_one_above_the_other_win() {
        check(1, &[(0, 3), (0, 4)], &[], 1);
        check(1, &[], &[(0, 2), (0, 3)], -1);
    }

    /// Every possible line of every size, one cell after the other.
    #[test]
    fn open_lines_are_those_that_one_finds_by_counting() {
        let mut random = fastrand::Rng::with_seed(3);
        for (width, height, connect) in [(7, 6, 4), (9, 9, 4), (5, 4, 3), (10, 10, 6), (8, 7, 5)] {
            let size = AnySize::new(width, height, connect).unwrap();
            let [open, empty, cells] = [(); 3].map(|()| Bitboard::from_bits(size, random.u128(..)));
            let (open, playable) = (open | empty, empty & cells);
            let mut expected = [0; 3];
            for start in Bitboard::from_bits(size, size.board()).cells() {
                for (right, up, down) in [(0, 1, 0), (1, 0, 0), (1, 1, 0), (1, 0, 1)] {
                    let cells = (0..connect).filter_map(|n| {
                        let column = Column::checked(start.column.index() + n * right)?;
                        Some(Cell { column, row: (start.row + n * up).checked_sub(n * down)? })
                    });
                    let line = Bitboard::from_cells(size, cells);
                    if line.count() == connect && line.is_subset(open) {
                        match (line & empty).count() {
                            2 => {
                                expected[0] += 1;
                                expected[1] += (line & playable).count() as i32;
                            }
                            3 => expected[2] += 1,
                            _ => {}
                        }
                    }
                }
            }
            let lines = open_lines(size, open.bits(), empty.bits(), playable.bits());
            assert_eq!(lines, expected, "{size}");
        }
    }
}
